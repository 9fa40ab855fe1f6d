import { weekAgoLabel } from '@quaff/features/redemptions/console/hour-points-widget'
import { formatMoneyWithCode, Money } from '@quaff/platform/console/display/formats'
import { unrecordedText } from '@quaff/platform/console/display/measured-labels'
import { changeTo, type MetricTileProps } from '@quaff/platform/console/display/metric-tiles'
import type { Change } from '../contract'

/** Contract change → what a tile shows: the change, or why there is none. `riseIsGood` is false where more is worse. */
export function changeOf(
  { percent, source, missing }: Change,
  basis: string,
  timeZone: string,
  riseIsGood = true,
): Pick<MetricTileProps, 'change' | 'missing'> {
  if (missing)
    return {
      missing: missing.reason === 'none_before' ? 'no earlier data' : unrecordedText(missing.recordedSince, timeZone),
    }
  // The change of a sample is an estimate too.
  return { change: { ...changeTo(percent, riseIsGood), estimated: source !== 'live', basis } }
}

/** "vs same time last Friday", on every dashboard. */
export const vsWeekAgo = ({ measuredAt, timeZone }: { measuredAt: Date; timeZone: string }) =>
  `vs same time ${weekAgoLabel(measuredAt, timeZone).replace('Last', 'last')}`

export const listOf = {
  active: '/subscriptions?status=active',
  churned: '/subscriptions?status=canceled&churned=true',
} as const

type Total = { amountMinor: number; currency: string }

/** Currencies are never added together: the first is the figure, the others follow in words. */
export function MainTotal({ totals }: { totals: readonly Total[] }) {
  const [first] = totals
  return <Money amountMinor={first?.amountMinor ?? 0} currency={first?.currency ?? 'usd'} />
}

export function otherTotals(totals: readonly Total[]): string | undefined {
  const rest = totals.slice(1).map((total) => formatMoneyWithCode(total.amountMinor, total.currency))
  return rest.length === 0 ? undefined : rest.join(' · ')
}
