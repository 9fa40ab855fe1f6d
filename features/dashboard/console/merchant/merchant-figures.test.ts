import { describe, expect, it } from 'vitest'
import { waitedSince } from '../admin/waited-since'
import { changeOf } from '../change-of'
import { otherTotals } from '../money-totals'
import { busiestHour, hourPoints } from '@quaff/features/redemptions/console/live/hour-points-widget'

describe('hours of today', () => {
  it('starts at six, or with the first drink if that was earlier', () => {
    expect(hourPoints([0, 0, 0, 0, 0, 0, 0, 5])[0]).toMatchObject({ label: '06:00', value: 0 })
    expect(hourPoints([0, 0, 0, 0, 3, 2])[0]).toMatchObject({ label: '04:00', value: 3 })
  })

  it('marks the running hour and those to come', () => {
    const points = hourPoints(Array.from({ length: 10 }, () => 1))
    expect(points.find((point) => point.label === '08:00')?.state).toBe('closed')
    expect(points.find((point) => point.label === '09:00')?.state).toBe('open')
    expect(points.find((point) => point.label === '10:00')?.state).toBe('future')
  })

  it('names the busiest hour, if there is one', () => {
    expect(busiestHour([0, 4, 9])).toBe('busiest at 02:00 with 9')
    expect(busiestHour([0, 0])).toBeUndefined()
  })
})

describe('words beside figures', () => {
  it('never adds currencies together', () => {
    expect(otherTotals([{ amountMinor: 100, currency: 'usd' }])).toBeUndefined()
    expect(
      otherTotals([
        { amountMinor: 100, currency: 'usd' },
        { amountMinor: 1238_00, currency: 'eur' },
        { amountMinor: 500, currency: 'jpy' },
      ]),
    ).toBe('€1,238.00 in EUR, ¥500 in JPY')
  })

  it('marks an estimate, and says whether the direction is welcome', () => {
    expect(changeOf({ percent: 15, source: 'estimate' }, 'vs yesterday')).toMatchObject({
      direction: 'up',
      good: true,
      estimated: true,
    })
    expect(changeOf({ percent: 2, source: 'live' }, 'vs yesterday', false)).toMatchObject({
      direction: 'up',
      good: false,
      estimated: false,
    })
    expect(changeOf({ percent: 0, source: 'live' }, 'vs yesterday').direction).toBe('flat')
  })

  it.each([
    [30, 'less than an hour'],
    [60, '1 hour'],
    [60 * 24, '1 day'],
    [60 * 24 * 6, '6 days'],
  ])('%i minutes are %s', (minutes, text) => {
    const now = new Date('2026-11-20T18:42:00Z')
    expect(waitedSince(new Date(now.getTime() - minutes * 60_000), now)).toBe(text)
  })
})
