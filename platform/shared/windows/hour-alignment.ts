import { tzOffset } from '@date-fns/tz'
import { isSameZone } from '../calendar'

const hourMinutes = 60
/** Twice a year from the first year that a stored time can have. */
const sampledYears = { from: 1970, to: 2040 } as const
const minutesPastHour = new Map<string, number | null>()

/** Minutes past the full hour UTC at which hours begin in `zone`; null where that has changed, as by a half-hour DST. */
function readMinutesPastHour(zone: string): number | null {
  const found = new Set<number>()
  for (let year: number = sampledYears.from; year <= sampledYears.to; year++)
    for (const month of [0, 6]) {
      const offset = tzOffset(zone, new Date(Date.UTC(year, month, 1)))
      found.add(((-offset % hourMinutes) + hourMinutes) % hourMinutes)
    }
  const [first] = found
  return found.size === 1 && first !== undefined ? first : null
}

function minutesOf(zone: string): number | null {
  const known = minutesPastHour.get(zone)
  if (known !== undefined) return known
  const read = readMinutesPastHour(zone)
  minutesPastHour.set(zone, read)
  return read
}

/** Whether hours have always begun at the same moments in both zones. */
export function hasSameHours(one: string, other: string): boolean {
  if (isSameZone(one, other)) return true
  const minutes = minutesOf(one)
  return minutes !== null && minutes === minutesOf(other)
}
