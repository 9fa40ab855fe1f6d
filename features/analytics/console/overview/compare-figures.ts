import type { RateFigure } from '../../overview/contract'
import type { MetricChange } from '@quaff/platform/console/display/metrics/metric-tiles'

/** No percentage leads from nothing to something, and none from what is not known. */
export function compareFigures(
  { value, previous }: Pick<RateFigure, 'value' | 'previous'>,
  comparison: string | undefined,
  { isRiseGood, isEstimated }: { isRiseGood: boolean; isEstimated: boolean },
): { change?: MetricChange; note?: string } {
  if (comparison === undefined) return {}
  if (previous === null || value === null) return { note: 'Nothing to compare with' }
  if (previous === 0) return { note: value === 0 ? 'None before either' : 'None before' }
  const percent = ((value - previous) / previous) * 100
  const direction = directionOf(percent)
  const good = direction === 'up' ? isRiseGood : !isRiseGood
  return { change: { percent, direction, good, estimated: isEstimated, basis: comparison } }
}

function directionOf(percent: number): MetricChange['direction'] {
  if (percent === 0) return 'flat'
  return percent > 0 ? 'up' : 'down'
}
