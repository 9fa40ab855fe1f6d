import { describe, expect, it } from 'vitest'
import { startOfDayKeyIn } from './calendar'
import { comparedWindow, isOnRecord } from './time-windows'

const at = (text: string) => new Date(text)
const days = (zone: string, from: string, after: string) => ({
  from: startOfDayKeyIn(zone, from),
  to: startOfDayKeyIn(zone, after),
})

describe('the comparison window', () => {
  it.each([
    ['a day that is over', 'UTC', '2026-03-10', '2026-03-11', '2026-03-12T05:00:00Z', 1, '2026-03-10T00:00:00Z'],
    ['a day that runs', 'UTC', '2026-03-10', '2026-03-11', '2026-03-10T05:30:00Z', 1, '2026-03-09T05:30:00Z'],
    ['the same weekday', 'UTC', '2026-03-10', '2026-03-11', '2026-03-10T05:30:00Z', 7, '2026-03-03T05:30:00Z'],
    ['thirty days', 'UTC', '2026-03-01', '2026-03-31', '2026-03-30T20:00:00Z', 30, '2026-02-28T20:00:00Z'],
    [
      'a day of 25 hours',
      'Europe/Berlin',
      '2026-10-25',
      '2026-10-26',
      '2026-10-25T22:30:00Z',
      1,
      '2026-10-24T22:00:00Z',
    ],
    [
      'a day after one of 23 hours',
      'Europe/Berlin',
      '2026-03-30',
      '2026-03-31',
      '2026-03-30T21:30:00Z',
      1,
      '2026-03-29T22:00:00Z',
    ],
  ] as [string, string, string, string, string, number, string][])(
    'has the same length: %s',
    (_name, zone, from, after, now, earlier, to) => {
      expect(comparedWindow(zone, days(zone, from, after), at(now), earlier).to).toEqual(at(to))
    },
  )

  it('begins the given number of days earlier', () => {
    const zone = 'America/New_York'
    expect(comparedWindow(zone, days(zone, '2026-03-02', '2026-04-01'), at('2026-03-31T12:00:00Z'), 30).from).toEqual(
      startOfDayKeyIn(zone, '2026-01-31'),
    )
  })

  it('counts as recorded only as a whole', () => {
    const window = { from: at('2026-03-10T00:00:00Z') }
    expect(isOnRecord('UTC', window, at('2026-03-10T09:00:00Z'))).toBe(true)
    expect(isOnRecord('UTC', window, at('2026-03-11T00:00:00Z'))).toBe(false)
    expect(isOnRecord('UTC', window, null)).toBe(false)
  })
})
