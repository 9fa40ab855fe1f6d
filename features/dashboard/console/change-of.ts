import { weekAgoLabel } from '@quaff/features/redemptions/console/hour-points-widget'
import { unrecordedText } from '@quaff/platform/console/display/measured-words'
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
  // A sample's change is nobody's measurement either.
  return { change: { ...changeTo(percent, riseIsGood), estimated: source !== 'live', basis } }
}

/** "vs same time last Friday", on every dashboard. */
export const vsWeekAgo = ({ measuredAt, timeZone }: { measuredAt: Date; timeZone: string }) =>
  `vs same time ${weekAgoLabel(measuredAt, timeZone).replace('Last', 'last')}`
