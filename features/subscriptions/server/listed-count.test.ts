import fc from 'fast-check'
import { expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope } from '@quaff/features/sessions/server'
import { inTransaction, shiftDaysIn } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices } from '@quaff/platform/testing/test-services'
import { subscriptionStatuses } from '../contract'
import { countSubscriptionRows, sumListed } from './subscription-list-store'
import { writeSubscriptions } from './write-subscriptions'

const zone = 'America/New_York'
const now = new Date('2026-03-10T12:00:00Z')
const anyMinutes = fc.integer({ min: 0, max: 40 * 24 * 60 })
const anyStatus = fc.constantFrom(...subscriptionStatuses)
const anyPass = fc.record({
  merchantId: fc.constantFrom('mer_a', 'mer_b'),
  planId: fc.constantFrom('pln_1', null),
  status: anyStatus,
  created: anyMinutes,
  updated: anyMinutes,
})
const anySpan = fc.option(fc.record({ from: fc.integer({ min: 0, max: 40 }), days: fc.integer({ min: 0, max: 20 }) }), {
  freq: 1,
})
const anyFilter = fc.record({
  status: fc.option(anyStatus),
  planId: fc.option(fc.constant('pln_1'), { freq: 1 }),
  created: anySpan,
  canceled: anySpan,
})

it('§0018 counters and rows give the same list total for any data and filter', async () => {
  const services = await createTestServices({ settings: { timeZone: zone } })
  services.clock.set(now)
  await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
  const scopes = [await asAdmin(services), await asOwner(services, ['mer_a'])].map(merchantScope)
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const [passes = []] = fc.sample(fc.array(anyPass, { minLength: 80, maxLength: 80 }), { numRuns: 1, seed: 97 })
  await inTransaction(services, (tx) =>
    writeSubscriptions(
      services,
      tx,
      passes.map(({ created, updated, ...pass }, index) => ({
        ...pass,
        id: `sub_${index}`,
        amountMinor: 900,
        createdAt: before(Math.max(created, updated)),
        updatedAt: before(updated),
      })),
    ),
  )
  const daysOf = (name: string, span: { from: number; days: number } | null) => {
    if (!span) return {}
    const from = shiftDaysIn(zone, now, -span.from)
    return { [`${name}From`]: from, [`${name}To`]: new Date(shiftDaysIn(zone, from, span.days + 1).getTime() - 1) }
  }
  let answered = 0
  await fc.assert(
    fc.asyncProperty(anyFilter, fc.constantFrom(...scopes), async ({ status, planId, created, canceled }, scope) => {
      const filter = {
        ...(status && { status }),
        ...(planId && { planId }),
        ...daysOf('created', created),
        ...daysOf('canceled', canceled),
      }
      const sum = await sumListed(services.db, scope, filter, zone)
      if (sum === undefined) return
      answered += 1
      expect(sum).toBe(await countSubscriptionRows(services.db, scope, filter))
    }),
    { numRuns: 150 },
  )
  expect(answered).toBeGreaterThan(50)
  expect(await sumListed(services.db, scopes[0]!, { q: 'ana' }, zone)).toBeUndefined()
  expect(await sumListed(services.db, scopes[0]!, { createdFrom: now }, zone)).toBeUndefined()
})
