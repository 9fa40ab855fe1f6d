import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertMerchant, type MerchantDetails } from '../testing/merchant-factory'
import { requestChanges } from './request-changes'
import { markReviewed } from './review-many'
import { setLive } from './set-live'
import { archiveMerchant, declineMerchant, restoreMerchant, suspendMerchant } from './stop-merchant'
import { merchantApplications, merchants } from './tables'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const rowOf = async (id: string) => (await services.db.select().from(merchants).where(eq(merchants.id, id)))[0]!
const auditsOf = (id: string) =>
  services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id)).orderBy(adminAuditLogs.sequence)
const waiting = { status: 'pending_review', needsReview: true, applicationStatus: 'submitted', isLive: false }

async function insertOwned(details: MerchantDetails = {}) {
  const merchant = await insertMerchant(services, details)
  const id = merchant.id!
  const owner = await insertUser(services, { role: 'merchant_owner', merchantIds: [id] })
  return { id, owner, name: merchant.name }
}

describe('restoring', () => {
  it.each([
    ['archived', archiveMerchant, 0],
    ['declined', declineMerchant, 2],
  ] as const)('of one %s keeps the waiting time, and mails whom that told', async (_, stop, mails) => {
    const since = new Date(services.clock.now().getTime() - 9 * 86_400_000)
    const { id, owner } = await insertOwned({ ...waiting, statusChangedAt: since })
    await stop(admin, { merchantId: id, version: 1, reason: 'A mistake' })
    services.clock.advance(60_000)
    await restoreMerchant(admin, { merchantId: id, version: 2, reason: 'Back' })
    expect(await rowOf(id)).toMatchObject({ status: 'pending_review', needsReview: true, statusChangedAt: since })
    expect(await mailsTo(services, owner.email)).toHaveLength(mails)
  })
})

describe('requesting changes', () => {
  it('keeps what was asked before: the record and the owners can read it', async () => {
    const { id } = await insertOwned(waiting)
    await requestChanges(admin, { merchantId: id, version: 1, items: ['bank'], note: 'First' })
    services.clock.advance(60_000)
    await services.db.update(merchants).set({ status: 'pending_review', needsReview: true }).where(eq(merchants.id, id))
    const record = await requestChanges(admin, { merchantId: id, version: 2, items: ['plans'], note: 'Second' })
    expect(record.changeRequest).toMatchObject({ items: ['plans'], note: 'Second' })
    expect(record.earlierRequests).toMatchObject([{ items: ['bank'], note: 'First' }])
  })

  it('sends it back to its owners with the checklist, and out of the queue', async () => {
    const { id, owner, name } = await insertOwned(waiting)
    const record = await requestChanges(admin, {
      merchantId: id,
      version: 1,
      items: ['bank', 'address', 'bank'],
      note: 'Please <i>check</i> the address.\nThanks!',
    })
    expect(record).toMatchObject({
      status: 'pending',
      needsReview: false,
      applicationStatus: 'changes_requested',
      changeRequest: {
        items: ['address', 'bank'],
        note: 'Please <i>check</i> the address.\nThanks!',
        requestedAt: services.clock.now(),
      },
    })
    expect(await auditsOf(id)).toMatchObject([
      { action: 'request_changes', merchantId: id, after: { changeRequest: { items: ['address', 'bank'] } } },
    ])
    const [mail] = await mailsTo(services, owner.email)
    expect(mail).toMatchObject({
      template: 'merchant_changes_requested',
      subject: `${name} needs a few changes`,
      link: `http://127.0.0.1:3000/merchants/onboarding?openMerchant=${id}`,
    })
    for (const part of ['Address', 'Bank account', 'Please <i>check</i> the address.', 'Thanks!'])
      expect(mail!.text).toContain(part)
    expect(mail!.html).not.toContain('<i>check')
  })

  it('leaves an active merchant open and in review, until someone has looked again', async () => {
    const { id, owner } = await insertOwned({ needsReview: true })
    const record = await requestChanges(admin, { merchantId: id, version: 1, items: ['taxId'], note: '' })
    expect(record).toMatchObject({
      status: 'active',
      isLive: true,
      needsReview: true,
      applicationStatus: 'approved',
      changeRequest: { items: ['taxId'] },
    })
    const [mail] = await mailsTo(services, owner.email)
    expect(mail!.link).toBe(`http://127.0.0.1:3000/dashboard?openMerchant=${id}`)
    expect(mail!.text).not.toContain('request approval')
    await markReviewed(admin, { merchantIds: [id] })
    expect(await rowOf(id)).toMatchObject({ needsReview: false, changeRequest: null, status: 'active' })
  })

  it('wants something to be changed', async () => {
    const { id } = await insertOwned(waiting)
    await expect(
      requestChanges(admin, { merchantId: id, version: 1, items: [], note: ' \u0007 ' }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'NOTHING_REQUESTED' })
  })

  it('goes with the application, which its owner opens again', async () => {
    const { id } = await insertOwned(waiting)
    const at = services.clock.now()
    await services.db
      .insert(merchantApplications)
      .values({ id: `app_${id}`, merchantId: id, status: 'submitted', createdAt: at, updatedAt: at })
    await requestChanges(admin, { merchantId: id, version: 1, items: ['taxId'], note: '' })
    const [application] = await services.db
      .select()
      .from(merchantApplications)
      .where(eq(merchantApplications.merchantId, id))
    expect(application).toMatchObject({ status: 'changes_requested', version: 2 })
  })
})

