import { IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { gridRef } from '@quaff/platform/console/controls/grid-ref'
import { counted, formatCount, formatShare, formatShareCell } from '@quaff/platform/console/display/formats'
import { MeasuredPanel, saveMeasured } from '@quaff/platform/console/display/measured-panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import { withoutAbsent } from '@quaff/platform/console/list/search-values'
import type { Cohort, Cohorts } from '../usage-contract'
import { analyticsApi } from './analytics-queries'
import { cohortLink, type LinkScope, subscriptionsLink } from './overview-links'
import classes from './analytics.module.css'

const formula =
  'Subscriptions still active, trialing or past due at the start of each later month. Not filtered by the range above.'
const shown = { share: 'Share', count: 'Count' } as const
const options = [
  { value: 'share', label: shown.share },
  { value: 'count', label: shown.count },
] as const

export function CohortsPanel({ scope }: { scope: LinkScope }) {
  const { merchantId, planId } = scope.range
  const [by, setBy] = useState<keyof typeof shown>('share')
  const query = useQuery(
    analyticsApi.cohorts.queryOptions({
      input: withoutAbsent({ merchantId, planId }),
      placeholderData: keepPreviousData,
    }),
  )
  return (
    <MeasuredPanel
      title="Retention by start month"
      formula={formula}
      what="start months"
      query={query}
      height={376}
      isOwnTime
      actions={<Segmented label="Cells show" value={by} options={options} onChange={setBy} />}
      empty={({ cohorts }) =>
        cohorts.every(({ started }) => started === 0) && (
          <EmptyState
            icon={IconUsers}
            title="No subscriptions started in these months"
            text="Start months appear here with the first subscription."
          />
        )
      }
      footer={() => (
        <ButtonLink size="sm" variant="quiet" to={subscriptionsLink(scope, {})}>
          Subscriptions
        </ButtonLink>
      )}
      onSave={save}
    >
      {({ cohorts }) => <CohortTable cohorts={cohorts} isShare={by === 'share'} scope={scope} />}
    </MeasuredPanel>
  )
}

function save(data: Cohorts): void {
  const most = Math.max(0, ...data.cohorts.map(({ running }) => running.length))
  saveMeasured(
    'still-running-by-start-month',
    ['Start month', ...Array.from({ length: most }, (_, months) => `After ${months} months`)],
    data.cohorts.map((cohort) => [cohort.month, ...cohortCells(cohort).map(({ count }) => count)]),
    data,
  )
}

/** A triangle: a younger row has fewer months to look back on. It is its own table: the shades only repeat the figures. */
function CohortTable({ cohorts, isShare, scope }: { cohorts: readonly Cohort[]; isShare: boolean; scope: LinkScope }) {
  const most = Math.max(0, ...cohorts.map(({ running }) => running.length))
  const lowest = lowestShare(cohorts)
  const caption = `${isShare ? 'Share' : 'Number'} of subscriptions retained, by start month and months since`
  return (
    <div className={`q-scroll-x ${classes.frame}`} role="region" aria-label={caption}>
      <table ref={gridRef} role="grid" className={classes.cohorts}>
        <caption className="q-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Start</th>
            <th scope="col">Started</th>
            {Array.from({ length: most }, (_, months) => (
              <th key={months} scope="col" aria-label={`Months since: ${months}`}>
                {months}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <tr key={cohort.month}>
              <th scope="row">{monthText(cohort.month)}</th>
              <td>{formatCount(cohort.started)}</td>
              {cohortCells(cohort).map((cell) => (
                <td key={cell.months} data-level={shadeOf(cell, lowest)} title={cellSentence(cohort, cell)}>
                  {cell.count === 0 ? (
                    cellText(cell, isShare)
                  ) : (
                    <AppLink
                      to={cohortLink(scope, cohort, cell)}
                      aria-label={`${cellText(cell, isShare)}: ${cellSentence(cohort, cell)}`}
                    >
                      {cellText(cell, isShare)}
                    </AppLink>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CohortCell = {
  months: number
  count: number
  /** Null if the cohort is empty. */
  share: number | null
}

const cohortCells = ({ started, running }: Cohort): CohortCell[] =>
  running.map((count, months) => ({ months, count, share: started === 0 ? null : count / started }))

/** Ink can be read on as many shades as there are here. */
const darkest = 3

const lowestShare = (cohorts: readonly Cohort[]) =>
  Math.min(1, ...cohorts.flatMap((cohort) => cohortCells(cohort).flatMap(({ share }) => share ?? [])))

/** Scaled from the table's lowest share to 100 %, because few cohorts lose half of their subscribers. */
function shadeOf({ share }: CohortCell, lowest: number): number {
  if (share === null) return 0
  return lowest === 1 ? darkest : Math.round(((share - lowest) / (1 - lowest)) * darkest)
}

/** "Nov 2026", the same in every zone. */
function monthText(month: string): string {
  return monthFormat.format(new Date(`${month}-01T12:00:00Z`))
}
const monthFormat = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })

function cellText({ count, share }: CohortCell, isShare: boolean): string {
  if (share === null) return '—'
  return isShare ? formatShareCell(share) : formatCount(count)
}

/** "Nov 2026, after 2 months: 31 of 40 retained, 77.5%" */
function cellSentence({ month, started }: Cohort, { months, count, share }: CohortCell): string {
  if (share === null) return `${monthText(month)}: no subscriptions started`
  const of = `${formatCount(count)} of ${formatCount(started)}`
  return `${monthText(month)}, after ${counted(months, 'month')}: ${of} retained, ${formatShare(share)}`
}
