import type { FigureSource } from '../contract'
import type { MetricChange } from '@quaff/platform/console/display/metrics/metric-tiles'

/** Contract change → tile change. `riseIsGood` is false where more is worse. */
export function changeOf(
  change: { percent: number; source: FigureSource },
  basis: string,
  riseIsGood = true,
): MetricChange {
  const direction = directionOf(change.percent)
  return {
    percent: change.percent,
    direction,
    good: (direction === 'up') === riseIsGood,
    // A sample's change is nobody's measurement either.
    estimated: change.source !== 'live',
    basis,
  }
}

function directionOf(percent: number): MetricChange['direction'] {
  if (percent === 0) return 'flat'
  return percent > 0 ? 'up' : 'down'
}
