import { Fragment, type ReactNode } from 'react'
import { churnWindowDays } from '@quaff/features/subscriptions/churn-rules'
import { scheduledEnds } from '@quaff/features/subscriptions/console/subscription-search-widget'
import { useNow } from '@quaff/platform/console/clock'
import { Sparkline } from '@quaff/platform/console/display/charts/sparkline'
import { formatCount, formatPercent } from '@quaff/platform/console/display/formats'
import { MetricTile, type MetricTileProps, MetricTiles } from '@quaff/platform/console/display/metric-tiles'
import { Panel } from '@quaff/platform/console/display/panel'
import { AppLink } from '@quaff/platform/console/frame/app-link'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { DashboardMetrics } from '../contract'
import { pendingParts } from '../rules'
import type { FiguresState } from './figures-badge'
import { changeOf, listOf, MainTotal, otherTotals, vsWeekAgo } from './tile-text'

type AdminTilesProps = {
  metrics: DashboardMetrics | undefined
  state: FiguresState | undefined
  loading: boolean
  onRetry: () => void
}

const tileLabels = [
  'Total monthly revenue',
  'Net monthly revenue',
  'Active subscribers',
  'Growth rate',
  'Redemptions today',
  'Active merchants',
  'Pending merchants',
  'Average churn',
] as const

const drawnTiles: ReadonlySet<string> = new Set([tileLabels[0], tileLabels[2], tileLabels[3], tileLabels[4]])

/** The nine metrics of spec §3 and net revenue. Each change is in the tile of its metric. */
export function AdminTiles({ metrics, state, loading, onRetry }: AdminTilesProps) {
  const now = useNow()
  if (!metrics || !state) {
    if (!loading) return <Panel what="metrics" onRetry={onRetry} />
    return (
      <MetricTiles columns={4} lines={2}>
        {tileLabels.map((label, index) => (
          <MetricTile key={label} label={label} loading wide={index < 2} spark={drawnTiles.has(label) || undefined} />
        ))}
      </MetricTiles>
    )
  }
  const sampled = sampleParts(metrics)
  // When everything is the sample, the badge above offers Retry once for all.
  const retryTile = state.source === 'sample' ? undefined : onRetry
  return (
    <MetricTiles columns={4} lines={2}>
      {tilesOf(metrics, now).map(({ part, ...tile }) => (
        <MetricTile key={tile.label} {...tile} {...originOf(state, sampled.has(part), retryTile)} />
      ))}
    </MetricTiles>
  )
}

/** Sample figures are never shown (G24); cached figures say "Cached 3 min". */
function originOf(state: FiguresState, isSample: boolean, onRetry?: () => void): Partial<MetricTileProps> {
  if (isSample) return { source: 'sample', spark: undefined, note: undefined, onRetry }
  return { source: state.source, sourceLabel: state.source === 'cached' ? state.label : undefined }
}

/** Zero in review does not mean zero pending: merchants in setup count too. */
function waitingNote(metrics: DashboardMetrics, now: Date): ReactNode {
  if (metrics.pendingMerchants === 0) return 'None waiting'
  const since = metrics.oldestPendingSince
  const parts = pendingParts(metrics)
  return (
    <>
      {parts.map(({ text, href }, index) => (
        <Fragment key={href}>
          {index > 0 && ' · '}
          <AppLink to={href}>{text}</AppLink>
        </Fragment>
      ))}
      {since && (
        <>
          <br />
          <span>{`Oldest waiting ${waitedSince(since, now)}`}</span>
        </>
      )}
    </>
  )
}

type AdminTile = MetricTileProps & { part: MetricPart }

