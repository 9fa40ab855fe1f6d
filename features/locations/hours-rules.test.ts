import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { weekdays } from '@quaff/platform/shared/calendar'
import type { Span, Week } from './contract'
import { checkHours, hoursSentence, minutesOf, parseSpans, readHours, spanMinutes, spansText } from './hours-rules'

const workday = [{ open: '07:00', close: '19:00' }]
const week: Week = {
  mon: workday,
  tue: workday,
  wed: workday,
  thu: workday,
  fri: workday,
  sat: [{ open: '08:00', close: '16:00' }],
}

const two = (value: number) => String(value).padStart(2, '0')
const times = fc
  .integer({ min: 0, max: 1_439 })
  .map((minutes) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`)
const spans = fc.record({ open: times, close: times })
const weeks: fc.Arbitrary<Week> = fc.record(
  Object.fromEntries(weekdays.map((day) => [day, fc.array(spans, { maxLength: 3 })])),
  { requiredKeys: [] },
)

describe('the sentence of hours', () => {
  it('joins equal days and names closed ones', () => {
    expect(hoursSentence(week)).toBe('Mon–Fri 07:00–19:00, Sat 08:00–16:00, Sun closed')
  })

  it('says a whole week in one go', () => {
    expect(hoursSentence(Object.fromEntries(weekdays.map((day) => [day, workday])))).toBe('Daily 07:00–19:00')
    expect(hoursSentence({})).toBe('Closed all week')
  })

  it('puts several openings of a day in order', () => {
    expect(
      spansText([
        { open: '18:00', close: '02:00' },
        { open: '11:00', close: '14:30' },
      ]),
    ).toBe('11:00–14:30 and 18:00–02:00')
    expect(spansText([{ open: '00:00', close: '24:00' }])).toBe('open 24 hours')
  })

  it('mentions each day exactly once, in any week', () => {
    fc.assert(
      fc.property(weeks, (any) => {
        const sentence = hoursSentence(any)
        expect(sentence.length).toBeGreaterThan(0)
        for (const name of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
          expect(sentence.split(name).length - 1).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('stored hours', () => {
  it('are read in our shape, and come back as they were', () => {
    fc.assert(
      fc.property(weeks, (any) => {
        expect(readHours(any)).toEqual({ week: any, text: null })
      }),
    )
  })

  it.each([
    [{ weekdays: '07:00-19:00', weekend: '8:00 – 18:00' }, 'Mon–Fri 07:00–19:00, Sat–Sun 08:00–18:00'],
    [{ Monday: '07:00-12:00, 13:00-19:00', Tuesday: 'Closed' }, 'Mon 07:00–12:00 and 13:00–19:00, Tue–Sun closed'],
    [{ daily: '06:00-24:00' }, 'Daily 06:00–24:00'],
  ])('of imported documents %j are read too', (stored, sentence) => {
    const { week: read } = readHours(stored)
    expect(read && hoursSentence(read)).toBe(sentence)
  })

  it.each([
    ['Mon to Fri, 7 till 7', 'Mon to Fri, 7 till 7'],
    [{ mon: 'early' }, 'mon: early'],
    [{ mon: [{ from: 7 }] }, 'mon: [{"from":7}]'],
    [{ holidays: 'closed' }, 'holidays: closed'],
    [{ mon: '24:00-25:00' }, 'mon: 24:00-25:00'],
    [[1, 2], '[1,2]'],
    [7, '7'],
  ])('that cannot be read, like %j, are shown as text', (stored, text) => {
    expect(readHours(stored)).toEqual({ week: null, text })
  })

  it.each([undefined, null, ''])('that are missing (%j) are unknown', (stored) => {
    expect(readHours(stored)).toEqual({ week: null, text: null })
  })

  it('never throw, whatever a document holds', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void readHours(value)))
  })

  it('of a million blanks are refused at once', () => {
    expect(parseSpans(`07:00${' '.repeat(1_000_000)}x`)).toBeNull()
  })

  it('are read from what the sentence of a day says', () => {
    fc.assert(
      fc.property(fc.array(spans, { minLength: 1, maxLength: 3 }), (some) => {
        const typed = some.map(({ open, close }) => `${open}-${close}`).join(' ')
        expect(parseSpans(typed)).toEqual(some)
      }),
    )
  })
})

/** Minute by minute: how many spans of the week are open at it. */
function openCounts(any: Week): number[] {
  const counts = Array.from({ length: 7 * 1_440 }, () => 0)
  for (const [number, day] of weekdays.entries()) {
    for (const span of any[day] ?? []) {
      const start = number * 1_440 + minutesOf(span.open)
      for (let minute = start; minute < start + spanMinutes(span); minute += 1) {
        const index = minute % counts.length
        counts[index] = (counts[index] ?? 0) + 1
      }
    }
  }
  return counts
}

describe('overlaps', () => {
  it('are found exactly when some minute of the week is open twice', () => {
    fc.assert(
      fc.property(weeks, (any) => {
        expect(checkHours(any).length > 0).toBe(openCounts(any).some((count) => count > 1))
      }),
      { numRuns: 60 },
    )
  })

  it.each<[Week, string, string]>([
    [
      {
        mon: [
          { open: '07:00', close: '12:00' },
          { open: '11:00', close: '15:00' },
        ],
      },
      'hours.mon.1',
      'Overlaps Mon 07:00–12:00',
    ],
    [
      { mon: [{ open: '22:00', close: '02:00' }], tue: [{ open: '01:00', close: '03:00' }] },
      'hours.tue.0',
      'Overlaps Mon 22:00–02:00',
    ],
    [
      { sun: [{ open: '20:00', close: '03:00' }], mon: [{ open: '02:00', close: '06:00' }] },
      'hours.mon.0',
      'Overlaps Sun 20:00–03:00',
    ],
    [
      {
        mon: [
          { open: '07:00', close: '12:00' },
          { open: '07:00', close: '12:00' },
        ],
      },
      'hours.mon.1',
      'Overlaps Mon 07:00–12:00',
    ],
  ])('are blamed on the later opening', (any, field, message) => {
    expect(checkHours(any)).toEqual([{ field, message }])
  })

  it('are none where one closes as the next opens', () => {
    expect(
      checkHours({
        mon: [
          { open: '07:00', close: '12:00' },
          { open: '12:00', close: '15:00' },
        ],
      }),
    ).toEqual([])
  })

  it('are not the only limit: at most four openings a day', () => {
    const five: Span[] = ['01', '02', '03', '04', '05'].map((hour) => ({ open: `${hour}:00`, close: `${hour}:30` }))
    expect(checkHours({ sat: five })).toEqual([{ field: 'hours.sat', message: 'At most 4 openings a day' }])
  })
})
