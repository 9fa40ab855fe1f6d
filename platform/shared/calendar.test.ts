import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayKeyIn, shiftDaysIn, startOfDayIn } from './calendar'

/** In Beirut, Santiago and Cairo clocks go forward at midnight, on Lord Howe Island by half an hour. */
const zones = [
  'Asia/Beirut',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
  'Asia/Kathmandu',
]
const anyZone = fc.constantFrom(...zones)
const anyMoment = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2028-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const calendarDay = (zone: string, at: Date, days: number) => {
  const { year, month, day } = partsIn(zone, at)
  return new Date(Date.UTC(year, month, day + days)).toISOString().slice(0, 10)
}
const partsIn = (zone: string, at: Date) => {
  const local = new TZDate(at.getTime(), zone)
  return { year: local.getFullYear(), month: local.getMonth(), day: local.getDate() }
}

describe('days of a zone', () => {
  it('begin with the first moment of their date, wherever one comes from', () => {
    fc.assert(
      fc.property(anyZone, anyMoment, fc.integer({ min: -400, max: 400 }), (zone, at, days) => {
        const start = shiftDaysIn(zone, at, days)
        expect(dayKeyIn(zone, start)).toBe(calendarDay(zone, at, days))
        expect(dayKeyIn(zone, new Date(start.getTime() - 1))).toBe(calendarDay(zone, at, days - 1))
        expect(startOfDayIn(zone, start)).toEqual(start)
      }),
      { numRuns: 2_000 },
    )
  })

  it('begin at midnight again after a day whose midnight was left out', () => {
    const short = startOfDayIn('Asia/Beirut', new Date('2027-03-28T12:00:00Z'))
    expect(short).toEqual(new Date('2027-03-27T22:00:00Z'))
    expect(shiftDaysIn('Asia/Beirut', short, 1)).toEqual(new Date('2027-03-28T21:00:00Z'))
  })
})
