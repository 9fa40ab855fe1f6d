import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMerchantSelection } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { Menu } from '@quaff/platform/console/controls/menu'
import { comparedText, freshnessText, MeasuredDetails } from '@quaff/platform/console/display/measured-labels'
import { saveMeasured, twoDecimals } from '@quaff/platform/console/display/measured-panel'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metric-tiles'
import { Panel } from '@quaff/platform/console/display/panel'
import { type HourCycle, usePreferences } from '@quaff/platform/console/theme/use-preferences'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { Overview } from '../overview-contract'
import { analyticsApi } from './analytics-queries'
import type { AnalyticsSearch } from './analytics-search-widget'
import { overviewTiles, tileLabels, wideTiles } from './overview-figures'
import type { AnalyticsRange } from './use-analytics-range'
import classes from './analytics.module.css'
import menuStyles from '@quaff/platform/console/controls/menu.module.css'

export function OverviewTiles({ range, search }: { range: AnalyticsRange; search: AnalyticsSearch }) {
  const { isGlobalView } = useMerchantSelection()
  const { hourCycle } = usePreferences()
  const query = useQuery(analyticsApi.overview.queryOptions({ input: range, placeholderData: keepPreviousData }))
  const { data } = query
  if (!data && query.isError) return <Panel what="metrics" onRetry={() => void query.refetch()} />
  const tiles = data
    ? overviewTiles(data, { search, range, isGlobalView })
    : tileLabels.map((label) => ({ label, loading: true, spark: true, wide: wideTiles.includes(label) }))
  return (
    <div className={classes.figures} data-old={query.isPlaceholderData || undefined}>
      <MetricTiles columns={4} lines={2} label="Metrics for this range">
        {tiles.map((tile) => (
          <MetricTile key={tile.label} {...tile} />
        ))}
      </MetricTiles>
      <div className={classes.foot}>
        {data && (
          <>
            <MeasuredDetails query={query} text={comparisonText(data, hourCycle)} />
            <SaveOverviewMenu data={data} />
          </>
        )}
      </div>
    </div>
  )
}

function comparisonText(data: Overview, hourCycle: HourCycle): string {
  const { previousWindow, timeZone, isEstimated, active, redemptions } = data
  const isKnown = active.previous !== null || redemptions.previous !== null
  const compared =
    previousWindow &&
    `${isKnown ? 'Compared to' : 'Partial data for'} ${comparedText(previousWindow, timeZone, hourCycle)}.`
  const estimated = isEstimated && 'Past levels of one plan are estimated at today’s price.'
  return [`${freshnessText(data, hourCycle)}.`, compared, estimated].filter(Boolean).join(' ')
}

const stepNames = { day: 'By day', week: 'By week', month: 'By month' } as const satisfies Record<
  Overview['bucketSize'],
  string
>

/** One table per file; the menu asks which. */
function SaveOverviewMenu({ data }: { data: Overview }) {
  return (
    <Menu>
      <Menu.Target>
        <Button size="sm" variant="quiet" icon={IconDownload} aria-label="Save metrics as CSV">
          CSV
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={menuStyles.dropdown} aria-label="Save metrics as CSV">
        <Menu.Item className={menuStyles.item} onClick={() => saveSteps(data)}>
          {stepNames[data.bucketSize]}
        </Menu.Item>
        <Menu.Item className={menuStyles.item} onClick={() => saveComparison(data)}>
          {data.previousWindow ? 'This range and the previous one' : 'Whole range'}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** A row per step of the range; levels are of the end, the others sums. */
function saveSteps(data: Overview): void {
  saveMeasured(
    'analytics-by-step',
    headOf(data),
    data.buckets.map(({ from, to }, index) => rowOf(data, from, to, ({ points }) => points[index] ?? null)),
    data,
  )
}

/** The whole range and the one before. */
function saveComparison(data: Overview): void {
  const spanOf = ({ from, to }: { from: Date; to: Date }) =>
    [dayKeyIn(data.timeZone, from), dayKeyIn(data.timeZone, new Date(to.getTime() - 1))] as const
  saveMeasured(
    'analytics-compared',
    headOf(data),
    [
      rowOf(data, ...spanOf(data.window), ({ value }) => value),
      ...(data.previousWindow ? [rowOf(data, ...spanOf(data.previousWindow), ({ previous }) => previous)] : []),
    ],
    data,
  )
}

type Readable = { value: number | null; previous: number | null; points: (number | null)[] }

const moneyOf = ({ monthlyRevenue, averageRevenue }: Overview) => [
  ...monthlyRevenue.map((figure) => ({ name: 'Monthly revenue', figure })),
  ...averageRevenue.map((figure) => ({ name: 'ARPU', figure })),
]

const headOf = (data: Overview) => [
  'From',
  'To',
  'Active',
  'Trialing',
  'Past due',
  'New subscriptions',
  'Canceled',
  'Redemptions',
  'Churn %',
  ...moneyOf(data).map(({ name, figure }) => `${isolated(name)} (${figure.currency.toUpperCase()})`),
]

function rowOf(data: Overview, from: string, to: string, read: (figure: Readable) => number | null) {
  const { active, trialing, pastDue, started, canceled, redemptions, churnRate } = data
  return [
    from,
    to,
    ...[active, trialing, pastDue, started, canceled, redemptions].map(read),
    twoDecimals(read(churnRate)),
    ...moneyOf(data).map(({ figure }) => {
      const amount = read(figure)
      return amount === null ? null : { decimal: decimalText(amount, figure.currency) }
    }),
  ]
}
