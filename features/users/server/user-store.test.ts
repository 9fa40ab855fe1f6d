import { eq, like } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { compactUserCounts } from '@quaff/features/accounts/server'
import { userCounts, users } from '@quaff/features/accounts/tables'
import { merchantScope } from '@quaff/features/sessions/server'
import { inTransaction } from '@quaff/platform/server'
import { asAdmin, asOwner } from '@quaff/platform/testing/actors'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { userStatuses, userTabs } from '../contract'
import { insertUsers } from '../testing/user-factory'
import { usersWhere } from './user-filter-store'
import { countEverybody, countOfGroups } from './user-store'

let services: TestServices
let all: ReturnType<typeof merchantScope>
beforeAll(async () => {
  services = await createTestServices()
  all = merchantScope(await asAdmin(services))
})

const roles = ['customer', 'merchant_owner', 'merchant_viewer', 'quaff_admin', 'of_the_house']

async function compareWithRows(): Promise<void> {
  const filters = [
    {},
    ...userTabs.map((tab) => ({ tab })),
    ...roles.map((role) => ({ role })),
    { role: 'merchant_accounts' },
    ...userStatuses.map((status) => ({ status })),
    { tab: 'pending', role: 'customer', status: 'pending' } as const,
  ]
  for (const filter of filters) {
    const rows = await services.db.$count(users, usersWhere(all, filter))
    expect(await countOfGroups(services.db, all, filter), JSON.stringify(filter)).toBe(rows)
  }
}

it('is what the rows say, whatever is added, changed, taken back or removed', async () => {
  const any = fc.record({ role: fc.constantFrom(...roles), status: fc.constantFrom(...userStatuses) })
  const people = fc.sample(any, { numRuns: 40, seed: 5 })
  await insertUsers(services, people)
  await compareWithRows()
  const stored = await services.db.select({ id: users.id }).from(users)
  await Promise.all(
    stored.map(({ id }, index) =>
      services.db
        .update(users)
        .set(people[(index * 7) % people.length] ?? {})
        .where(eq(users.id, id)),
    ),
  )
  await compareWithRows()
  await compactUserCounts(services)
  expect(await services.db.$count(userCounts)).toBeLessThanOrEqual(roles.length * userStatuses.length)
  await compareWithRows()
  const back = inTransaction(services, async (tx) => {
    await tx.update(users).set({ status: 'rejected' })
    throw new Error('taken back')
  })
  await expect(back).rejects.toThrow('taken back')
  await services.db.delete(users).where(like(users.role, 'merchant%'))
  await compareWithRows()
})

it('counts no one by what it does not know', async () => {
  expect(await countOfGroups(services.db, all, { q: 'ann' })).toBeUndefined()
  expect(await countOfGroups(services.db, all, { tab: 'team', merchantId: 'mer_1' })).toBeUndefined()
  expect(await countOfGroups(services.db, all, { createdFrom: new Date(0) })).toBeUndefined()
  expect(await countOfGroups(services.db, merchantScope(await asOwner(services, ['mer_1'])), {})).toBeUndefined()
})

it('grows by a row for a change of role or state, and by none for any other', async () => {
  await insertUsers(services, [{ id: 'usr_moved' }])
  const before = await services.db.$count(userCounts)
  const change = (set: Partial<typeof users.$inferInsert>) =>
    services.db.update(users).set(set).where(eq(users.id, 'usr_moved'))
  await change({ displayName: 'Another Name', status: 'active' })
  expect(await services.db.$count(userCounts)).toBe(before)
  await change({ status: 'suspended' })
  expect(await services.db.$count(userCounts)).toBe(before + 2)
})

it('tells how many are new', async () => {
  const since = new Date('2031-01-01T00:00:00Z')
  await insertUsers(services, [{ createdAt: since }, { createdAt: new Date(since.getTime() - 1) }])
  const groups = await countEverybody(services.db, since)
  expect(groups.reduce((sum, { newCount }) => sum + newCount, 0)).toBe(1)
})
