import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dateTimeTextIn,
  dayKeyIn,
  hourOfDayIn,
  instantIn,
  relativeTime,
  shiftDaysIn,
  spokenTime,
  startOfDayIn,
  startOfHourIn,
  startOfMonthIn,
} from './calendar'

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

/** Clocks go forward at midnight in Beirut, Santiago and Cairo, and by half an hour on Lord Howe Island. */
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
  it('begin with the first instant of their date, from any instant', () => {
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

  it('begin at midnight again after a day without midnight', () => {
    const short = startOfDayIn('Asia/Beirut', new Date('2027-03-28T12:00:00Z'))
    expect(short).toEqual(new Date('2027-03-27T22:00:00Z'))
    expect(shiftDaysIn('Asia/Beirut', short, 1)).toEqual(new Date('2027-03-28T21:00:00Z'))
  })
})

/** The library's results, without a cache. */
const byLibrary = {
  midnight: (local: TZDate) => new Date(local.setHours(0, 0, 0, 0)),
  month(zone: string, at: Date) {
    const local = new TZDate(at.getTime(), zone)
    local.setDate(1)
    return this.midnight(local)
  },
  shifted(zone: string, at: Date, days: number) {
    const local = new TZDate(at.getTime(), zone)
    local.setHours(0, 0, 0, 0)
    local.setDate(local.getDate() + days)
    return this.midnight(local)
  },
}

/** Midnight occurs twice in Havana, Apia skipped a day, and Casablanca changes its clocks four times a year. */
const oddZones = [
  ...zones,
  'America/Havana',
  'Pacific/Apia',
  'Africa/Casablanca',
  'America/Sao_Paulo',
  'Asia/Pyongyang',
]
const longAgoToo = fc.date({ min: new Date('1975-01-01'), max: new Date('2045-01-01'), noInvalidDate: true })

/** Hours around a clock change, where a cached offset for the day would be wrong. */
const nearChange = fc
  .tuple(
    fc.constantFrom(
      '2011-12-30T10:00Z',
      '2025-11-02T05:00Z',
      '2018-11-04T03:00Z',
      '2027-03-27T22:00Z',
      '2025-02-23T02:00Z',
    ),
    fc.integer({ min: -172_800_000, max: 172_800_000 }),
  )
  .map(([change, ms]) => new Date(new Date(change).getTime() + ms))

describe('the cache of a zone', () => {
  it('changes no result, at any instant and after any number of calls', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...oddZones),
        fc.oneof(longAgoToo, nearChange),
        fc.integer({ min: -400, max: 400 }),
        fc.integer({ min: 0, max: 1_439 }),
        (zone, at, days, minutes) => {
          const local = new TZDate(at.getTime(), zone)
          expect(startOfDayIn(zone, at)).toEqual(byLibrary.midnight(new TZDate(at.getTime(), zone)))
          expect(startOfMonthIn(zone, at)).toEqual(byLibrary.month(zone, at))
          expect(shiftDaysIn(zone, at, days)).toEqual(byLibrary.shifted(zone, at, days))
          expect(hourOfDayIn(zone, at)).toBe(local.getHours())
          const day = dayKeyIn(zone, at)
          expect(day).toBe(calendarDay(zone, at, 0))
          const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
          const shown = new TZDate(year, month - 1, date, Math.floor(minutes / 60), minutes % 60, zone)
          expect(instantIn(zone, day, minutes).getTime()).toBe(shown.getTime())
        },
      ),
      { numRuns: 5_000 },
    )
  })
})

it.each([
  ['Asia/Kathmandu', '2026-10-31T18:15:21.534Z', '2026-11-01 00:00:21'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01 01:30:00'],
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01 01:30:00'],
])('the local time in %s of %s is %s', (zone, at, shown) => {
  expect(dateTimeTextIn(zone, new Date(at))).toBe(shown)
})

const now = new Date('2026-11-20T18:00:00Z')
const ago = (seconds: number) => relativeTime(new Date(now.getTime() - seconds * 1000), now)

describe('relativeTime', () => {
  it.each([
    [0, 'Just now'],
    [59, 'Just now'],
    [60, '1m ago'],
    [59 * 60 + 59, '59m ago'],
    [60 * 60, '1h ago'],
    [24 * 60 * 60 - 1, '23h ago'],
    [24 * 60 * 60, '1d ago'],
    [41 * 24 * 60 * 60, '41d ago'],
  ])('§9 says after %i seconds: %s', (seconds, label) => {
    expect(ago(seconds)).toBe(label)
  })

  it('treats a future instant as just now', () => {
    expect(ago(-90)).toBe('Just now')
  })
})

describe('spokenTime', () => {
  it.each([
    [-90, 'just now'],
    [59, 'just now'],
    [60, '1 minute ago'],
    [2 * 60, '2 minutes ago'],
    [60 * 60, '1 hour ago'],
    [24 * 60 * 60 - 1, '23 hours ago'],
    [24 * 60 * 60, '1 day ago'],
  ])('says after %i seconds: %s', (seconds, label) => {
    expect(spokenTime(new Date(now.getTime() - seconds * 1000), now)).toBe(label)
  })
})
