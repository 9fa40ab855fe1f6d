import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodSchema } from './period-contract'
import { hasEnded, listEndedPeriods, periodAt, periodName, rangeOfPeriod, shiftPeriod } from './period-rules'

const zones = [
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'America/Santiago',
  'Africa/Cairo',
  'Asia/Beirut',
  // Two zones skipped the first midnight of a month, one has a 45-minute offset, and one has no summer time.
  'America/Asuncion',
  'America/Sao_Paulo',
  'Asia/Kathmandu',
  'UTC',
]
const periods = Array.from({ length: 12 * 20 }, (_, index) => shiftPeriod('2012-01', index))

/** The oracle: the month that the platform's own calendar shows. */
function monthShown(formatter: Intl.DateTimeFormat, at: Date): string {
  const parts = formatter.formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value
  return `${part('year')}-${part('month')}`
}
const justBefore = (at: Date) => new Date(at.getTime() - 1)

describe.each(zones)('months in %s', (zone) => {
  const shown = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })

  it('§G34 begin with their first instant, end with the first of the next, and leave no gap for twenty years', () => {
    for (const [index, period] of periods.entries()) {
      const { start, end } = rangeOfPeriod(zone, period)
      expect([period, monthShown(shown, start), monthShown(shown, justBefore(start))]).toEqual([
        period,
        period,
        shiftPeriod(period, -1),
      ])
      expect([monthShown(shown, justBefore(end)), monthShown(shown, end)]).toEqual([period, shiftPeriod(period, 1)])
      const next = periods[index + 1]
      if (next) expect(rangeOfPeriod(zone, next).start).toEqual(end)
    }
  })

  it('contain every instant that the calendar shows in them', () => {
    const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2040, 0, 1) })
    fc.assert(
      fc.property(instants, (ms) => {
        const at = new Date(ms)
        const range = periodAt(zone, at)
        expect(range.period).toBe(monthShown(shown, at))
        expect(range.start <= at && at < range.end).toBe(true)
        expect(rangeOfPeriod(zone, range.period)).toEqual(range)
      }),
      { numRuns: 200 },
    )
  })
})

describe('periods', () => {
  it('have the right length in February and when the clocks change', () => {
    const hours = (zone: string, period: string) => {
      const { start, end } = rangeOfPeriod(zone, period)
      return (end.getTime() - start.getTime()) / 3_600_000
    }
    expect(hours('UTC', '2028-02')).toBe(29 * 24)
    expect(hours('UTC', '2027-02')).toBe(28 * 24)
    expect(hours('UTC', '2000-02')).toBe(29 * 24)
    expect(hours('Europe/Berlin', '2026-03')).toBe(31 * 24 - 1)
    expect(hours('Europe/Berlin', '2026-10')).toBe(31 * 24 + 1)
    expect(hours('Australia/Lord_Howe', '2026-10')).toBe(31 * 24 - 0.5)
  })

  it('shift across years in both directions', () => {
    expect(shiftPeriod('2026-01', -1)).toBe('2025-12')
    expect(shiftPeriod('2026-12', 1)).toBe('2027-01')
    expect(shiftPeriod('2026-03', -24)).toBe('2024-03')
    expect(shiftPeriod('2026-03', 0)).toBe('2026-03')
    for (const period of periods) expect(periodSchema.safeParse(period).success).toBe(true)
  })

  it('have names', () => {
    expect(periodName('2026-10')).toBe('October 2026')
    expect(periodName('2026-01')).toBe('January 2026')
    expect(periodName('2028-02')).toBe('February 2028')
  })

  it('end with their last local instant, not the one of UTC', () => {
    const range = rangeOfPeriod('America/New_York', '2026-10')
    expect(range.end).toEqual(new Date('2026-11-01T04:00:00Z'))
    expect(hasEnded(range, new Date('2026-11-01T03:59:59.999Z'))).toBe(false)
    expect(hasEnded(range, new Date('2026-11-01T04:00:00Z'))).toBe(true)
  })

  it('that have ended are listed newest first, without the running one', () => {
    const atMidnight = new Date('2026-10-31T18:15:00Z')
    const names = (now: Date) => listEndedPeriods('Asia/Kathmandu', now, 3).map(({ period }) => period)
    expect(names(atMidnight)).toEqual(['2026-10', '2026-09', '2026-08'])
    expect(names(justBefore(atMidnight))).toEqual(['2026-09', '2026-08', '2026-07'])
    for (const range of listEndedPeriods('Asia/Kathmandu', atMidnight, 24))
      expect(hasEnded(range, atMidnight)).toBe(true)
  })

  it.each(['2026-13', '2026-00', '26-10', '2026-1', '2026-10-01', '1899-12', '', '2026-10\n'])(
    'are not accepted as %j',
    (period) => expect(periodSchema.safeParse(period).success).toBe(false),
  )
})
