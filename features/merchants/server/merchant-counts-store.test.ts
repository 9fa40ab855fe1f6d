import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { applicationStatuses, merchantStatuses, merchantTabs } from '../contract'
import { compactMerchantCounts, countOfGroups } from './merchant-counts-store'
import { merchantsWhere } from './merchant-store'
import { merchantCounts, merchants } from './tables'

let services: TestServices
let all: MerchantScope
let own: MerchantScope
beforeAll(async () => {
  services = await createTestServices()
  all = merchantScope(await asAdmin(services))
  own = merchantScope(await asOwner(services, ['mer_1', 'mer_2', 'mer_3']))
})

const filters = [
  {},
  ...merchantTabs.map((tab) => ({ tab })),
  ...merchantStatuses.map((status) => ({ status })),
  ...[true, false].flatMap((value) => [{ isLive: value }, { needsReview: value }]),
  { tab: 'review', status: 'pending', isLive: true } as const,
]

async function compareWithRows(): Promise<void> {
  for (const scope of [all, own])
    for (const filter of filters) {
      const rows = await services.db.$count(merchants, merchantsWhere(scope, filter))
      expect(await countOfGroups(services.db, scope, filter), JSON.stringify(filter)).toBe(rows)
    }
}

it('is what the rows say, whatever is added, changed, taken back or removed', async () => {
  const any = fc.record({
    status: fc.constantFrom(...merchantStatuses),
    needsReview: fc.boolean(),
    isLive: fc.boolean(),
    applicationStatus: fc.constantFrom(...applicationStatuses, null),
  })
  const states = fc.sample(any, { numRuns: 40, seed: 5 })
  await insertMerchants(
    services,
    states.map((state, index) => ({ id: `mer_${index}`, ...state })),
  )
  await compareWithRows()
  await Promise.all(
    states.map((_, index) =>
      services.db
        .update(merchants)
        .set(states[(index * 7) % states.length] ?? {})
        .where(eq(merchants.id, `mer_${index}`)),
    ),
  )
  await compareWithRows()
  await compactMerchantCounts(services)
  const { status, needsReview, isLive, applicationStatus } = merchantCounts
  const groups = await services.db
    .selectDistinct({ status, needsReview, isLive, applicationStatus })
    .from(merchantCounts)
  expect(await services.db.$count(merchantCounts)).toBe(groups.length)
  await compareWithRows()
  const back = inTransaction(services, async (tx) => {
    await tx.update(merchants).set({ status: 'suspended' })
    throw new Error('taken back')
  })
  await expect(back).rejects.toThrow('taken back')
  await services.db.delete(merchants).where(sql`${merchants.id} like 'mer_1%'`)
  await compareWithRows()
})

it('counts none by what it does not know', async () => {
  for (const filter of [{ q: 'cup' }, { category: 'bar' }, { hasBank: false }, { createdFrom: new Date(0) }])
    expect(await countOfGroups(services.db, all, filter)).toBeUndefined()
})

it('grows by two rows for a change of state, and by none for any other', async () => {
  await insertMerchants(services, [{ id: 'mer_moved', status: 'active' }])
  const before = await services.db.$count(merchantCounts)
  const change = (set: Partial<typeof merchants.$inferInsert>) =>
    services.db.update(merchants).set(set).where(eq(merchants.id, 'mer_moved'))
  await change({ name: 'Another Name', status: 'active' })
  expect(await services.db.$count(merchantCounts)).toBe(before)
  await change({ status: 'suspended' })
  expect(await services.db.$count(merchantCounts)).toBe(before + 2)
})