function tilesOf(metrics: DashboardMetrics, now: Date): AdminTile[] {
  const today = dayKeyIn(metrics.timeZone, metrics.measuredAt)
  const notLive = metrics.activeMerchants - metrics.liveMerchants
  const growth = changeOf(metrics.activeSubscribersChange, '', metrics.timeZone)
  const isMeasured = growth.missing === undefined
  const subscriberLine = <Sparkline values={metrics.subscriberTrend} />
  return [
    {
      label: tileLabels[0],
      part: 'subscriptions',
      formula: adminFormulas.totalRevenue,
      to: listOf.active,
      value: <MainTotal totals={metrics.totalRevenue} />,
      ...changeOf(metrics.totalRevenueChange, 'vs 30 days ago', metrics.timeZone),
      note: otherTotals(metrics.totalRevenue),
      spark: <Sparkline values={metrics.revenueTrend} />,
      wide: true,
    },
    {
      label: tileLabels[1],
      part: 'subscriptions',
      formula: adminFormulas.netRevenue,
      value: <MainTotal totals={metrics.netRevenue} />,
      note: otherTotals(metrics.netRevenue) ?? `After ${formatPercent(metrics.averageChurnPercent)} average churn`,
      wide: true,
    },
    {
      label: tileLabels[2],
      part: 'subscriptions',
      formula: adminFormulas.activeSubscribers,
      to: listOf.active,
      value: formatCount(metrics.activeSubscribers),
      ...changeOf(metrics.activeSubscribersChange, 'vs 30 days ago', metrics.timeZone),
      spark: subscriberLine,
    },
    {
      label: tileLabels[3],
      part: 'subscriptions',
      formula: adminFormulas.growthRate,
      // The same two levels as the change beside it: what cannot be compared has no rate.
      value: isMeasured ? formatPercent(metrics.growthRate) : '—',
      note: isMeasured ? 'Subscribers, last 30 days' : `No rate: ${growth.missing}`,
      spark: subscriberLine,
    },
    {
      label: tileLabels[4],
      part: 'redemptions',
      formula: adminFormulas.redemptionsToday,
      to: `/analytics?tab=redemptions&redeemedFrom=${today}&redeemedTo=${today}&redemptionStatus=completed`,
      value: formatCount(metrics.redemptionsToday),
      ...changeOf(metrics.redemptionsChange, vsWeekAgo(metrics), metrics.timeZone),
      spark: <Sparkline values={metrics.redemptionHours} shape="bars" lastIsOpen slots={24} />,
    },
    {
      label: tileLabels[5],
      part: 'merchants',
      formula: adminFormulas.activeMerchants,
      value: formatCount(metrics.activeMerchants),
      note: `${formatCount(metrics.liveMerchants)} selling · ${formatCount(notLive)} paused`,
      action: { label: 'View', to: '/merchants?tab=live' },
    },
    {
      label: tileLabels[6],
      part: 'merchants',
      formula: adminFormulas.pendingMerchants,
      value: formatCount(metrics.pendingMerchants),
      note: waitingNote(metrics, now),
      action: { label: 'Review', to: '/merchants?status=pending' },
    },
    {
      label: tileLabels[7],
      part: 'subscriptions',
      formula: adminFormulas.averageChurn,
      to: listOf.churned,
      value: formatPercent(metrics.averageChurnPercent),
      note: 'Average across merchants, last 30 days',
      action: scheduledEnds(metrics.scheduledCancellations),
    },
  ]
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export function waitedSince(since: Date, now: Date): string {
  const elapsedMs = Math.max(now.getTime() - since.getTime(), 0)
  const days = Math.floor(elapsedMs / DAY_MS)
  if (days >= 1) return days === 1 ? '1 day' : `${days} days`
  const hours = Math.floor(elapsedMs / HOUR_MS)
  if (hours >= 1) return hours === 1 ? '1 hour' : `${hours} hours`
  return 'less than an hour'
}

/** The formulas in the specification's wording. */
const adminFormulas = {
  totalRevenue:
    'Active subscriptions at list prices, per month (yearly ÷ 12, weekly × 4.333, daily × 30). Shown per currency.',
  netRevenue: 'Total monthly revenue minus average churn.',
  activeSubscribers: 'Active subscriptions across all merchants.',
  growthRate: 'Change in active subscriptions over the last 30 days.',
  redemptionsToday: 'Drinks redeemed since midnight in the platform’s time zone.',
  activeMerchants: 'Merchants with the status Active, selling or paused.',
  pendingMerchants: 'Merchants waiting for review or still in setup.',
  averageChurn: `Average of each merchant’s churn: canceled in the last ${churnWindowDays} days, including today ÷ (active + canceled).`,
} as const

/** Figures from one query fail together (spec §8). */
const metricParts = ['subscriptions', 'redemptions', 'merchants'] as const
type MetricPart = (typeof metricParts)[number]

export const noParts: ReadonlySet<MetricPart> = new Set()

/** Parts that could not be read show the specified sample values and are never marked live. */
export function sampleParts(metrics: DashboardMetrics): ReadonlySet<MetricPart> {
  if (metrics.source === 'sample') return new Set(metricParts)
  const origin = {
    subscriptions: metrics.activeSubscribersChange.source,
    redemptions: metrics.redemptionsChange.source,
    merchants: metrics.merchantsSource,
  } satisfies Record<MetricPart, string>
  return new Set(metricParts.filter((part) => origin[part] === 'sample'))
}
