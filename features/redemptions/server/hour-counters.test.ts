import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { hasWholeHours, heatCells, insightWindows, recordedPart } from '../insights-rules'
import { getHourInsights } from './read-insights'
import { writeRedemptions } from './write-redemptions'

const minuteMs = 60_000
/** Minutes from the second Lord Howe time back to the hour in which its clocks skipped half an hour. */
const minutesToChange = 2_120
const quarterMs = 15 * minuteMs

/** Clocks changed within the last days by an hour, by half an hour, or not at all. */
const moments = [
  ['America/New_York', '2026-03-10T12:20:00Z', true],
  ['America/New_York', '2026-11-01T06:40:00Z', true],
  ['Australia/Lord_Howe', '2026-04-06T03:20:00Z', false],
  ['Australia/Lord_Howe', '2026-10-05T03:20:00Z', false],
  ['Asia/Kathmandu', '2026-11-22T12:05:00Z', true],
] as const

describe('hours from counters', () => {
  it.each(moments)('equal those of the redemptions in %s at %s', async (zone, at, isCounted) => {
    const now = new Date(at)
    const services = await createTestServices({ settings: { timeZone: zone } })
    services.clock.set(now)
    const ctx = contextAs(services, await asAdmin(services))
    const { window } = insightWindows(zone, now, 7)
    expect(hasWholeHours(zone, window)).toBe(isCounted)
    const anyRedemption = fc.record({
      minutesAgo: fc.oneof(
        fc.integer({ min: -90, max: 90 }),
        fc.integer({ min: minutesToChange, max: minutesToChange + 60 }),
        fc.integer({ min: 0, max: 9 * 24 * 60 }),
      ),
      status: fc.constantFrom('completed', 'completed', 'voided' as const),
    })
    const drunk = fc.sample(fc.array(anyRedemption, { minLength: 40, maxLength: 200 }), 3)
    for (const redemptions of drunk) {
      const { id: merchantId } = await insertMerchant(services)
      const rows = redemptions.map(({ minutesAgo, status }) => ({
        id: services.ids.newId('red'),
        merchantId,
        status,
        redeemedAt: new Date(now.getTime() - minutesAgo * minuteMs),
      }))
      await inTransaction(services, (tx) => writeRedemptions(services, tx, rows))
      const completed = rows.filter(
        ({ status, redeemedAt }) => status === 'completed' && redeemedAt >= window.from && redeemedAt <= now,
      )
      const perQuarter = new Map<number, number>()
      for (const { redeemedAt } of completed) {
        const quarter = Math.floor(redeemedAt.getTime() / quarterMs)
        perQuarter.set(quarter, (perQuarter.get(quarter) ?? 0) + 1)
      }
      const counts = [...perQuarter].map(([quarter, count]) => ({ quarter, count }))
      const { cells, recordedSince } = await getHourInsights(ctx, { merchantId, days: 7 })
      expect(cells).toEqual(heatCells(zone, recordedPart(zone, window, recordedSince), counts))
    }
  })
})