describe('decline, suspend and restore', () => {
  it('declines what waits, and tells the owners why', async () => {
    const { id, owner, name } = await insertOwned(waiting)
    const record = await declineMerchant(admin, { merchantId: id, version: 1, reason: 'Not a <script>venue</script>' })
    expect(record).toMatchObject({
      status: 'rejected',
      applicationStatus: 'rejected',
      needsReview: false,
      statusReason: 'Not a <script>venue</script>',
    })
    const [mail] = await mailsTo(services, owner.email)
    expect(mail).toMatchObject({ template: 'merchant_declined', subject: `${name} was rejected` })
    expect(mail!.text).toContain('Not a <script>venue</script>')
    expect(mail!.html).not.toContain('<script')
    expect(await auditsOf(id)).toMatchObject([
      {
        action: 'decline_merchant',
        before: { status: 'pending_review' },
        after: { reason: 'Not a <script>venue</script>' },
      },
    ])
  })

  it.each([true, false])('suspends an active merchant and restores it as live as it was: %s', async (isLive) => {
    const { id, owner } = await insertOwned({ isLive })
    expect(await suspendMerchant(admin, { merchantId: id, version: 1, reason: 'Complaints' })).toMatchObject({
      status: 'suspended',
      statusReason: 'Complaints',
      version: 2,
    })
    services.clock.advance(1_000)
    expect(await restoreMerchant(admin, { merchantId: id, version: 2, reason: 'Settled' })).toMatchObject({
      status: 'active',
      isLive,
      statusReason: null,
      statusChangedAt: services.clock.now(),
    })
    const templates = (await mailsTo(services, owner.email)).map((mail) => mail.template)
    expect(templates).toEqual(['merchant_restored', 'merchant_suspended'])
    expect((await auditsOf(id)).map((audit) => audit.action).sort()).toEqual(['restore_merchant', 'suspend_merchant'])
  })

  it('restores what was declined into review, and what was archived to what it was', async () => {
    const declined = await insertOwned(waiting)
    await declineMerchant(admin, { merchantId: declined.id, version: 1, reason: 'x' })
    expect(await restoreMerchant(admin, { merchantId: declined.id, version: 2, reason: 'y' })).toMatchObject(waiting)
    const archived = await insertOwned({ status: 'suspended', statusReason: 'z' })
    await archiveMerchant(admin, { merchantId: archived.id, version: 1, reason: 'x' })
    expect(await restoreMerchant(admin, { merchantId: archived.id, version: 2, reason: 'y' })).toMatchObject({
      status: 'suspended',
    })
  })

  it('takes no reason that no one can read', async () => {
    const { id } = await insertOwned()
    const attempt = suspendMerchant(admin, { merchantId: id, version: 1, reason: ' \u0007\n\u0000' })
    await expect(attempt).rejects.toMatchObject({ reason: 'NO_REASON', detail: { field: 'reason' } })
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1 })
  })

  it('tells no one of the archive, but keeps the reason on the record', async () => {
    const { id, owner } = await insertOwned()
    expect(await archiveMerchant(admin, { merchantId: id, version: 1, reason: 'Closed down' })).toMatchObject({
      status: 'archived',
      statusReason: 'Closed down',
    })
    expect(await mailsTo(services, owner.email)).toEqual([])
  })
})

