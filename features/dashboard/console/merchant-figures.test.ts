import { beforeEach, describe, expect, it, vi } from 'vitest'
import { busiestHour, hourPoints } from '@quaff/features/redemptions/console/hour-points-widget'
import { formatShortHour } from '@quaff/platform/console/display/formats'
import type { Change } from '../contract'
import { waitedSince } from './admin-tiles'
import { changeOf, otherTotals } from './tile-text'

/** Dates of this year are shown without it. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] }))

describe('hours of today', () => {
  // Nearly six o'clock on Sunday in Kathmandu.
  const sunday = {
    timeZone: 'Asia/Kathmandu',
    measuredAt: new Date('2026-03-08T00:00:00Z'),
    before: null,
    hourCycle: '24h',
  } as const

  it('leads to the redemptions of each hour', () => {
    expect(hourPoints([0, 0, 0, 0, 0, 2], sunday)[5]?.to).toBe(
      '/redemptions?tab=history&from=2026-03-08&to=2026-03-08&status=completed&slot=6-5',
    )
  })

  it('has one bar per hour of the day, whenever the first drink was', () => {
    for (const hours of [
      [0, 0, 0, 0, 0, 0, 0, 5],
      [0, 3],
    ]) {
      const points = hourPoints(hours, sunday)
      expect([points.length, points[0]?.label, points.at(-1)?.label]).toEqual([24, '00:00', '23:00'])
    }
  })

  it('marks the running hour and those to come', () => {
    const points = hourPoints(
      Array.from({ length: 10 }, () => 1),
      sunday,
    )
    expect(points.find((point) => point.label === '08:00')?.state).toBe('closed')
    expect(points.find((point) => point.label === '09:00')?.state).toBe('open')
    expect(points.find((point) => point.label === '10:00')?.state).toBe('future')
  })

  it('names the busiest hour, if there is one', () => {
    expect(busiestHour([0, 4, 9], '24h')).toBe('busiest hour 02:00 (9)')
    expect(busiestHour([0, 0], '24h')).toBeUndefined()
  })

  it('shows hours on the clock that the reader has chosen', () => {
    const { label } = hourPoints([0, 0, 0, 0, 0, 2], { ...sunday, hourCycle: '12h' })[5] ?? {}
    expect(label).toMatch(/^5:00\sAM$/)
    expect(busiestHour([0, 4, 9], '12h')).toMatch(/^busiest hour 2:00\sAM \(9\)$/)
    expect([formatShortHour(14, '12h'), formatShortHour(9, '24h')]).toEqual(['2p', '09'])
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
    ).toBe('€1,238.00 in EUR · ¥500 in JPY')
    expect(
      otherTotals([
        { amountMinor: 100, currency: 'usd' },
        { amountMinor: 21_00, currency: 'chf' },
      ])?.replace('\u00a0', ' '),
    ).toBe('CHF 21.00')
  })

  it('says why nothing is compared, and else whether the direction is welcome', () => {
    const disabledReason = (missing: Change['missing']) =>
      changeOf({ percent: 15, source: 'estimate', missing }, 'vs yesterday', 'UTC')
    const recordedSince = new Date('2026-11-20T18:00:00Z')
    expect(disabledReason({ reason: 'unrecorded', recordedSince })).toEqual({ missing: 'on record since Nov 20' })
    expect(disabledReason({ reason: 'none_before', recordedSince })).toEqual({ missing: 'no earlier data' })
    expect(changeOf({ percent: 15, source: 'sample' }, 'vs yesterday', 'UTC').change).toMatchObject({
      direction: 'up',
      good: true,
      estimated: true,
    })
    expect(changeOf({ percent: 2, source: 'live' }, 'vs yesterday', 'UTC', false).change).toMatchObject({
      direction: 'up',
      good: false,
      estimated: false,
    })
    expect(changeOf({ percent: 0, source: 'live' }, 'vs yesterday', 'UTC').change?.direction).toBe('flat')
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
