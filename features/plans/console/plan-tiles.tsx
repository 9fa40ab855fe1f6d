import { churnWindowDays } from '@quaff/features/subscriptions/churn-rules'
import { scheduledEnds } from '@quaff/features/subscriptions/console/subscription-search-widget'
import { formatCount, formatMoney, formatMoneyWithCode, formatPercent } from '@quaff/platform/console/display/formats'
import { MetricTile, MetricTiles } from '@quaff/platform/console/display/metric-tiles'
import type { PlanList } from '../contract'
import { perDrinkText } from './plan-text'

/** Covers all the merchant's subscriptions. The first currency is the tile's figure, and others appear below it. */
export function PlanTiles({ list, loading }: { list: PlanList | undefined; loading: boolean }) {
  const totals = list?.totals
  if (totals && isUnsold(totals)) return null
  const error = !loading && !totals ? 'Not available' : undefined
  const common = { loading, error }
  return (
    <MetricTiles label="Plan metrics" columns={4}>
      <MetricTile
        {...common}
        label="Monthly revenue"
        to="/subscriptions?status=active"
        formula="Active subscriptions at list prices, per month: yearly ÷ 12, weekly × 4.333, daily × 30. Excludes trials."
        value={firstOf(totals?.monthlyRevenue ?? [], 'usd')}
        note={othersOf(totals?.monthlyRevenue ?? []) ?? undefined}
      />
      <MetricTile
        {...common}
        label="Active"
        to="/subscriptions?status=active"
        value={totals && formatCount(totals.activeSubscribers)}
        note={
          totals &&
          `${formatCount(totals.trialSubscribers)} trialing · ${formatCount(totals.pastDueSubscribers)} past due`
        }
      />
      <MetricTile
        {...common}
        label="Price per drink"
        to="/redemptions?tab=insights"
        formula={`Price per drink = ${perDrinkText}`}
        value={firstOf(totals?.pricePerDrink ?? [])}
        note={totals && `${formatCount(totals.drinks)} drinks in the last 30 days`}
      />
      <MetricTile
        {...common}
        label="Churn rate"
        to="/subscriptions?status=canceled&churned=true"
        formula={`Canceled in the last ${churnWindowDays} days ÷ (active + canceled) × 100.`}
        value={totals && formatPercent(totals.churnRate)}
        note={totals && `${formatCount(totals.churnedThisMonth)} canceled in the last ${churnWindowDays} days`}
        action={totals && scheduledEnds(totals.scheduledCancellations)}
      />
    </MetricTiles>
  )
}

/** Nothing was sold lately: every figure would be a zero that says nothing. */
const isUnsold = (totals: PlanList['totals']) =>
  totals.activeSubscribers + totals.trialSubscribers + totals.pastDueSubscribers === 0 &&
  totals.drinks + totals.churnedThisMonth === 0

type Amounts = PlanList['totals']['monthlyRevenue']

function firstOf([first]: Amounts, emptyCurrency?: string): string {
  if (first) return formatMoney(first.amountMinor, first.currency)
  return emptyCurrency ? formatMoney(0, emptyCurrency) : '—'
}

function othersOf([, ...others]: Amounts): string | undefined {
  if (others.length === 0) return undefined
  return others.map(({ amountMinor, currency }) => formatMoneyWithCode(amountMinor, currency)).join(' · ')
}
