import { IconMapPins } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import { Panel } from '@quaff/platform/console/display/panel'
import { EmptyState, ReadingState } from '@quaff/platform/console/list/list-states'
import { waitlistsApi } from '../../console/waitlist-queries'
import type { OnWaitlistSearch } from '../../console/waitlist-search-widget'
import { countWords } from '../../entries/console/entry-looks'
import { coverages, type Coverage, type Demand, type DemandArea } from '../contract'
import { coverageLooks } from './area-looks'
import { CoverageShareView } from './coverage-share-view'
import { DemandBarsView } from './demand-bars-view'
import { DemandTable } from './demand-table'
import classes from './demand.module.css'

const shapes = [
  { value: 'bars', label: 'Bars' },
  { value: 'table', label: 'Table' },
] as const

/** Where people wait and whether a venue is there; an area opens its people. */
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
              label: <Choice label={coverageLooks[value].label} people={byCoverage[value]} coverage={value} />,
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
      <p className="q-caption">{footerWords(demand.data)}</p>
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

function footerWords({ areas, total, people }: Demand): string {
  const counted = `${countWords(people)} in ${countWords(total, 'area', 'areas')}.`
  return total > areas.length ? `${counted} Showing the top ${areas.length}.` : counted
}
