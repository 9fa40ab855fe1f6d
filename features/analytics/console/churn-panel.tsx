import { IconDoorExit } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/choices'
import { ChartTable, linkedCount } from '@quaff/platform/console/display/charts/chart-table'
import { Plot, type PlotPoint } from '@quaff/platform/console/display/charts/plot'
import {
  formatDate,
  formatDateRange,
  counted,
  formatCount,
  formatPercent,
  formatShare,
  formatShareCell,
} from '@quaff/platform/console/display/formats'
import { unrecordedText } from '@quaff/platform/console/display/measured-labels'
import { MeasuredPanel, saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured-panel'
import { EmptyState } from '@quaff/platform/console/list/list-states'
import type { Churn, ChurnBucket } from '../economics-contract'
import { countDays, type DayRange } from '../range-rules'
import { analyticsApi } from './analytics-queries'
import {
  canceledLink,
  cancellationsLink,
  type EconomicsPanelProps,
  endingLink,
  filtersOf,
  type LinkScope,
} from './overview-links'

const formula = 'Canceled ÷ (active at the end + canceled), per day, week, month or quarter depending on the range.'
const planNote = ' For one plan, past levels are estimated from starts and cancellations.'
const heads = ['Dates', 'Canceled', 'Active at end', 'Rate']

export function ChurnPanel({ scope }: EconomicsPanelProps) {
  const { range } = scope
  const query = useQuery(
    analyticsApi.churn.queryOptions({ input: filtersOf(range), placeholderData: keepPreviousData }),
  )
  return (
    <MeasuredPanel
      title="Churn over time"
      formula={range.planId === undefined ? formula : formula + planNote}
      what="churn"
      query={query}
      height={288}
      empty={({ total }) =>
        total.canceled + total.active === 0 && (
          <EmptyState
            icon={IconDoorExit}
            title="No churn to show"
            text="There were no active subscriptions in this range."
          />
        )
      }
      footer={({ previous, recordedSince, timeZone, scheduled }) => (
        <>
          {range.compare && (
            <span className="q-caption q-num">
              {previous
                ? `Before: ${formatCount(previous.canceled)} (${rateOf(previous)})`
                : `Before: — (${unrecordedText(recordedSince, timeZone)})`}
            </span>
          )}
          <span className="q-row q-wrap">
            <ButtonLink size="sm" variant="quiet" to={canceledLink(scope, range)}>
              Canceled subscriptions
            </ButtonLink>
            {scheduled > 0 && (
              <ButtonLink size="sm" variant="quiet" to={endingLink(scope)}>
                {counted(scheduled, 'scheduled cancellation')}
              </ButtonLink>
            )}
            <ButtonLink size="sm" variant="quiet" to={cancellationsLink(scope)}>
              Cancellation reasons
            </ButtonLink>
          </span>
        </>
      )}
      onSave={save}
      table={({ buckets, total }) => (
        <ChartTable
          caption="Churn over time"
          headers={heads}
          rows={[
            ...buckets.map((bucket) => [spanText(bucket), ...figuresOf(bucket, scope)]),
            ['Whole range', ...figuresOf(total, scope)],
          ]}
        />
      )}
    >
      {(data) => <Bars data={data} scope={scope} />}
    </MeasuredPanel>
  )
}

const shown = { canceled: 'Canceled', rate: 'Rate' } as const
const options = [
  { value: 'canceled', label: shown.canceled },
  { value: 'rate', label: shown.rate },
] as const

function Bars({ data: { buckets, earlier, total, window, measuredAt }, scope }: { data: Churn; scope: LinkScope }) {
  const [by, setBy] = useState<keyof typeof shown>('canceled')
  const isRate = by === 'rate'
  const isCompared = scope.range.compare && earlier.length === buckets.length
  const textOf = (bucket: ChurnBucket) => (isRate ? rateOf(bucket) : formatCount(bucket.canceled))
  return (
    <Plot
      caption={isRate ? 'Churn rate over time' : 'Canceled over time'}
      lead={(pointedAt) => (
        <span className="q-row q-wrap">
          <Segmented label="Bars show" value={by} options={options} onChange={setBy} />
          <span className="q-caption q-num">
            {pointedAt ?? `${formatCount(total.canceled)} canceled · ${rateOf(total)} overall`}
          </span>
        </span>
      )}
      points={buckets.map((bucket, index) => ({
        label: spanText(bucket),
        before: isCompared ? beforeOf(earlier[index]) : undefined,
        state: index === buckets.length - 1 && window.to > measuredAt ? 'open' : 'closed',
        shortLabel: axisText(bucket.from, total),
        value: isRate ? bucket.rate : bucket.canceled,
        to: canceledLink(scope, bucket),
        note: isRate ? `${formatCount(bucket.canceled)} canceled` : rateOf(bucket),
      }))}
      formatValue={isRate ? formatPercent : undefined}
      isWhole={!isRate}
      valueLabel={isRate ? 'churn' : 'canceled'}
      seriesLabel="This range"
      beforeLabel={isCompared ? `${counted(countDays(total), 'day')} before` : undefined}
      hasTable={false}
    />
  )

  function beforeOf(bucket: ChurnBucket | undefined): PlotPoint['before'] {
    if (!bucket) return undefined
    return { value: isRate ? bucket.rate : bucket.canceled, text: `${textOf(bucket)} on ${spanText(bucket)}` }
  }
}

/** There is no rate without subscriptions that could churn. */
const rateOf = ({ rate, active, canceled }: ChurnBucket, format: (share: number) => string = formatShare) =>
  active + canceled === 0 ? '—' : format(rate / 100)

const figuresOf = (bucket: ChurnBucket, scope: LinkScope) => [
  linkedCount(bucket.canceled, formatCount(bucket.canceled), canceledLink(scope, bucket)),
  formatCount(bucket.active),
  rateOf(bucket, formatShareCell),
]

const noteOf = (bucket: ChurnBucket) =>
  `${bucket.from} to ${bucket.to}, ${bucket.canceled} canceled, ${bucket.active} active at end, ${rateOf(bucket)}`

function save(data: Churn): void {
  const row = ({ from, to, canceled, active, rate }: ChurnBucket) => [from, to, canceled, active, twoDecimals(rate)]
  saveMeasured('churn', ['From', 'To', 'Canceled', 'Active at end', 'Churn %'], data.buckets.map(row), data, [
    `Whole range: ${noteOf(data.total)}`,
    ...(data.previous ? [`Before: ${noteOf(data.previous)}`] : []),
  ])
}

const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

/** Days are names already: no zone may move them. */
const formatIn = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', ...options, timeZone: 'UTC' })
const short = formatIn({})
const month = formatIn({ day: undefined, year: 'numeric' })

/** "Nov 22" or "Nov 16 – 22" */
const spanText = ({ from, to }: DayRange): string => formatDateRange(noonOf(from), noonOf(to), { timeZone: 'UTC' })

/** Under an axis: "16 Nov", over years "Nov 2026". */
export const axisText = (day: string, range: DayRange): string =>
  (range.from.slice(0, 4) === range.to.slice(0, 4) ? short : month).format(noonOf(day))

export const dayText = (day: string): string => formatDate(noonOf(day), 'date', { timeZone: 'UTC' })
