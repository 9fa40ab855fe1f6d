import { IconBuildingStore, IconMapPins } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { formatCount, formatShare } from '@quaff/platform/console/display/formats'
import { Panel, MetaPill } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { type Column, DataTable } from '@quaff/platform/console/list/data-table'
import { EmptyState, ReadingState } from '@quaff/platform/console/list/list-states'
import { isolated } from '@quaff/platform/shared/readable-text'
import { type Coverage, coverages, type Demand, type DemandArea } from '../contract'
import { areaAddress, areaId, areaName, countText, coverageMeta, needsVenue } from './waitlist-labels'
import { waitlistsApi } from './waitlist-queries'
import type { OnWaitlistSearch } from './waitlist-search-widget'
import classes from './demand.module.css'

const shapes = [
  { value: 'bars', label: 'Bars' },
  { value: 'table', label: 'Table' },
] as const

export function DemandPanel({ waitlistId, onSearch }: { waitlistId: string; onSearch: OnWaitlistSearch }) {
  const [coverage, setCoverage] = useState<Coverage | 'all'>('all')
  const [shape, setShape] = useState<(typeof shapes)[number]['value']>('bars')
  const input = { waitlistId, coverage: coverage === 'all' ? undefined : coverage }
  const demand = useQuery(waitlistsApi.demand.queryOptions({ input, placeholderData: keepPreviousData }))
  const open = ({ city, postalCode }: DemandArea) => onSearch({ view: undefined, city, postalCode, page: undefined })
  if (!demand.data)
    return (
      <Panel flush={demand.isError}>
        <ReadingState query={demand} lines={8} what="demand" />
      </Panel>
    )
  const { areas, byCoverage } = demand.data
  const everybody = coverages.reduce((sum, one) => sum + byCoverage[one], 0)
  if (everybody === 0)
    return (
      <Panel flush>
        <EmptyState icon={IconMapPins} title="No one is waiting yet" text="Areas appear once people join." />
      </Panel>
    )
  return (
    <div className="q-stack">
      <Panel>
        <CoverageShareView byCoverage={byCoverage} />
      </Panel>
      <div className={classes.choices}>
        <Segmented
          label="Coverage"
          value={coverage}
          options={[
            { value: 'all', label: <Choice label="All areas" people={everybody} /> },
            ...coverages.map((value) => ({
              value,
              label: <Choice label={coverageMeta[value].label} people={byCoverage[value]} coverage={value} />,
            })),
          ]}
          onChange={setCoverage}
        />
        <Segmented label="View as" value={shape} options={shapes} onChange={setShape} />
      </div>
      {areas.length === 0 && (
        <Panel flush>
          <EmptyState icon={IconMapPins} title="No matching areas" text="No area has this coverage." />
        </Panel>
      )}
      {areas.length > 0 && shape === 'bars' && (
        <Panel>
          <DemandBarsView waitlistId={waitlistId} areas={areas} />
        </Panel>
      )}
      {areas.length > 0 && shape === 'table' && <DemandTable waitlistId={waitlistId} areas={areas} onOpen={open} />}
      <p className="q-caption">{footerText(demand.data)}</p>
    </div>
  )
}

function Choice({ label, people, coverage }: { label: string; people: number; coverage?: Coverage }) {
  return (
    <span className={classes.choice}>
      {coverage && <span className={classes.dot} data-coverage={coverage} aria-hidden />}
      {label}
      <span className="q-num q-muted">{formatCount(people)}</span>
    </span>
  )
}

function footerText({ areas, total, people }: Demand): string {
  const counted = `${countText(people)} in ${countText(total, 'area', 'areas')}.`
  return total > areas.length ? `${counted} Showing the top ${areas.length}.` : counted
}

