import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { adminAuditLogs, outboxMails } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomer, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertMerchant, type MerchantDetails } from '../testing/merchant-factory'
import { approveMerchant, approveMerchantDirect } from './approve-merchant'
import { setLive } from './set-live'
import { merchantApplications, merchants } from './tables'

let services: TestServices
let admin: TestContext
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
})

const waiting = { status: 'pending_review', needsReview: true, applicationStatus: 'submitted', isLive: false }
const insertWaiting = async (details: MerchantDetails = {}) =>
  (await insertMerchant(services, { ...waiting, ...details })).id!
const rowOf = async (id: string) => (await services.db.select().from(merchants).where(eq(merchants.id, id)))[0]!
const auditsOf = (id: string) =>
  services.db
    .select()
    .from(adminAuditLogs)
    .where(and(eq(adminAuditLogs.targetId, id), eq(adminAuditLogs.action, 'approve_merchant')))

async function insertApplication(merchantId: string, settings: Record<string, unknown>) {
  const at = services.clock.now()
  const id = services.ids.newId('app')
  await services.db
    .insert(merchantApplications)
    .values({ id, merchantId, status: 'submitted', settings, createdAt: at, updatedAt: at })
  return id
}

describe('the live switch before approval', () => {
  it.each([true, false])('§4 sets the choice that the approval follows: %s', async (isLive) => {
    const id = await insertWaiting()
    await insertApplication(id, { isLive: !isLive })
    const switched = await setLive(admin, { merchantId: id, version: 1, isLive })
    expect(switched).toMatchObject({ choosesLive: isLive, isLive: false, version: 2 })
    expect(await approveMerchant(admin, { merchantId: id })).toMatchObject({ choosesLive: isLive, isLive })
  })

  it('§4 is kept by a merchant without an application', async () => {
    const id = await insertWaiting()
    await setLive(admin, { merchantId: id, version: 1, isLive: true })
    expect(await approveMerchant(admin, { merchantId: id })).toMatchObject({ isLive: true })
  })
})

describe('approval', () => {
  it('§4 makes the merchant active and approved, audited with the notes', async () => {
    const id = await insertWaiting({
      changeRequest: { items: ['address'], note: '', requestedAt: '2026-01-01T00:00:00Z' },
    })
    const record = await approveMerchant(admin, { merchantId: id, notes: 'Looks good\u0007\nreally' })
    expect(record).toMatchObject({
      status: 'active',
      applicationStatus: 'approved',
      needsReview: false,
      isLive: false,
      changeRequest: null,
      version: 2,
    })
    const [audit] = await auditsOf(id)
    expect(audit).toMatchObject({
      merchantId: id,
      before: { status: 'pending_review', needsReview: true, applicationStatus: 'submitted' },
      after: { status: 'active', needsReview: false, applicationStatus: 'approved', notes: 'Looks good\nreally' },
    })
  })

  it.each([
    [true, true],
    [false, false],
    ['yes', false],
  ])('§4 opens the venue if the owner wished so: %s gives %s', async (isLive, expected) => {
    const id = await insertWaiting()
    const applicationId = await insertApplication(id, { isLive })
    expect(await approveMerchant(admin, { merchantId: id })).toMatchObject({ isLive: expected })
    const [application] = await services.db
      .select()
      .from(merchantApplications)
      .where(eq(merchantApplications.id, applicationId))
    expect(application).toMatchObject({ status: 'approved', settings: { isLive } })
  })

  it('leaves a live merchant that needed review live, whatever its application said', async () => {
    const { id } = await insertMerchant(services, { needsReview: true })
    await insertApplication(id, { isLive: false })
    expect(await approveMerchant(admin, { merchantId: id })).toMatchObject({ isLive: true, needsReview: false })
  })

  it('of 20 at the same time happens once, with one audit row and one mail to each owner', async () => {
    const id = await insertWaiting()
    const owner = await insertUser(services, { role: 'merchant_owner', merchantIds: [id] })
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => approveMerchantDirect(admin, { merchantId: id })),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'CONFLICT', reason: 'NOT_IN_REVIEW' })
    expect(await auditsOf(id)).toHaveLength(1)
    expect(await mailsTo(services, owner.email)).toHaveLength(1)
    expect((await rowOf(id)).version).toBe(2)
  })

  it('tells the owners, each in a mail of their own, and no one else', async () => {
    const applicant = await insertUser(services, { role: 'merchant_owner' })
    const id = await insertWaiting({ name: '<b>Tea & Co</b>', ownerId: applicant.id })
    const member = await insertUser(services, { role: 'merchant_owner', merchantIds: [id] })
    const others = [
      await insertUser(services, { role: 'merchant_viewer', merchantIds: [id] }),
      await insertUser(services, { role: 'merchant_owner', merchantIds: [id], status: 'suspended' }),
      await insertUser(services, { role: 'merchant_owner', merchantIds: [id], emailIsPlaceholder: true }),
      await insertUser(services, { role: 'merchant_owner', merchantIds: ['mer_other'] }),
    ]
    await approveMerchant(admin, { merchantId: id })
    for (const { email } of [applicant, member]) {
      const [mail] = await mailsTo(services, email)
      expect(mail).toMatchObject({
        template: 'merchant_approved',
        subject: '<b>Tea & Co</b> is approved',
        link: expect.stringMatching(/\/dashboard\?openMerchant=mer_/),
      })
      expect(mail!.html).toContain('&lt;b&gt;Tea &amp; Co&lt;/b&gt;')
      expect(mail!.html).not.toContain('<b>Tea')
    }
    for (const { email } of others) expect(await mailsTo(services, email)).toEqual([])
  })
})

describe('approval is refused', () => {
  it.each([
    ['what no one asked to approve', { status: 'active' }, 'NOT_IN_REVIEW'],
    ['what is being set up', { status: 'pending' }, 'NOT_IN_REVIEW'],
    ['what is suspended', { status: 'suspended', needsReview: true }, 'SUSPENDED'],
    ['what is declined', { status: 'rejected', needsReview: true }, 'DECLINED'],
    ['what is archived', { status: 'archived', needsReview: true }, 'ARCHIVED'],
  ])('for %s', async (_, details, reason) => {
    const { id } = await insertMerchant(services, details)
    const before = await rowOf(id)
    await expect(approveMerchant(admin, { merchantId: id })).rejects.toMatchObject({ code: 'CONFLICT', reason })
    expect(await rowOf(id)).toEqual(before)
    expect(await auditsOf(id)).toEqual([])
  })

  it('§6 to everybody but administrators, the owner of the merchant included', async () => {
    const id = await insertWaiting()
    const before = await rowOf(id)
    const mails = await services.db.$count(outboxMails)
    for (const actor of [await asOwner(services, [id]), await asViewer(services, [id]), await asCustomer(services)]) {
      for (const merchantId of [id, 'mer_missing'])
        await expect(approveMerchant(contextAs(services, actor), { merchantId })).rejects.toMatchObject({
          code: 'FORBIDDEN',
        })
    }
    expect(await rowOf(id)).toEqual(before)
    expect(await services.db.$count(outboxMails)).toBe(mails)
  })

  it('§8 with the words of the specification to anyone who is not signed in', async () => {
    const id = await insertWaiting()
    await expect(approveMerchant(contextAs(services, anonymous), { merchantId: id })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Not authenticated',
    })
  })
})
