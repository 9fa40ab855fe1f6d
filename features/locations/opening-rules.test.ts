import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdays } from '@quaff/platform/shared/calendar'
import type { Schedule, Week } from './contract'
import { minutesOf, spanMinutes } from './hours-rules'
import { isOpenAt, openingAt, openingText, shiftDay, venueOpening, weekdayOf } from './opening-rules'

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Pacific/Auckland',
  'Pacific/Apia',
  'Africa/Casablanca',
] as const
const workday = [{ open: '07:00', close: '19:00' }]
const workweek: Week = { mon: workday, tue: workday, wed: workday, thu: workday, fri: workday }
const schedule = (change: Partial<Schedule> = {}): Schedule => ({
  timeZone: 'UTC',
  week: workweek,
  closures: [],
  ...change,
})
const says = (of: Schedule, at: string) => openingText(openingAt(of, new Date(at)), of, new Date(at))

describe('the opening state', () => {
  it.each([
    ['2026-03-10T12:00:00Z', 'Open until 19:00'],
    ['2026-03-10T07:00:00Z', 'Open until 19:00'],
    ['2026-03-10T06:59:59Z', 'Opens at 07:00'],
    ['2026-03-10T19:00:00Z', 'Opens at 07:00 tomorrow'],
    ['2026-03-13T20:00:00Z', 'Opens at 07:00 on Monday'],
  ])('of a workweek at %s: %s', (at, text) => {
    expect(says(schedule(), at)).toBe(text)
  })

  it('of a night bar lasts past midnight, into a day that is closed itself', () => {
    const bar = schedule({ week: { fri: [{ open: '18:00', close: '02:00' }] } })
    expect(says(bar, '2026-03-13T23:30:00Z')).toBe('Open until 02:00 tomorrow')
    expect(says(bar, '2026-03-14T01:59:00Z')).toBe('Open until 02:00')
    expect(says(bar, '2026-03-14T02:00:00Z')).toBe('Opens at 18:00 on Friday')
  })

  it('names the closure and its reason, and when it opens after it', () => {
    const closed = schedule({ closures: [{ from: '2026-12-24', to: '2026-12-26', reason: 'Christmas' }] })
    expect(says(closed, '2026-12-24T12:00:00Z')).toBe('Closed today: Christmas. Opens at 07:00 on Monday')
    expect(says(closed, '2026-12-23T20:00:00Z')).toBe('Opens at 07:00 on Monday')
    expect(openingAt(closed, new Date('2026-12-26T12:00:00Z')).status).toBe('closure')
    const season = schedule({ closures: [{ from: '2026-11-01', to: '2027-02-28', reason: '' }] })
    expect(says(season, '2026-12-24T12:00:00Z')).toBe('Closed today. Opens at 07:00 on Mar 1')
  })

  it('lets last night end as usual when a closure begins', () => {
    const bar = schedule({
      week: { fri: [{ open: '18:00', close: '02:00' }] },
      closures: [{ from: '2026-03-14', to: '2026-03-15', reason: '' }],
    })
    expect(openingAt(bar, new Date('2026-03-14T01:00:00Z')).status).toBe('open')
    expect(openingAt(bar, new Date('2026-03-14T03:00:00Z'))).toMatchObject({ status: 'closure', reason: null })
  })

  it('is unknown without hours, and closed without openings', () => {
    expect(says(schedule({ week: null }), '2026-03-10T12:00:00Z')).toBe('Hours not set')
    expect(says(schedule({ week: {} }), '2026-03-10T12:00:00Z')).toBe('Closed')
  })

  it('knows a place that never closes', () => {
    const always = Object.fromEntries(weekdays.map((day) => [day, [{ open: '00:00', close: '24:00' }]]))
    expect(says(schedule({ week: always }), '2026-03-10T12:00:00Z')).toBe('Open around the clock')
  })

  it.each([
    ['America/New_York', '2026-03-08T07:30:00Z', '01:00', '04:00', 2],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '01:00', '04:00', 4],
    ['Pacific/Auckland', '2026-04-04T13:30:00Z', '01:00', '04:00', 4],
  ])(
    'on the day the clocks change in %s the opening is as much longer or shorter',
    (timeZone, at, open, close, hours) => {
      const all = Object.fromEntries(weekdays.map((day) => [day, [{ open, close }]]))
      const changing = schedule({ timeZone, week: all })
      const { status, until } = openingAt(changing, new Date(at))
      expect(status).toBe('open')
      const before = openingAt(changing, new Date((until?.getTime() ?? 0) - hours * 3_600_000 - 1))
      expect(before.status).toBe('closed')
      expect(before.opensAt?.getTime()).toBe((until?.getTime() ?? 0) - hours * 3_600_000)
    },
  )

  it('in Casablanca follows the clock there, also while Ramadan moves it', () => {
    const there = schedule({ timeZone: 'Africa/Casablanca' })
    expect(says(there, '2026-03-10T18:30:00Z')).toBe('Open until 19:00')
    expect(says(there, '2026-04-10T18:30:00Z')).toBe('Opens at 07:00 on Monday')
  })
})

