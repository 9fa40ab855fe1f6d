import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { adminRecords, users } from '@quaff/features/accounts/tables'
import { insertUser, insertUsers } from '@quaff/features/users/testing/user-factory'
import { pageLimits } from '@quaff/platform/server'
import { asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { fixedClock } from '@quaff/platform/testing/fixed-clock'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listUsersInput } from '../contract'
import { listUsers, userStats } from './read-users'

let services: TestServices
beforeEach(async () => {
  // In Auckland (UTC+13 in summer) this is already 1 March.
  services = await createTestServices({
    clock: fixedClock('2026-02-28T12:00:00.000Z'),
    settings: { timeZone: 'Pacific/Auckland' },
  })
})

describe('user stats', () => {
  it('§3 count new people from the first day of the current month in the platform zone', async () => {
    const admin = contextAs(services, await asAdmin(services))
    await insertUsers(services, [
      { createdAt: new Date('2026-02-28T10:59:59.999Z') },
      { createdAt: new Date('2026-02-28T11:00:00.000Z') },
      { createdAt: new Date('2026-02-01T00:00:00.000Z') },
    ])
    const stats = await userStats(admin, {})
    expect(stats.newSince).toEqual(new Date('2026-02-28T11:00:00.000Z'))
    expect(stats).toMatchObject({ totalUsers: 4, newUsersThisMonth: 2, usersByRole: { customer: 3, quaff_admin: 1 } })
  })

  it('§5 count no one as an administrator whom only an imported document names one, and the list agrees', async () => {
    const admin = contextAs(services, await asAdmin(services))
    const self = await insertUser(services, { role: 'quaff_admin' })
    await services.db.update(users).set({ claims: {} }).where(eq(users.id, self.id))
    await services.db.delete(adminRecords).where(eq(adminRecords.userId, self.id))
    for (const filter of [{}, { q: '@' }])
      expect(await userStats(admin, filter)).toMatchObject({
        totalUsers: 2,
        usersByRole: { quaff_admin: 1 },
        tabs: { team: 2 },
      })
    const { rows, total } = await listUsers(admin, listUsersInput.parse({ role: 'quaff_admin' }))
    expect([total, rows.map(({ id }) => id)]).toEqual([1, [expect.not.stringMatching(self.id)]])
    const team = await listUsers(admin, listUsersInput.parse({ tab: 'team' }))
    expect(team.rows.find(({ id }) => id === self.id)).toMatchObject({ roleIsNotGiven: true })
  })

  it('§3 count roles and states', async () => {
    const admin = contextAs(services, await asAdmin(services))
    await insertUsers(services, [
      { role: 'merchant_owner' },
      { role: 'merchant_viewer', status: 'suspended' },
      { status: 'pending_approval' },
      { role: 'merchant_owner', status: 'pending' },
    ])
    expect(await userStats(admin, {})).toMatchObject({
      totalUsers: 5,
      activeUsers: 2,
      merchantAccounts: 3,
      suspendedUsers: 1,
      tabs: { team: 2, pending: 2, customers: 0, blocked: 1 },
    })
  })

  it('§G23 count no one as a customer who has only registered, and the list agrees', async () => {
    const admin = contextAs(services, await asAdmin(services))
    const [customer] = await insertUsers(services, [
      { role: 'customer' },
      { role: 'customer', status: 'pending_approval' },
      { role: 'customer', status: 'pending' },
    ])
    expect(await userStats(admin, {})).toMatchObject({ totalUsers: 4, usersByRole: { customer: 1, quaff_admin: 1 } })
    const customers = await listUsers(admin, listUsersInput.parse({ role: 'customer' }))
    expect([customers.total, customers.rows.map(({ id }) => id)]).toEqual([1, [customer?.id]])
    const pending = await listUsers(admin, listUsersInput.parse({ tab: 'pending' }))
    expect(pending.rows.map(({ role }) => role)).toEqual(['', ''])
  })

  it('count by tab whom a search finds', async () => {
    const admin = contextAs(services, await asAdmin(services))
    await insertUsers(services, [
      { displayName: 'Rosa Quill', role: 'customer' },
      { displayName: 'Rosa Pell', role: 'merchant_owner', status: 'suspended' },
      { displayName: 'Another Person' },
    ])
    expect((await userStats(admin, { q: 'rosa' })).tabs).toEqual({ team: 0, pending: 0, customers: 1, blocked: 1 })
    await insertUsers(
      services,
      Array.from({ length: pageLimits.found }, () => ({ displayName: 'Rosa Amell' })),
    )
    expect((await userStats(admin, { q: 'rosa' })).tabs, 'too many to count').toBeNull()
    expect((await userStats(admin, {})).tabs).toMatchObject({ blocked: 1 })
    expect(await listUsers(admin, listUsersInput.parse({ q: 'rosa' }))).toMatchObject({ total: null, hasMore: true })
  })

  it('count only the people the asker may see', async () => {
    const owner = await asOwner(services, ['mer_a'])
    await insertUser(services, { role: 'merchant_viewer', merchantIds: ['mer_a', 'mer_b'] })
    await insertUser(services, { role: 'merchant_owner', merchantIds: ['mer_b'] })
    expect((await userStats(contextAs(services, owner), {})).totalUsers).toBe(2)
    expect((await userStats(contextAs(services, owner), { merchantId: 'mer_b' })).totalUsers).toBe(0)
    expect((await userStats(contextAs(services, await asViewer(services, [])), {})).totalUsers).toBe(0)
    expect((await userStats(contextAs(services, await asAdmin(services)), { merchantId: 'mer_b' })).totalUsers).toBe(2)
    await expect(userStats(contextAs(services, await asCustomRole(services)), {})).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})
