import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { IconDoorExit } from '@tabler/icons-react'
import { useState } from 'react'
import type { Churn, ChurnBucket } from '../../economics/contract'
import { analyticsApi } from '../analytics-queries'
import { subscriptionsLink } from '../overview/overview-links'
import { axisText, spanText } from './day-words'
import { filtersOf, type EconomicsPanelProps } from './economics-scope'
import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Segmented } from '@quaff/platform/console/controls/segmented'
import { BarChart } from '@quaff/platform/console/display/charts/bar-chart'
import { ChartTable } from '@quaff/platform/console/display/charts/chart-table'
import { MeasuredPanel } from '@quaff/platform/console/display/measured/measured-panel'
import { countFormat, percentFormat } from '@quaff/platform/console/display/measured/measured-words'
import { saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured/save-measured'
import { EmptyState } from '@quaff/platform/console/list/list-states'

const formula =
  'Canceled in each step ÷ (active at its end + canceled) × 100. Steps are days, above a month weeks, above half a year months, above three years quarters.'
const planNote =
  ' Of one plan, earlier levels are put together from starts and cancellations (est.): what a pass was meanwhile is not on record.'
const heads = ['Days', 'Canceled', 'Active at the end', 'Rate']

export function ChurnPanel({ scope }: EconomicsPanelProps) {
  const { range } = scope
  const query = useQuery(
    analyticsApi.churn.queryOptions({ input: filtersOf(range), placeholderData: keepPreviousData }),
  )
  return (
    <MeasuredPanel
      title="Churn over time"
      formula={range.planId === undefined ? formula : formula + planNote}
      error="Churn could not be loaded"
      query={query}
      empty={({ total }) =>
        total.canceled + total.active === 0 && (
          <EmptyState
            icon={IconDoorExit}
            title="Nobody could leave"
            text="There was no active subscription in this time, so there is no rate."
          />
        )
      }
      footer={({ previous }) => (
        <>
          {range.compare && (
            <span className="q-caption q-num">
              Before: {countFormat.format(previous.canceled)} canceled, {rateOf(previous)}.
            </span>
          )}
          <ButtonLink size="sm" variant="quiet" to={subscriptionsLink(scope, { status: 'canceled' })}>
            Canceled subscriptions
          </ButtonLink>
        </>
      )}
      onSave={save}
      table={({ buckets, total }) => (
        <ChartTable
          caption="Churn over time"
          headers={heads}
          rows={[
            ...buckets.map((bucket) => [spanText(bucket), ...figuresOf(bucket)]),
            ['Whole range', ...figuresOf(total)],
          ]}
        />
      )}
    >
      {(data) => <Bars data={data} />}
    </MeasuredPanel>
  )
}

const shown = { canceled: 'Canceled', rate: 'Rate' } as const
const options = [
  { value: 'canceled', label: shown.canceled },
  { value: 'rate', label: shown.rate },
] as const

function Bars({ data: { buckets, total } }: { data: Churn }) {
  const [by, setBy] = useState<keyof typeof shown>('canceled')
  const isRate = by === 'rate'
  return (
    <BarChart
      caption={isRate ? 'Churn rate of each step' : 'Canceled in each step'}
      lead={(pointedAt) => (
        <span className="q-row">
          <Segmented label="What the bars show" value={by} options={options} onChange={setBy} />
          <span className="q-caption q-num">
            {pointedAt ?? `${countFormat.format(total.canceled)} canceled, ${rateOf(total)} in all`}
          </span>
        </span>
      )}
      points={buckets.map((bucket) => ({
        label: spanText(bucket),
        shortLabel: axisText(bucket.from, total),
        value: isRate ? bucket.rate : bucket.canceled,
        note: isRate ? `${countFormat.format(bucket.canceled)} canceled` : rateOf(bucket),
      }))}
      formatValue={isRate ? (value) => percentFormat.format(value / 100) : undefined}
      valueLabel={isRate ? 'churn' : 'canceled'}
      hasTable={false}
    />
  )
}

/** Where nobody could leave there is no rate. */
const rateOf = ({ rate, active, canceled }: ChurnBucket) =>
  active + canceled === 0 ? '—' : percentFormat.format(rate / 100)

const figuresOf = (bucket: ChurnBucket) => [
  countFormat.format(bucket.canceled),
  countFormat.format(bucket.active),
  rateOf(bucket),
]

function save(data: Churn): void {
  const row = ({ from, to, canceled, active, rate }: ChurnBucket) => [from, to, canceled, active, twoDecimals(rate)]
  saveMeasured(
    'churn',
    ['From', 'To', 'Canceled', 'Active at the end', 'Churn %'],
    [...data.buckets.map(row), [], ['Whole range'], row(data.total), ['Before'], row(data.previous)],
    data,
  )
}
