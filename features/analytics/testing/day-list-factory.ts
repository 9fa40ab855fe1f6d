import { countDays, shiftDayKey, type DayRange } from '../range-rules'

export function listDays(days: DayRange): string[] {
  return Array.from({ length: countDays(days) }, (_, index) => shiftDayKey(days.from, index))
}
