import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import { countDays, decideRange, lastDays, previousDays, shiftDayKey, splitDays, windowOf } from './range-rules'
import { listDays } from './testing/day-list-factory'

const today = '2026-03-10'
const zones = ['UTC', 'America/New_York', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
const anyDay = fc.integer({ min: 0, max: 9_000 }).map((days) => shiftDayKey('2001-01-01', days))

describe('a range', () => {
  it.each([
    ['the last 7 days', '2026-03-04', today, { from: '2026-03-04', to: today }],
    ['one day', today, today, { from: today, to: today }],
    ['ten years with their leap days', '2016-03-11', today, { from: '2016-03-11', to: today }],
    ['days to come, which are cut off', '2026-03-09', '2031-12-31', { from: '2026-03-09', to: today }],
    ['a leap day', '2024-02-29', '2024-02-29', { from: '2024-02-29', to: '2024-02-29' }],
  ])('takes %s', (_, from, to, days) => {
    expect(decideRange({ from, to }, today)).toEqual({ ok: true, days })
  })

  it.each([
    ['that ends before it begins', '2026-03-10', '2026-03-09', 'RANGE_BACKWARDS'],
    ['of more than ten years', '2016-03-08', today, 'RANGE_TOO_LONG'],
    ['that begins tomorrow', '2026-03-11', '2026-03-12', 'RANGE_IN_FUTURE'],
    ['that reaches back to missing times', '1970-01-01', '1970-01-31', 'RANGE_TOO_EARLY'],
    ['before the first day that may be asked for', '1999-12-31', '2000-01-02', 'RANGE_TOO_EARLY'],
  ])('is refused %s', (_, from, to, reason) => {
    expect(decideRange({ from, to }, today)).toEqual({ ok: false, reason })
  })

  it('is cut before it is measured: a range that is too long for its future only is taken', () => {
    expect(decideRange({ from: '2026-03-01', to: '2126-03-01' }, today).ok).toBe(true)
  })

  it('is compared with as many days, ended the day before', () => {
    expect(previousDays({ from: '2026-03-04', to: today })).toEqual({ from: '2026-02-25', to: '2026-03-03' })
    expect(previousDays({ from: today, to: today })).toEqual({ from: '2026-03-09', to: '2026-03-09' })
    expect(lastDays('2024-03-01', 2)).toEqual({ from: '2024-02-29', to: '2024-03-01' })
  })

  it('is a window from the first instant of its first day to the first after its last, in every zone', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(40), fc.constantFrom(...zones), (from, more, zone) => {
        const days = { from, to: shiftDayKey(from, more) }
        const window = windowOf(zone, days)
        expect(dayKeyIn(zone, window.from)).toBe(days.from)
        expect(dayKeyIn(zone, new Date(window.from.getTime() - 1))).toBe(shiftDayKey(days.from, -1))
        expect(dayKeyIn(zone, new Date(window.to.getTime() - 1))).toBe(days.to)
        expect(dayKeyIn(zone, window.to)).toBe(shiftDayKey(days.to, 1))
      }),
    )
  })

  it('has no time on a day that a zone left out', () => {
    const { from, to } = windowOf('Pacific/Apia', { from: '2011-12-30', to: '2011-12-30' })
    expect(to.getTime() - from.getTime()).toBe(0)
    expect(windowOf('Pacific/Apia', { from: '2011-12-29', to: '2011-12-31' }).to.toISOString()).toBe(
      '2011-12-31T10:00:00.000Z',
    )
  })

  it('falls into parts that hold each day once, in order', () => {
    fc.assert(
      fc.property(anyDay, fc.nat(400), fc.integer({ min: 1, max: 92 }), (from, more, partDays) => {
        const days = { from, to: shiftDayKey(from, more) }
        const parts = splitDays(days, partDays)
        expect(parts.flatMap(listDays)).toEqual(listDays(days))
        expect(parts.every((part) => countDays(part) <= partDays)).toBe(true)
      }),
    )
  })
})
