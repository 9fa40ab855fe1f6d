import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pendingInvitations, userMerchants } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { resolveActor } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { removeFromMerchantInput } from '../access-contract'
import { insertUser } from '../testing/user-factory'
import { getUser } from './read-users'
import { removeFromMerchant } from './remove-from-merchant'
import { updateUserRole } from './update-user-role'

let services: TestServices
let mine: string
let other: string
beforeAll(async () => {
  services = await createTestServices()
  mine = (await insertMerchant(services)).id
  other = (await insertMerchant(services)).id
})

const remove = (actor: UserActor, userId: string, merchantId = mine) =>
  removeFromMerchant(contextAs(services, actor), { userId, merchantId })
const merchantsOf = async (userId: string) =>
  (
    await services.db
      .select()
      .from(userMerchants)
      .where(eq(userMerchants.userId, userId))
      .orderBy(asc(userMerchants.position))
  ).map((row) => row.merchantId)
const isSignedIn = async (actor: UserActor) => (await resolveActor(services, actor.sessionId)).kind === 'user'
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))

describe('removing a person from a merchant', () => {
  it('§G12 by an owner of it takes this merchant and no other, and signs the person out', async () => {
    const owner = await asOwner(services, [mine])
    const viewer = await asViewer(services, [other, mine])
    expect(await remove(owner, viewer.userId)).toEqual({ success: true })
    expect(await merchantsOf(viewer.userId)).toEqual([other])
    expect([await isSignedIn(viewer), await isSignedIn(owner)]).toEqual([false, true])
    expect(await auditsOf(viewer.userId)).toMatchObject([
      {
        action: 'remove_from_merchant',
        merchantId: mine,
        before: { role: 'merchant_viewer', status: 'active', merchantIds: [other, mine] },
      },
    ])
    await expect(remove(owner, viewer.userId)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'USER' })
  })

  it('makes whatever was opened before stale: a form with the old merchants would give this one back', async () => {
    const admin = await asAdmin(services)
    const viewer = await asViewer(services, [other, mine])
    const { version } = await getUser(contextAs(services, admin), { userId: viewer.userId })
    await remove(admin, viewer.userId)
    const form = { userId: viewer.userId, role: 'merchant_viewer' as const, merchantIds: [other, mine] }
    await expect(updateUserRole(contextAs(services, admin), { ...form, version })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    expect(await merchantsOf(viewer.userId)).toEqual([other])
    await updateUserRole(contextAs(services, admin), { ...form, version: version + 1 })
  })

  it('by an administrator works anywhere, down to no merchant at all', async () => {
    const viewer = await asViewer(services, [other])
    await remove(await asAdmin(services), viewer.userId, other)
    expect(await merchantsOf(viewer.userId)).toEqual([])
  })

  it('reaches the open invitation too, which would give the merchant back', async () => {
    const { id } = await insertUser(services, {
      status: 'pending',
      role: 'merchant_viewer',
      merchantIds: [mine, other],
    })
    const createdAt = services.clock.now()
    await services.db
      .insert(pendingInvitations)
      .values({ userId: id, role: 'merchant_viewer', merchantIds: [mine, other], createdAt })
    await remove(await asOwner(services, [mine]), id)
    const [row] = await services.db.select().from(pendingInvitations).where(eq(pendingInvitations.userId, id))
    expect([row?.merchantIds, await merchantsOf(id)]).toEqual([[other], [other]])
    await expect(remove(await asAdmin(services), id, other)).rejects.toMatchObject({ reason: 'STATE' })
  })
})

describe('a removal is refused, with nothing written,', () => {
  async function expectKept(target: { userId: string }, attempt: () => Promise<unknown>, refusal: object) {
    const before = await merchantsOf(target.userId)
    await expect(attempt()).rejects.toMatchObject(refusal)
    expect([await merchantsOf(target.userId), await auditsOf(target.userId)]).toEqual([before, []])
  }

  it('§G12 for the owner on record, the last owner and oneself', async () => {
    const admin = await asAdmin(services)
    const { id } = await insertMerchant(services)
    const last = await asOwner(services, [id])
    await expectKept(last, () => remove(admin, last.userId, id), { code: 'CONFLICT', reason: 'LAST_OWNER' })
    await asOwner(services, [id], { status: 'suspended' })
    await asViewer(services, [id])
    await expectKept(last, () => remove(admin, last.userId, id), { reason: 'LAST_OWNER' })
    await expectKept(last, () => remove(last, last.userId, id), { reason: 'SELF' })
    const recorded = await asOwner(services, [])
    const owned = await insertMerchant(services, { ownerId: recorded.userId })
    const second = await asOwner(services, [owned.id])
    await expectKept(second, () => remove(second, second.userId, owned.id), { reason: 'SELF' })
    const onRecord = await asOwner(services, [])
    const theirs = await insertMerchant(services, { ownerId: onRecord.userId })
    const owner = await asOwner(services, [theirs.id])
    await services.db.insert(userMerchants).values({ userId: onRecord.userId, merchantId: theirs.id })
    await expectKept(onRecord, () => remove(owner, onRecord.userId, theirs.id), { reason: 'OWNS_MERCHANT' })
    // An owner on record counts as another owner, also without a membership.
    await remove(admin, second.userId, owned.id)
    expect(await merchantsOf(second.userId)).toEqual([])
  })

  it('to viewers, and to owners of other merchants: the same answer as for a missing one', async () => {
    const [target, viewer] = [await asViewer(services, [mine]), await asViewer(services, [mine])]
    await expectKept(target, () => remove(viewer, target.userId), { code: 'FORBIDDEN' })
    const stranger = await asOwner(services, [other])
    for (const merchantId of [mine, 'mer_missing'])
      await expectKept(target, () => remove(stranger, target.userId, merchantId), {
        code: 'NOT_FOUND',
        reason: 'MERCHANT',
        message: 'Merchant not found, or you don’t have access.',
      })
    // An own merchant with a user who does not work there.
    for (const userId of [target.userId, 'usr_missing'])
      await expectKept(target, () => remove(stranger, userId, other), { code: 'NOT_FOUND', reason: 'USER' })
  })

  it('for an administrator whose imported row reads like a viewer', async () => {
    const { id } = await insertUser(services, { role: 'merchant_viewer', merchantIds: [mine], claims: { admin: true } })
    const owner = await asOwner(services, [mine])
    await expectKept({ userId: id }, () => remove(owner, id), { code: 'FORBIDDEN' })
  })

  it('to the second of two owners who remove each other', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { id } = await insertMerchant(services)
      const pair = [await asOwner(services, [id]), await asOwner(services, [id])] as const
      const outcomes = await Promise.allSettled([
        remove(pair[0], pair[1].userId, id),
        remove(pair[1], pair[0].userId, id),
      ])
      expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toMatchObject([
        { reason: { reason: 'LAST_OWNER' } },
      ])
    }
  })

  it.each([[{ userId: ['usr_1'] }], [{ merchantId: ['mer_1'] }], [{ merchantIds: ['mer_1'] }]])(
    'by shape: %j',
    (extra) => {
      const valid = { userId: 'usr_1', merchantId: 'mer_1' }
      expect(removeFromMerchantInput.safeParse(valid).success).toBe(true)
      expect(removeFromMerchantInput.safeParse({ ...valid, ...extra }).success).toBe(false)
    },
  )
})