function CoverageShareView({ byCoverage }: Pick<Demand, 'byCoverage'>) {
  const everybody = coverages.reduce((sum, one) => sum + byCoverage[one], 0)
  const coverageTexts = coverages.map((one) => `${coverageMeta[one].label}: ${countText(byCoverage[one])}`)
  const widthOf = (part: readonly Coverage[]) =>
    (100 * part.reduce((sum, one) => sum + byCoverage[one], 0)) / Math.max(everybody, 1)
  return (
    <div className={classes.share}>
      <p className="q-secondary">
        <b className="q-strong q-num">{formatCount(byCoverage.none)}</b>
        {` of ${countText(everybody)} (${formatShare(byCoverage.none / Math.max(everybody, 1), 0)}) wait in areas without a venue.`}
      </p>
      <svg
        className={classes.parts}
        viewBox="0 0 100 1"
        preserveAspectRatio="none"
        role="img"
        aria-label={coverageTexts.join(', ')}
      >
        {coverages.map((one, index) => (
          <rect
            key={one}
            data-coverage={one}
            x={widthOf(coverages.slice(0, index))}
            y={0}
            width={widthOf([one])}
            height={1}
          />
        ))}
      </svg>
    </div>
  )
}

function DemandBarsView({ waitlistId, areas }: { waitlistId: string; areas: readonly DemandArea[] }) {
  const top = Math.max(...areas.map(({ people }) => people), 1)
  return (
    <ul className={classes.areas} aria-label="Demand by area">
      {areas.map((area) => (
        <li key={areaId(area)} className={classes.area}>
          <div className={classes.name}>
            <AppLink to={areaAddress(waitlistId, area)} className="q-strong">
              {areaName(area)}
            </AppLink>
            {area.wantedVenue !== '' && (
              <span className="q-caption">{`Most wanted: ${isolated(area.wantedVenue)}`}</span>
            )}
            {area.venues > 0 && (
              <span className="q-caption">{`${countText(area.venues, 'venue', 'venues')} in the city`}</span>
            )}
          </div>
          <div className={classes.measure}>
            <progress
              className={classes.bar}
              data-coverage={area.coverage}
              value={area.people}
              max={top}
              aria-label={`${areaName(area)}, compared with the top area`}
            />
            <span className={`q-num ${classes.count}`} title={`${countText(area.people)} waiting`}>
              {formatCount(area.people)}
            </span>
          </div>
          <div className={classes.way}>
            <MetaPill meta={coverageMeta[area.coverage]} />
            <LeadLink area={area} />
          </div>
        </li>
      ))}
    </ul>
  )
}

const columns: Column<DemandArea>[] = [
  { id: 'area', header: 'Area', card: 'title', cell: areaName },
  { id: 'people', header: 'Waiting', align: 'right', card: 'fact', cell: ({ people }) => formatCount(people) },
  {
    id: 'coverage',
    header: 'Coverage',
    card: 'fact',
    cell: ({ coverage }) => <MetaPill meta={coverageMeta[coverage]} />,
  },
  { id: 'venues', header: 'Venues in the city', align: 'right', card: 'fact', cell: ({ venues }) => venues },
  { id: 'wanted', header: 'Most wanted', card: 'fact', cell: ({ wantedVenue }) => wantedVenue || '—' },
  { id: 'lead', header: 'Lead', align: 'right', card: 'fact', cell: (area) => <LeadLink area={area} /> },
]

interface DemandTableProps {
  waitlistId: string
  areas: DemandArea[]
  onOpen: (area: DemandArea) => void
}

function DemandTable({ waitlistId, areas, onOpen }: DemandTableProps) {
  const open = (id: string) => {
    const area = areas.find((one) => areaId(one) === id)
    if (area) onOpen(area)
  }
  return (
    <DataTable
      caption="Demand by area"
      columns={columns}
      rows={areas}
      rowId={areaId}
      rowLabel={areaName}
      rowHref={(area) => areaAddress(waitlistId, area)}
      onOpen={open}
      loading={false}
    />
  )
}

function LeadLink({ area }: { area: DemandArea }) {
  if (!needsVenue(area)) return null
  return (
    <ButtonLink size="sm" icon={IconBuildingStore} to={leadAddress(area)}>
      Create merchant lead<span className="q-hidden"> for {isolated(areaName(area))}</span>
    </ButtonLink>
  )
}

export function leadAddress({ city, postalCode, wantedVenue }: DemandArea): string {
  const lead = { name: wantedVenue, city, postalCode }
  const known = Object.entries(lead).filter(([, value]) => value !== '')
  return `/merchants?${new URLSearchParams([['action', 'create'], ...known]).toString()}`
}
