import { isNoChange } from './figure-text'
import type { MetricChange } from './metric-tiles'

/** Which way, and whether that is welcome. */
export function changeTo(percent: number, riseIsGood: boolean): MetricChange {
  const direction = directionOf(percent)
  return { percent, direction, good: (direction === 'up') === riseIsGood }
}

function directionOf(percent: number): MetricChange['direction'] {
  if (isNoChange(percent)) return 'flat'
  return percent > 0 ? 'up' : 'down'
}
