import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconBuildingStore, IconCircleCheck, IconMapPinOff, IconMapPins } from '@tabler/icons-react'
import { useState } from 'react'
import { coverages, type Coverage, type DemandArea } from '../../demand/contract'
import { countWords } from '../entry-looks'
import { waitlistsApi } from '../waitlist-queries'
import type { OnWaitlistSearch } from '../waitlist-search-widget'
import classes from '../waitlists.module.css'
import { leadAddress } from './lead-address'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { Panel } from '@quaff/platform/console/display/panel'
import { StatusPill } from '@quaff/platform/console/display/status-pill'
import { DataTable, type Column } from '@quaff/platform/console/list/data-table'
import { EmptyState, ErrorState } from '@quaff/platform/console/list/list-states'

const looks = {
  covered: { label: 'Covered', tone: 'ok', icon: IconCircleCheck },
  nearby: { label: 'Only in the city', tone: 'warn', icon: IconMapPins },
  none: { label: 'Not covered', tone: 'danger', icon: IconMapPinOff },
} as const satisfies Record<Coverage, object>

const rowId = ({ city, postalCode }: DemandArea) => JSON.stringify([city, postalCode])
const areaName = ({ city, postalCode }: DemandArea) => [city, postalCode].filter(Boolean).join(' ') || 'No area given'

const columns: Column<DemandArea>[] = [
  { id: 'area', header: 'Area', card: 'title', cell: areaName },
  { id: 'people', header: 'Waiting', align: 'right', card: 'fact', cell: ({ people }) => people.toLocaleString() },
  { id: 'coverage', header: 'Coverage', card: 'status', cell: ({ coverage }) => <CoveragePill coverage={coverage} /> },
  { id: 'venues', header: 'Venues in the city', align: 'right', card: 'fact', cell: ({ venues }) => venues },
  { id: 'wanted', header: 'Most wanted', card: 'fact', cell: ({ wantedVenue }) => wantedVenue || '—' },
  {
    id: 'lead',
    header: 'Lead',
    align: 'right',
    card: 'menu',
    cell: (area) =>
      area.city !== '' &&
      area.coverage !== 'covered' && (
        <ButtonLink size="sm" icon={IconBuildingStore} to={leadAddress(area)}>
          Create merchant lead
        </ButtonLink>
      ),
  },
]

interface DemandPanelProps {
  waitlistId: string
  onSearch: OnWaitlistSearch
}

/** Where people wait, the most first; a row opens its people. */
export function DemandPanel({ waitlistId, onSearch }: DemandPanelProps) {
  const [coverage, setCoverage] = useState<Coverage | 'all'>('all')
  const input = { waitlistId, coverage: coverage === 'all' ? undefined : coverage }
  const demand = useQuery(waitlistsApi.demand.queryOptions({ input, placeholderData: keepPreviousData }))
  const open = (id: string) => {
    const area = demand.data?.areas.find((one) => rowId(one) === id)
    if (area && area.city !== '')
      onSearch({ view: undefined, city: area.city, postalCode: area.postalCode || undefined, page: undefined })
  }
  return (
    <div className="q-stack">
      <div className="q-row q-wrap">
        <Segmented
          label="Coverage"
          value={coverage}
          options={[
            { value: 'all', label: 'All areas' },
            ...coverages.map((value) => ({ value, label: looks[value].label })),
          ]}
          onChange={setCoverage}
        />
      </div>
      {demand.isError && !demand.data && (
        <Panel flush>
          <ErrorState title="Demand could not be loaded" onRetry={() => void demand.refetch()} />
        </Panel>
      )}
      {demand.data?.areas.length === 0 && (
        <Panel flush>
          <EmptyState
            icon={IconMapPins}
            title="Nobody waits here"
            text={coverage === 'all' ? 'Areas appear once people join.' : 'No area has this coverage.'}
          />
        </Panel>
      )}
      {(demand.isPending || (demand.data?.areas.length ?? 0) > 0) && (
        <DataTable
          caption="Demand by area"
          columns={columns}
          rows={demand.data?.areas ?? []}
          rowId={rowId}
          rowLabel={areaName}
          rowHref={({ city, postalCode }) => areaAddress(waitlistId, city, postalCode)}
          onOpen={open}
          loading={demand.isPending}
          skeletonRows={8}
          footer={demand.data && <p className={`q-caption ${classes.foot}`}>{footerWords(demand.data)}</p>}
        />
      )}
    </div>
  )
}

function CoveragePill({ coverage }: { coverage: Coverage }) {
  const { label, tone, icon } = looks[coverage]
  return (
    <StatusPill tone={tone} icon={icon}>
      {label}
    </StatusPill>
  )
}

function areaAddress(list: string, city: string, postalCode: string): string {
  return `/waitlists?${new URLSearchParams({ list, city, ...(postalCode && { postalCode }) }).toString()}`
}

function footerWords({ areas, total, people }: { areas: readonly unknown[]; total: number; people: number }): string {
  const counted = `${countWords(people)} in ${countWords(total, 'area', 'areas')}.`
  return total > areas.length ? `${counted} The ${areas.length} with the most people are shown.` : counted
}