const verbs = {
  requestChanges: (ctx: TestContext, merchantId: string, version: number) =>
    requestChanges(ctx, { merchantId, version, items: ['address'], note: '' }),
  decline: (ctx: TestContext, merchantId: string, version: number) =>
    declineMerchant(ctx, { merchantId, version, reason: 'x' }),
  suspend: (ctx: TestContext, merchantId: string, version: number) =>
    suspendMerchant(ctx, { merchantId, version, reason: 'x' }),
  archive: (ctx: TestContext, merchantId: string, version: number) =>
    archiveMerchant(ctx, { merchantId, version, reason: 'x' }),
  restore: (ctx: TestContext, merchantId: string, version: number) =>
    restoreMerchant(ctx, { merchantId, version, reason: 'x' }),
}

describe.each(Object.entries(verbs))('%s', (name, act) => {
  const possible = { requestChanges: waiting, decline: waiting, restore: { status: 'suspended' } }
  const details = (): MerchantDetails => Object.entries(possible).find(([key]) => key === name)?.[1] ?? {}

  it('is for administrators, no matter who owns the merchant', async () => {
    const { id } = await insertOwned(details())
    const before = await rowOf(id)
    for (const actor of [await asOwner(services, [id]), await asViewer(services, [id])])
      await expect(act(contextAs(services, actor), id, 1)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(act(admin, 'mer_missing', 1)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    expect(await rowOf(id)).toEqual(before)
  })

  it('of two with the same version lets one win; the loser writes, audits and mails nothing', async () => {
    const { id, owner } = await insertOwned(details())
    const results = await Promise.allSettled([act(admin, id, 1), act(admin, id, 1)])
    const lost = results.filter((result) => result.status === 'rejected')
    expect(lost).toMatchObject([{ reason: { code: 'CONFLICT', reason: 'STALE_VERSION' } }])
    expect((await rowOf(id)).version).toBe(2)
    expect(await auditsOf(id)).toHaveLength(1)
    expect(await mailsTo(services, owner.email)).toHaveLength(name === 'archive' ? 0 : 1)
  })

  it('is refused from a state it does not start from, with what to do', async () => {
    const wrong = {
      requestChanges: 'active',
      decline: 'active',
      suspend: 'pending',
      archive: 'archived',
      restore: 'active',
    }
    const { id } = await insertOwned({ status: Object.entries(wrong).find(([key]) => key === name)?.[1] })
    await expect(act(admin, id, 1)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/\.$/) })
    expect(await auditsOf(id)).toEqual([])
  })
})

describe('pausing and resuming', () => {
  const pause = (ctx: TestContext, merchantId: string, version = 1, isLive = false) =>
    setLive(ctx, { merchantId, version, isLive })

  it('§4 is the owner’s on an approved merchant, audited', async () => {
    const { id } = await insertOwned()
    const owner = contextAs(services, await asOwner(services, [id]))
    expect(await pause(owner, id)).toMatchObject({ isLive: false, status: 'active', version: 2 })
    expect(await pause(owner, id, 2, true)).toMatchObject({ isLive: true })
    expect(await auditsOf(id)).toMatchObject([
      { action: 'set_live', before: { isLive: true }, after: { isLive: false } },
      { action: 'set_live', before: { isLive: false }, after: { isLive: true } },
    ])
    expect(await pause(owner, id, 3, true)).toMatchObject({ version: 3 })
    expect(await auditsOf(id)).toHaveLength(2)
    await expect(pause(owner, id, 1)).rejects.toMatchObject({ reason: 'STALE_VERSION' })
  })

  it.each(['pending', 'pending_review', 'suspended', 'rejected', 'archived'])(
    '§4 is refused to the owner of a merchant that is %s',
    async (status) => {
      const { id } = await insertOwned({ status })
      const before = await rowOf(id)
      const owner = contextAs(services, await asOwner(services, [id]))
      await expect(pause(owner, id)).rejects.toMatchObject({ code: 'CONFLICT' })
      expect(await rowOf(id)).toEqual(before)
      const byAdmin = pause(admin, id)
      if (status === 'archived') await expect(byAdmin).rejects.toMatchObject({ reason: 'ARCHIVED' })
      else expect(await byAdmin).toMatchObject({ isLive: false, status })
    },
  )

  it('is refused to viewers and to owners of other merchants', async () => {
    const { id } = await insertOwned()
    await expect(pause(contextAs(services, await asViewer(services, [id])), id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(pause(contextAs(services, await asOwner(services, ['mer_x'])), id)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
