import type { MerchantOverview } from '../../contract'
import { changeOf } from '../change-of'
import type { FiguresState } from '../figures-state'
import { MainTotal, otherTotals } from '../money-totals'
import { MetricTile, MetricTiles, type MetricTileProps } from '@quaff/platform/console/display/metrics/metric-tiles'
import { Panel } from '@quaff/platform/console/display/panel'

type MerchantTilesProps = {
  overview: MerchantOverview | undefined
  state: FiguresState | undefined
  loading: boolean
  onRetry: () => void
}

const countFormat = new Intl.NumberFormat()
const percentFormat = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
const tileLabels = ['Monthly revenue', 'Active subscribers', 'Churn rate', 'Redemptions today'] as const

export function MerchantTiles({ overview, state, loading, onRetry }: MerchantTilesProps) {
  if (!overview || !state) {
    if (!loading) return <Panel error="Metrics could not be loaded" onRetry={onRetry} />
    return (
      <MetricTiles columns={4}>
        {tileLabels.map((label) => (
          <MetricTile key={label} label={label} loading />
        ))}
      </MetricTiles>
    )
  }
  const origin = { source: state.source, sourceLabel: state.source === 'cached' ? state.label : undefined }
  return (
    <MetricTiles columns={4}>
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
      formula: 'Sum of the monthly amounts of all active subscriptions, one total per currency.',
      value: <MainTotal totals={overview.monthlyRevenue} />,
      change: changeOf(overview.revenueChange, 'vs 30 days ago'),
      note: otherTotals(overview.monthlyRevenue),
    },
    {
      label: tileLabels[1],
      formula: 'Subscriptions with the status active. Trialing and past due are counted apart.',
      value: countFormat.format(overview.activeSubscribers),
      change: changeOf(overview.subscribersChange, 'vs 30 days ago'),
      note: `${countFormat.format(overview.trialing)} trialing, ${countFormat.format(overview.pastDue)} past due`,
    },
    {
      label: tileLabels[2],
      formula: 'Canceled in the last 30 days ÷ (active + those canceled) × 100.',
      value: percentFormat.format(overview.churnRate / 100),
      note: `${countFormat.format(overview.churned)} canceled in 30 days`,
    },
    {
      label: tileLabels[3],
      formula: "Drinks redeemed since midnight in the platform's time zone.",
      value: countFormat.format(overview.redemptionsToday),
      change: changeOf(overview.redemptionsChange, 'vs last week, same hours'),
    },
  ]
}
