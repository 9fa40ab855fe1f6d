import { changeTo } from '@quaff/platform/console/display/metrics/change-to'
import type { MetricTileProps } from '@quaff/platform/console/display/metrics/metric-tiles'
import type { RateFigure } from '../overview/contract'

/** What figures are compared with, and why they are not where the store does not have it; undefined where nobody asked. */
export type Comparison = { basis: string; unknown: string } | undefined

/** No percentage leads from nothing to something, and none from what is not known. */
export function compareFigures(
  { value, previous }: Pick<RateFigure, 'value' | 'previous'>,
  comparison: Comparison,
  { isRiseGood, isEstimated }: { isRiseGood: boolean; isEstimated: boolean },
): Pick<MetricTileProps, 'change' | 'missing'> {
  if (comparison === undefined) return {}
  if (previous === null || value === null) return { missing: comparison.unknown }
  if (previous === 0) return { missing: 'no earlier data' }
  const percent = ((value - previous) / previous) * 100
  return { change: { ...changeTo(percent, isRiseGood), estimated: isEstimated, basis: comparison.basis } }
}
