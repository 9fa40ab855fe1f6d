import { createRouterClient } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { pendingInvitations, userMerchants, users } from '@quaff/features/accounts/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { signInRouter } from '@quaff/features/sign-in/server'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { approveRegistrationInput, rejectRegistrationInput } from '../access-contract'
import { userStatuses } from '../contract'
import { insertUser, type UserDetails } from '../testing/user-factory'
import { usersRouter } from './index'
import { approveRegistration, rejectRegistration } from './review-registration'

let services: TestServices
let admin: TestContext
let merchantId: string
beforeAll(async () => {
  services = await createTestServices()
  admin = contextAs(services, await asAdmin(services))
  merchantId = (await insertMerchant(services)).id
})

const registered = (details: UserDetails = {}) => insertUser(services, { status: 'pending_approval', ...details })
const rowOf = async (id: string) => (await services.db.select().from(users).where(eq(users.id, id)))[0]!
const auditsOf = (id: string) => services.db.select().from(adminAuditLogs).where(eq(adminAuditLogs.targetId, id))
const approve = (userId: string, merchantIds = [merchantId]) => approveRegistration(admin, { userId, merchantIds })
const reject = (userId: string, reason = 'Not a venue') => rejectRegistration(admin, { userId, reason })

describe('approving a registration', () => {
  it('§4 §7 makes an invited merchant owner, whose mailed link opens the merchants given and nothing else', async () => {
    const { id, email } = await registered({ claims: { admin: true }, merchantIds: ['mer_imported'] })
    expect(await approve(id)).toEqual({ success: true })
    expect(await rowOf(id)).toMatchObject({ status: 'pending', role: 'merchant_owner', version: 2 })
    const [invitation] = await services.db.select().from(pendingInvitations).where(eq(pendingInvitations.userId, id))
    expect(invitation).toMatchObject({ role: 'merchant_owner', merchantIds: [merchantId], used: false })
    const assigned = await services.db.select().from(userMerchants).where(eq(userMerchants.userId, id))
    expect(assigned.map((row) => row.merchantId)).toEqual([merchantId])
    const mails = await mailsTo(services, email)
    expect(mails).toMatchObject([{ template: 'invitation' }])
    const token = new URL(mails[0]?.link ?? '').searchParams.get('token') ?? ''
    const stranger = createRouterClient(signInRouter, { context: contextAs(services) })
    expect(await stranger.completeLink({ email, token })).toMatchObject({
      session: { user: { uid: id, role: 'merchant_owner', merchantIds: [merchantId] } },
      requiresPasswordSetup: true,
    })
    expect((await auditsOf(id)).map((row) => row.action)).toEqual(['approve_registration', 'activate_account'])
  })

  it('§4 needs a merchant, unless there is an application', async () => {
    const bare = await registered()
    await expect(approve(bare.id, [])).rejects.toMatchObject({ code: 'BAD_REQUEST', reason: 'NO_MERCHANT' })
    expect(await rowOf(bare.id)).toMatchObject({ status: 'pending_approval', version: 1 })
    const applicant = await registered({ applicationId: 'app_1' })
    expect(await approve(applicant.id, [])).toEqual({ success: true })
    expect(await rowOf(applicant.id)).toMatchObject({ status: 'pending', applicationId: 'app_1' })
    expect(await services.db.$count(userMerchants, eq(userMerchants.userId, applicant.id))).toBe(0)
  })

  it.each([[['mer_missing']], [['mer_missing', 'OWN']], [['OWN', 'mer_missing']]])(
    'is refused with merchants that do not exist: %j',
    async (ids) => {
      const { id, email } = await registered()
      const merchantIds = ids.map((one) => (one === 'OWN' ? merchantId : one))
      await expect(approve(id, merchantIds)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
      expect([await auditsOf(id), await mailsTo(services, email)]).toEqual([[], []])
    },
  )

  it('is refused for an address that was made up', async () => {
    const { id } = await registered({ emailIsPlaceholder: true })
    await expect(approve(id)).rejects.toMatchObject({ reason: 'NO_ADDRESS' })
  })
})

describe('rejecting a registration', () => {
  it('§4 §7 is for good, and mails the reason as text', async () => {
    const { id, email } = await registered()
    await reject(id, '<a href="https://evil.test">click</a>\r\nBcc: all@people.test')
    expect(await rowOf(id)).toMatchObject({ status: 'rejected', role: 'customer', version: 2 })
    const [mail] = await mailsTo(services, email)
    expect(mail?.html).toContain('&lt;a href=')
    expect(mail?.html).not.toContain('<a href="https://evil')
    expect(mail?.text).toContain('Reason: <a href="https://evil.test">click</a> Bcc: all@people.test')
    expect(await auditsOf(id)).toMatchObject([{ action: 'reject_registration', after: { status: 'rejected' } }])
    await expect(approve(id)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
  })

  it('§7 without a reason says nothing of one; made-up addresses are not mailed', async () => {
    const plain = await registered()
    await reject(plain.id, ' ')
    expect((await mailsTo(services, plain.email))[0]?.text).not.toContain('Reason')
    const placeholder = await registered({ emailIsPlaceholder: true })
    await reject(placeholder.id)
    expect(await mailsTo(services, placeholder.email)).toEqual([])
  })
})

describe('a registration is decided', () => {
  it('once: of 20 approvals and rejections at the same time one wins, with one mail', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, email } = await registered()
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) => ((index + round) % 2 === 0 ? approve(id) : reject(id))),
      )
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected')
      expect(lost).toHaveLength(19)
      for (const { reason } of lost) expect(reason).toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
      expect([await auditsOf(id), await mailsTo(services, email)]).toMatchObject([{ length: 1 }, { length: 1 }])
    }
  })

  it.each(userStatuses.filter((status) => status !== 'pending_approval'))('§4 never for someone %s', async (status) => {
    const { id } = await insertUser(services, { status })
    for (const attempt of [approve, reject])
      await expect(attempt(id)).rejects.toMatchObject({ code: 'CONFLICT', reason: 'STATE' })
    expect(await rowOf(id)).toMatchObject({ status, version: 1 })
  })

  it('by administrators only', async () => {
    const { id } = await registered()
    for (const actor of [await asOwner(services, [merchantId]), await asViewer(services, [merchantId])]) {
      const ctx = contextAs(services, actor)
      for (const attempt of [
        () => approveRegistration(ctx, { userId: id, merchantIds: [merchantId] }),
        () => rejectRegistration(ctx, { userId: id, reason: '' }),
      ])
        await expect(attempt()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    for (const attempt of [approve, reject])
      await expect(attempt('usr_missing')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await rowOf(id)).toMatchObject({ status: 'pending_approval' })
  })

  it.each([[{ role: 'quaff_admin' }], [{ status: 'active' }], [{ userId: ['usr_1'] }]])('by shape: %j', (extra) => {
    const approval = { userId: 'usr_1', merchantIds: ['mer_1'] }
    const rejection = { userId: 'usr_1', reason: 'Why' }
    expect(approveRegistrationInput.safeParse(approval).success).toBe(true)
    expect(approveRegistrationInput.safeParse({ ...approval, ...extra }).success).toBe(false)
    expect(rejectRegistrationInput.safeParse(rejection).success).toBe(true)
    expect(rejectRegistrationInput.safeParse({ ...rejection, ...extra }).success).toBe(false)
  })

  it('by the console with a reason always', async () => {
    const client = createRouterClient(usersRouter, { context: admin })
    const { id } = await registered()
    for (const reason of ['', '  '])
      await expect(client.reject({ userId: id, reason })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await rowOf(id)).toMatchObject({ status: 'pending_approval' })
    expect(await client.reject({ userId: id, reason: 'Why' })).toEqual({ success: true })
  })
})
