import { asc, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { userMerchants, users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { insertMerchant, type MerchantDetails } from '@quaff/features/merchants/testing/merchant-factory'
import { resolveActor } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asUser, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertUser } from '../testing/user-factory'
import { transferMerchant } from './transfer-merchant'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const rowOf = async (id: string) => (await services.db.select().from(merchants).where(eq(merchants.id, id)))[0]!
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))
const merchantsOf = async (userId: string) =>
  (
    await services.db
      .select()
      .from(userMerchants)
      .where(eq(userMerchants.userId, userId))
      .orderBy(asc(userMerchants.position))
  ).map((row) => row.merchantId)
const versionOf = async (userId: string) =>
  (await services.db.select().from(users).where(eq(users.id, userId)))[0]?.version
const isSignedIn = async (actor: UserActor) => (await resolveActor(services, actor.sessionId)).kind === 'user'

/** A merchant with an owner who has it in the claims. */
async function insertOwned(details: MerchantDetails = {}) {
  const id = services.ids.newId('mer')
  const former = await asOwner(services, [id])
  const merchant = await insertMerchant(services, { id, ownerId: former.userId, ...details })
  return { id, former, name: merchant.name }
}
const transfer = (merchantId: string, newOwnerId: string, keepFormerOwner = false, ctx = admin) =>
  transferMerchant(ctx, { merchantId, version: 1, newOwnerId, keepFormerOwner })

describe('transferring a merchant', () => {
  it('makes another owner; the former one loses it, both sign in again and hear of it', async () => {
    const { id, former, name } = await insertOwned()
    const next = await asOwner(services, ['mer_other'])
    const bystander = await asOwner(services, [id])
    expect(await transfer(id, next.userId)).toEqual({ success: true })
    expect(await rowOf(id)).toMatchObject({ ownerId: next.userId, version: 2 })
    expect(await merchantsOf(next.userId)).toEqual(['mer_other', id])
    expect(await merchantsOf(former.userId)).toEqual([])
    // Versions of the two changed users are stale.
    expect(await Promise.all([former, next, bystander].map(({ userId }) => versionOf(userId)))).toEqual([2, 2, 1])
    expect(await Promise.all([former, next, bystander].map(isSignedIn))).toEqual([false, false, true])
    expect(await auditsOf(id)).toMatchObject([
      {
        action: 'transfer_merchant',
        merchantId: id,
        before: { ownerId: former.userId },
        after: { ownerId: next.userId, keepFormerOwner: false },
      },
    ])
    expect(await mailsTo(services, next.email)).toMatchObject([{ subject: `You now own ${name}` }])
    const [farewell] = await mailsTo(services, former.email)
    expect(farewell!.text).toContain('You no longer have access to it.')
    expect(await mailsTo(services, bystander.email)).toEqual([])
  })

  it('keeps the former owner in the team when asked to, also one who was no more than its ownerId', async () => {
    const { id, former } = await insertOwned()
    const next = await asOwner(services, [id])
    await transfer(id, next.userId, true)
    expect(await merchantsOf(former.userId)).toEqual([id])
    expect(await Promise.all([former, next].map(({ userId }) => versionOf(userId)))).toEqual([1, 1])
    expect(await Promise.all([former, next].map(isSignedIn))).toEqual([true, true])
    const [mail] = await mailsTo(services, former.email)
    expect(mail!.text).toContain('You’re still on its team.')
    const bare = await asOwner(services, [])
    const second = await insertMerchant(services, { ownerId: bare.userId })
    await transfer(second.id, next.userId, true)
    expect(await merchantsOf(bare.userId)).toEqual([second.id])
    expect(await isSignedIn(bare)).toBe(false)
  })

  it('leaves the former owner no endpoint through the application either', async () => {
    const { id, former } = await insertOwned({ status: 'pending_review', applicationStatus: 'submitted' })
    const at = services.clock.now()
    await services.db
      .insert(merchantApplications)
      .values({ id: 'app_t', userId: former.userId, merchantId: id, createdAt: at, updatedAt: at })
    await services.db.update(users).set({ applicationId: 'app_t' }).where(eq(users.id, former.userId))
    const next = await asOwner(services, [])
    await transfer(id, next.userId)
    const [row] = await services.db.select().from(users).where(eq(users.id, former.userId))
    expect(row).toMatchObject({ applicationId: null })
  })

  it('gives a merchant without an owner one', async () => {
    const { id } = await insertMerchant(services)
    const next = await asOwner(services, [])
    await transfer(id, next.userId)
    expect(await rowOf(id)).toMatchObject({ ownerId: next.userId })
  })
})

describe('a transfer is refused', () => {
  it('to anyone but an active person with the role merchant owner', async () => {
    const { id, former } = await insertOwned()
    const candidates = [
      'usr_missing',
      (await asViewer(services, [])).userId,
      admin.actor.kind === 'user' ? admin.actor.userId : '',
      (await asUser(services, { role: 'merchant_owner', adminRecord: false }, [])).userId,
      (await asOwner(services, [], { status: 'suspended' })).userId,
      (await insertUser(services, { role: 'merchant_owner', status: 'pending' })).id,
      (await insertUser(services, { role: 'merchant_owner', claims: { admin: true }, adminRecordRole: null })).id,
    ]
    for (const candidate of candidates)
      await expect(transfer(id, candidate), candidate).rejects.toMatchObject({
        code: 'CONFLICT',
        reason: 'NOT_AN_OWNER',
      })
    await expect(transfer(id, former.userId)).rejects.toMatchObject({ reason: 'OWNER_ALREADY' })
    expect(await rowOf(id)).toMatchObject({ ownerId: former.userId, version: 1 })
    expect(await isSignedIn(former)).toBe(true)
  })

  it.each([
    ['ARCHIVED', { status: 'archived' }],
    ['IN_SETUP', { status: 'pending', applicationStatus: 'pending_setup' }],
  ])('while the merchant is %s', async (reason, details) => {
    const { id } = await insertOwned(details)
    const next = await asOwner(services, [])
    await expect(transfer(id, next.userId)).rejects.toMatchObject({ code: 'CONFLICT', reason })
  })

  it('to owners and viewers, no matter who it would go to', async () => {
    const { id, former } = await insertOwned()
    const next = await asOwner(services, [])
    const mails = await services.db.$count(outboxMails)
    for (const actor of [former, next, await asViewer(services, [id])])
      await expect(transfer(id, next.userId, false, contextAs(services, actor))).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    await expect(transfer('mer_missing', next.userId)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    expect(await rowOf(id)).toMatchObject({ ownerId: former.userId })
    expect(await services.db.$count(outboxMails)).toBe(mails)
  })

  it('to the second of two administrators with the same version', async () => {
    const { id } = await insertOwned()
    const [one, two] = [await asOwner(services, []), await asOwner(services, [])]
    const results = await Promise.allSettled([transfer(id, one.userId), transfer(id, two.userId)])
    expect(results.filter((result) => result.status === 'rejected')).toMatchObject([
      { reason: { code: 'CONFLICT', reason: 'STALE_VERSION' } },
    ])
    expect(await auditsOf(id)).toHaveLength(1)
    expect([...(await merchantsOf(one.userId)), ...(await merchantsOf(two.userId))]).toEqual([id])
  })
})