const two = (value: number) => String(value).padStart(2, '0')
const times = fc
  .integer({ min: 0, max: 95 })
  .map((quarter) => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`)
const weeks: fc.Arbitrary<Week> = fc.record(
  Object.fromEntries(
    weekdays.map((day) => [day, fc.array(fc.record({ open: times, close: times }), { maxLength: 2 })]),
  ),
  { requiredKeys: [] },
)
const instants = fc
  .integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2032, 0, 1) / 60_000 })
  .map((minutes) => new Date(minutes * 60_000))
const closures = fc.array(
  fc
    .record({ start: fc.integer({ min: 0, max: 4_000 }), days: fc.integer({ min: 0, max: 20 }) })
    .map(({ start, days }) => ({
      from: shiftDay('2020-12-01', start),
      to: shiftDay('2020-12-01', start + days),
      reason: '',
    })),
  { maxLength: 3 },
)
const schedules = fc.record({ timeZone: fc.constantFrom(...zones), week: weeks, closures })

/** Reads the wall clock independently, with the platform's formatter. */
function wallClock(timeZone: string, at: Date): { day: string; minutes: number } {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minutes: minutesOf(`${part('hour')}:${part('minute')}`),
  }
}

function isOpenByTheClock({ timeZone, week, closures: closed }: Schedule, at: Date): boolean {
  const { day, minutes } = wallClock(timeZone, at)
  return [0, 1].some((nightsAgo) => {
    const began = shiftDay(day, -nightsAgo)
    if (closed.some(({ from, to }) => from <= began && began <= to)) return false
    return (week?.[weekdayOf(began)] ?? []).some((span) => {
      const since = minutes + nightsAgo * 1_440 - minutesOf(span.open)
      return since >= 0 && since < spanMinutes(span)
    })
  })
}

const offsetMs = (timeZone: string, at: number) => {
  const { day, minutes } = wallClock(timeZone, new Date(at))
  return Date.parse(`${day}T00:00:00Z`) + minutes * 60_000 - at
}
/** Returns true if the clock does not change within two days before or after. */
const isSteady = (timeZone: string, at: Date) =>
  new Set([-2, -1, 0, 1, 2].map((days) => offsetMs(timeZone, at.getTime() + days * 86_400_000))).size === 1

describe('in every zone', () => {
  it('a place is open exactly when the clock on its wall says so', () => {
    fc.assert(
      fc.property(schedules, instants, (any, at) => {
        fc.pre(isSteady(any.timeZone, at))
        expect(openingAt(any, at).status === 'open').toBe(isOpenByTheClock(any, at))
      }),
      { numRuns: 400 },
    )
  })

  it('`until` is the first moment it is closed, also across clock changes', () => {
    fc.assert(
      fc.property(schedules, instants, (any, at) => {
        const { status, until } = openingAt(any, at)
        fc.pre(status === 'open' && until !== null)
        const end = until?.getTime() ?? 0
        expect(end).toBeGreaterThan(at.getTime())
        expect(openingAt(any, new Date(end - 1)).status).toBe('open')
        expect(openingAt(any, new Date(end)).status).not.toBe('open')
      }),
      { numRuns: 200 },
    )
  })

  it('`opensAt` is the first moment it is open again, also across clock changes', () => {
    fc.assert(
      fc.property(schedules, instants, (any, at) => {
        const { status, opensAt } = openingAt(any, at)
        fc.pre(status !== 'open' && opensAt !== null)
        const start = opensAt?.getTime() ?? 0
        expect(start).toBeGreaterThan(at.getTime())
        expect(openingAt(any, new Date(start)).status).toBe('open')
        expect(openingAt(any, new Date(start - 1)).status).not.toBe('open')
        const between = new Date(at.getTime() + Math.floor((start - at.getTime()) / 2))
        expect(openingAt(any, between).status).not.toBe('open')
      }),
      { numRuns: 200 },
    )
  })

  it('always has words', () => {
    fc.assert(
      fc.property(schedules, instants, (any, at) => {
        expect(openingText(openingAt(any, at), any, at)).toMatch(/^(Open|Closed)/)
      }),
    )
  })
})

describe('whether it was open', () => {
  it('is what the opening state says, in any zone and through clock changes', () => {
    const night = [{ open: '18:00', close: '02:00' }]
    const week: Week = { ...workweek, fri: [...workday, { open: '21:00', close: '03:30' }], sat: night }
    const closures = [{ from: '2026-03-10', to: '2026-03-11', reason: '' }]
    const moments = fc.integer({ min: Date.UTC(2026, 2, 1), max: Date.UTC(2026, 3, 15) })
    fc.assert(
      fc.property(moments, fc.constantFrom(...zones), (time, timeZone) => {
        const of = schedule({ week, closures, timeZone })
        expect(isOpenAt(of, new Date(time))).toBe(openingAt(of, new Date(time)).status === 'open')
      }),
      { numRuns: 300, seed: 7 },
    )
  })

  it('is not known without hours, but for a closure', () => {
    const of = schedule({ week: null, closures: [{ from: '2026-03-10', to: '2026-03-10', reason: '' }] })
    expect(['2026-03-09', '2026-03-10', '2026-03-11'].map((day) => isOpenAt(of, new Date(`${day}T12:00:00Z`)))).toEqual(
      [null, false, null],
    )
  })
})

describe('a venue', () => {
  const newYork = schedule({ timeZone: 'America/New_York' })
  const unknown = schedule({ week: null })
  const venue = (at: string, ...schedules: Schedule[]) => {
    const found = venueOpening(schedules, new Date(at))
    return (
      found && [
        found.open,
        found.known,
        found.unknown,
        openingText(found.lead.opening, found.lead.schedule, new Date(at)),
      ]
    )
  }

  it.each<[string, string, Schedule[], unknown]>([
    ['has no state without locations', '2026-03-10T12:00:00Z', [], null],
    ['has no state without hours', '2026-03-10T12:00:00Z', [unknown, unknown], null],
    [
      'is open if one location is',
      '2026-03-10T10:00:00Z',
      [schedule(), newYork, unknown],
      [1, 2, 1, 'Open until 19:00'],
    ],
    ['closes with its last location', '2026-03-10T18:00:00Z', [newYork, schedule()], [2, 2, 0, 'Open until 19:00']],
    [
      'is closed until its first location opens',
      '2026-03-10T23:30:00Z',
      [newYork, schedule()],
      [0, 2, 0, 'Opens at 07:00 tomorrow'],
    ],
    ['follows the clock change of each zone', '2026-03-09T11:00:00Z', [newYork], [1, 1, 0, 'Open until 19:00']],
    ['is closed at the same time before it', '2026-03-06T11:00:00Z', [newYork], [0, 1, 0, 'Opens at 07:00']],
    [
      'may never close',
      '2026-03-10T12:00:00Z',
      [
        schedule({ week: Object.fromEntries(weekdays.map((day) => [day, [{ open: '00:00', close: '24:00' }]])) }),
        schedule(),
      ],
      [2, 2, 0, 'Open around the clock'],
    ],
  ])('%s', (_, at, schedules, expected) => {
    expect(venue(at, ...schedules)).toEqual(expected)
  })

  it('closes in the zone of the location that closes last', () => {
    const lead = venueOpening([schedule(), newYork], new Date('2026-03-10T18:00:00Z'))?.lead
    expect(lead?.schedule.timeZone).toBe('America/New_York')
  })
})
