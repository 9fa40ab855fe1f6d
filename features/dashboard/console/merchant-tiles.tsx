import { churnWindowDays } from '@quaff/features/subscriptions/churn-rules'
import { scheduledEnds } from '@quaff/features/subscriptions/console/subscription-search-widget'
import { formatCount, formatPercent } from '@quaff/platform/console/display/formats'
import { MetricTile, MetricTiles, type MetricTileProps } from '@quaff/platform/console/display/metric-tiles'
import { Panel } from '@quaff/platform/console/display/panel'
import type { MerchantOverview } from '../contract'
import type { FiguresState } from './figures-badge'
import { changeOf, listOf, MainTotal, otherTotals } from './tile-text'

type MerchantTilesProps = {
  overview: MerchantOverview | undefined
  state: FiguresState | undefined
  loading: boolean
  onRetry: () => void
}

const tileLabels = ['Monthly revenue', 'Active subscribers', 'Churn rate'] as const

export function MerchantTiles({ overview, state, loading, onRetry }: MerchantTilesProps) {
  if (!overview || !state) {
    if (!loading) return <Panel what="metrics" onRetry={onRetry} />
    return (
      <MetricTiles columns={3}>
        {tileLabels.map((label) => (
          <MetricTile key={label} label={label} loading wide={label === tileLabels[2]} />
        ))}
      </MetricTiles>
    )
  }
  const origin = { source: state.source, sourceLabel: state.source === 'cached' ? state.label : undefined }
  return (
    <MetricTiles columns={3}>
      {tilesOf(overview).map((tile) => (
        <MetricTile key={tile.label} {...tile} {...origin} />
      ))}
    </MetricTiles>
  )
}

function tilesOf(overview: MerchantOverview): MetricTileProps[] {
  return [
    {
      label: tileLabels[0],
      formula: 'Active subscriptions at list prices, per month. Shown per currency.',
      to: listOf.active,
      value: <MainTotal totals={overview.monthlyRevenue} />,
      ...changeOf(overview.revenueChange, 'vs 30 days ago', overview.timeZone),
      note: otherTotals(overview.monthlyRevenue),
    },
    {
      label: tileLabels[1],
      formula: 'Active subscriptions. Doesn’t include trials or past-due subscriptions.',
      to: listOf.active,
      value: formatCount(overview.activeSubscribers),
      ...changeOf(overview.subscribersChange, 'vs 30 days ago', overview.timeZone),
      note: `${formatCount(overview.trialing)} trialing · ${formatCount(overview.pastDue)} past due`,
    },
    {
      label: tileLabels[2],
      wide: true,
      formula: `Canceled in the last ${churnWindowDays} days, including today ÷ (active + canceled).`,
      to: listOf.churned,
      value: formatPercent(overview.churnRate),
      note: `${formatCount(overview.churned)} canceled in ${churnWindowDays} days`,
      action: scheduledEnds(overview.scheduledCancellations),
    },
  ]
}
