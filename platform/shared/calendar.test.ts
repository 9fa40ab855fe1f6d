import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayKeyIn, shiftDaysIn, startOfDayIn, startOfHourIn } from './calendar'

describe('the start of an hour', () => {
  it.each([
    [
      'as the clock shows it where zones are off by a quarter',
      'Asia/Kathmandu',
      '2025-04-05T15:40:00Z',
      '2025-04-05T15:15:00.000Z',
    ],
    ['the first time that a clock shows it', 'Europe/Berlin', '2025-10-26T00:30:00Z', '2025-10-26T00:00:00.000Z'],
    ['the second time, an hour later', 'Europe/Berlin', '2025-10-26T01:30:00Z', '2025-10-26T01:00:00.000Z'],
    ['after the hour that a clock left out', 'America/New_York', '2026-03-08T07:10:00Z', '2026-03-08T07:00:00.000Z'],
    ['where half an hour comes twice', 'Australia/Lord_Howe', '2025-04-05T14:50:00Z', '2025-04-05T14:00:00.000Z'],
  ])('is %s', (_, zone, at, expected) => {
    expect(startOfHourIn(zone, new Date(at)).toISOString()).toBe(expected)
  })
})

/** In Beirut, Santiago and Cairo clocks go forward at midnight, on Lord Howe Island by half an hour. */
const zones = [
  'Asia/Beirut',
  'America/Santiago',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
  'Asia/Kathmandu',
]
const anyMoment = fc.date({
  min: new Date('2024-01-01T00:00:00Z'),
  max: new Date('2028-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const calendarDay = (zone: string, at: Date, days: number) => {
  const local = new TZDate(at.getTime(), zone)
  return new Date(Date.UTC(local.getFullYear(), local.getMonth(), local.getDate() + days)).toISOString().slice(0, 10)
}

describe('days of a zone', () => {
  it('begin with the first moment of their date, wherever one comes from', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyMoment, fc.integer({ min: -400, max: 400 }), (zone, at, days) => {
        const start = shiftDaysIn(zone, at, days)
        expect(dayKeyIn(zone, start)).toBe(calendarDay(zone, at, days))
        expect(dayKeyIn(zone, new Date(start.getTime() - 1))).toBe(calendarDay(zone, at, days - 1))
        expect(startOfDayIn(zone, start)).toEqual(start)
      }),
      { numRuns: 1_000 },
    )
  })

  it('begin at midnight again after a day whose midnight was left out', () => {
    const short = startOfDayIn('Asia/Beirut', new Date('2027-03-28T12:00:00Z'))
    expect(short).toEqual(new Date('2027-03-27T22:00:00Z'))
    expect(shiftDaysIn('Asia/Beirut', short, 1)).toEqual(new Date('2027-03-28T21:00:00Z'))
  })
})
