import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { listRedemptions, writeRedemptions, type RedemptionWrite } from '@quaff/features/redemptions/server'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { windowOf } from '../range-rules'
import { getHeat } from './read-usage'
import { refreshAnalytics } from './refresh-analytics'

/** Both ends of the range see a change of the clock in New York. */
const days = { from: '2026-03-01', to: '2026-11-08' }
const now = new Date('2026-11-20T12:00:00Z')
const merchantIds = ['mer_a', 'mer_b']
const opened: TestServices[] = []
afterAll(() => Promise.all(opened.map((services) => services.close())))

const anyDrink = fc.record({
  merchantId: fc.constantFrom(...merchantIds),
  minutesAgo: fc.oneof(fc.integer({ min: 0, max: 400_000 }), fc.integer({ min: 17_000, max: 28_000 })),
  status: fc.constantFrom('completed', 'completed', 'voided'),
})

it.each(['America/New_York', 'Asia/Kathmandu', 'UTC'])(
  'every cell counts what its list counts, over random redemptions in %s',
  async (timeZone) => {
    const services = await createTestServices({ settings: { timeZone } })
    opened.push(services)
    services.clock.set(now)
    await insertMerchants(
      services,
      merchantIds.map((id) => ({ id })),
    )
    const drinks = fc.sample(fc.array(anyDrink, { minLength: 150, maxLength: 150 }), { numRuns: 1, seed: 7 }).flat()
    const rows = drinks.map(({ minutesAgo, ...drink }, index): RedemptionWrite => ({
      id: `red_${index}`,
      redeemedAt: new Date(now.getTime() - minutesAgo * 60_000),
      ...drink,
    }))
    await inTransaction(services, (tx) => writeRedemptions(services, tx, rows))
    await refreshAnalytics(services)
    const window = windowOf(timeZone, days)
    const listed = { from: window.from, to: new Date(window.to.getTime() - 1), status: 'completed' as const, limit: 20 }
    const [admin, owner] = [await asAdmin(services), await asOwner(services, ['mer_a'])]
    for (const [actor, ofMerchant] of [
      [admin, {}],
      [admin, { merchantId: 'mer_b' }],
      [owner, { merchantId: 'mer_a' }],
    ] as const) {
      const ctx = contextAs(services, actor)
      const { cells } = await getHeat(ctx, { ...days, ...ofMerchant })
      const used = cells.filter(({ count }) => count > 0)
      expect(used.length).toBeGreaterThan(12)
      for (const { weekday, hour, count } of used) {
        const { total, rows: found } = await listRedemptions(ctx, { ...listed, ...ofMerchant, slot: { weekday, hour } })
        expect([weekday, hour, total, found.length]).toEqual([weekday, hour, count, Math.min(count, 20)])
      }
    }
    const unbounded = { ...listed, from: undefined, slot: { weekday: 0, hour: 9 } }
    await expect(listRedemptions(contextAs(services, admin), unbounded)).rejects.toMatchObject({
      reason: 'DAYS_NEEDED',
    })
  },
)
