import { eq, inArray, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { resolveRole } from '@quaff/features/accounts/rules'
import { adminRecords, users, type UserClaims } from '@quaff/features/accounts/tables'
import { adminRole, type UserActor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertUser } from '../testing/user-factory'
import { effectiveRole, hasOtherAdministrator } from './access-store'
import { suspendUser } from './change-status'
import { deleteUser } from './delete-user'
import { updateUserRole } from './update-user-role'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

const versionOf = async (id: string) =>
  (await services.db.select({ version: users.version }).from(users).where(eq(users.id, id)))[0]?.version ?? 0
const attempts = {
  demote: (actor: UserActor, userId: string) =>
    updateUserRole(contextAs(services, actor), { userId, role: 'customer', merchantIds: [] }),
  suspend: async (actor: UserActor, userId: string) =>
    suspendUser(contextAs(services, actor), { userId, version: await versionOf(userId) }),
  delete: (actor: UserActor, userId: string) => deleteUser(contextAs(services, actor), { userId }),
}
type Attempt = keyof typeof attempts

async function countActiveAdministrators(): Promise<number> {
  const rows = await services.db
    .select({ claims: users.claims, adminRecordRole: adminRecords.role })
    .from(users)
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(eq(users.status, 'active'))
  return rows.filter((row) => resolveRole(row) === adminRole).length
}

/** Both are administrators again. */
async function restore(pair: readonly UserActor[]): Promise<void> {
  const ids = pair.map((actor) => actor.userId)
  await services.db.update(users).set({ status: 'active', role: adminRole }).where(inArray(users.id, ids))
  await services.db
    .insert(adminRecords)
    .values(ids.map((userId) => ({ userId, role: adminRole, updatedAt: services.clock.now() })))
    .onConflictDoUpdate({ target: adminRecords.userId, set: { role: adminRole } })
}

describe('two administrators who end each other at the same time', () => {
  it('1,000 times: one of them always stays', { timeout: 240_000 }, async () => {
    // On one connection they cannot overlap, so few rounds are enough.
    const rounds = services.database.pool.options.max === 1 ? 60 : 1_000
    const pair = [await asAdmin(services), await asAdmin(services)] as const
    const kinds: [Attempt, Attempt][] = [
      ['demote', 'demote'],
      ['demote', 'suspend'],
      ['suspend', 'suspend'],
    ]
    for (let round = 0; round < rounds; round += 1) {
      const [first, second] = kinds[round % kinds.length] ?? ['demote', 'demote']
      const outcomes = await Promise.allSettled([
        attempts[first](pair[0], pair[1].userId),
        attempts[second](pair[1], pair[0].userId),
      ])
      expect(await countActiveAdministrators(), `round ${round}`).toBe(1)
      expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toMatchObject([
        { reason: { code: 'CONFLICT', reason: 'LAST_ADMIN' } },
      ])
      await restore(pair)
    }
  })

  it.each<[Attempt, Attempt]>([
    ['delete', 'delete'],
    ['delete', 'demote'],
    ['suspend', 'delete'],
  ])('§G15 by %s and %s: one stays', async (first, second) => {
    for (let round = 0; round < 10; round += 1) {
      await services.database.truncate()
      const pair = [await asAdmin(services), await asAdmin(services)] as const
      await Promise.allSettled([attempts[first](pair[0], pair[1].userId), attempts[second](pair[1], pair[0].userId)])
      expect(await countActiveAdministrators()).toBe(1)
    }
  })

  it('in a ring of five: one stays', async () => {
    const ring = await Promise.all(Array.from({ length: 5 }, () => asAdmin(services)))
    await Promise.allSettled(
      ring.map((actor, index) => attempts.demote(actor, ring[(index + 1) % ring.length]!.userId)),
    )
    expect(await countActiveAdministrators()).toBe(1)
  })
})

describe('who counts as an active administrator', () => {
  const nothing: UserClaims = {}
  const cases: [UserClaims, string | null][] = [
    [nothing, null],
    [nothing, 'quaff_admin'],
    [nothing, 'merchant_owner'],
    [nothing, ''],
    [{ role: 'quaff_admin' }, null],
    [{ role: 'merchant_viewer' }, 'quaff_admin'],
    [{ role: '' }, 'quaff_admin'],
    [{ admin: true }, 'merchant_owner'],
    [{ quaff_admin: true }, null],
    [{ isQuaffAdmin: true }, null],
    [{ admin: false }, 'merchant_viewer'],
    [{ role: 'customer', admin: true }, null],
  ]

  it.each(cases)('§G10 claims %j with record %s: the query agrees with the rule', async (claims, adminRecordRole) => {
    const { id } = await insertUser(services, { claims, adminRecordRole })
    const [row] = await services.db.select({ role: effectiveRole }).from(users).where(eq(users.id, id))
    const expected = resolveRole({ claims, adminRecordRole })
    expect(row?.role ?? null).toBe(expected)
    expect(await hasOtherAdministrator(services.db, 'usr_nobody')).toBe(expected === adminRole)
    expect(await hasOtherAdministrator(services.db, id)).toBe(false)
    await services.db
      .update(users)
      .set({ status: 'suspended' })
      .where(sql`true`)
    expect(await hasOtherAdministrator(services.db, 'usr_nobody')).toBe(false)
  })
})
