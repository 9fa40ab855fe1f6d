import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pendingInvitations, users } from '@quaff/features/accounts/tables'
import { insertBankAccount } from '@quaff/features/banking/testing/bank-account-factory'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPayout } from '@quaff/features/payouts/testing/payout-factory'
import { insertLiveForm, insertSubmission } from '@quaff/features/signup-forms/testing/form-factory'
import { merchantSignups } from '@quaff/features/signup/tables'
import { insertSignup } from '@quaff/features/signup/testing/signup-factory'
import { insertMerchantInvitation } from '@quaff/features/users/testing/merchant-invitation-factory'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { insertEntries, insertWaitlist } from '@quaff/features/waitlists/testing/waitlist-factory'
import type { DisabledReason } from '@quaff/features/webhooks/contract'
import { webhookEndpoints } from '@quaff/features/webhooks/tables'
import { insertEndpoint } from '@quaff/features/webhooks/testing/webhook-factory'
import type { UserActor } from '@quaff/platform/server'
import { jobs, outboxMails } from '@quaff/platform/server/tables'
import { anonymous, asAdmin, asCustomRole, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { notificationLimits } from '../contract'
import { markSeen } from './preferences'
import { getWaiting } from './read-waiting'

const dayMs = 86_400_000
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(async () => {
  await services.database.truncate()
  services.clock.set('2026-03-10T12:00:00.000Z')
})

const ago = (days: number) => new Date(services.clock.now().getTime() - days * dayMs)
const waiting = async (actor: UserActor) => (await getWaiting(contextAs(services, actor))).items
const kinds = async (actor: UserActor) => (await waiting(actor)).map(({ kind }) => kind)

type InvitedDetails = { days: number; role?: string; merchantIds?: string[]; used?: boolean; status?: string }
async function invited({ days, role = 'merchant_viewer', merchantIds = [], ...details }: InvitedDetails) {
  const { used = false, status = 'pending' } = details
  const user = await insertUser(services, { role, status, merchantIds, createdAt: ago(days) })
  await services.db.insert(pendingInvitations).values({ userId: user.id, role, used, createdAt: ago(days) })
  return user
}

async function mailGivenUp(toAddress: string, days: number, template = 'invitation') {
  const mailId = services.ids.newId('mail')
  const body = { template, subject: 's', html: '', text: '' }
  await services.db.insert(outboxMails).values({ id: mailId, toAddress, ...body, createdAt: ago(days) })
  const job = { kind: 'send_mail', payload: { mailId }, runAt: ago(days), createdAt: ago(days), deadAt: ago(days) }
  await services.db.insert(jobs).values({ id: services.ids.newId('job'), ...job })
}

describe('what waits for an administrator', () => {
  it('is nothing on a quiet platform', async () => {
    await insertMerchant(services)
    expect(await waiting(await asAdmin(services))).toEqual([])
  })

  it('are merchants in review, counted from when the oldest came up', async () => {
    await insertMerchant(services, { id: 'mer_new', status: 'pending_review', statusChangedAt: ago(1) })
    await insertMerchant(services, { id: 'mer_old', needsReview: true, statusChangedAt: ago(300) })
    await services.db
      .insert(merchantApplications)
      .values({
        id: 'app_1',
        merchantId: 'mer_old',
        status: 'submitted',
        submittedAt: ago(2),
        createdAt: ago(300),
        updatedAt: ago(2),
      })
    expect(await waiting(await asAdmin(services))).toEqual([
      expect.objectContaining({ kind: 'merchants_in_review', count: 2, since: ago(2), urgent: false, merchant: null }),
    ])
  })

  it('are registrations that await approval', async () => {
    const { id } = await insertUser(services, { status: 'pending_approval', createdAt: ago(1) })
    const [item] = await waiting(await asAdmin(services))
    expect(item).toMatchObject({ kind: 'registrations', count: 1, since: ago(1) })
    expect(item?.href).toBe(`/users?tab=pending&status=pending_approval&id=${id}`)
  })

  it('are partner applications, until they or the account behind them are answered', async () => {
    const [open, settled] = [await insertSignup(services), await insertSignup(services)]
    await services.db.update(users).set({ status: 'rejected' }).where(eq(users.id, settled.userId))
    const customer = await insertSignup(services)
    await services.db.update(users).set({ status: 'active' }).where(eq(users.id, customer.userId))
    const conversion = eq(merchantSignups.id, customer.id)
    await services.db.update(merchantSignups).set({ kind: 'convert' }).where(conversion)
    const ofKind = async () => {
      const items = await waiting(await asAdmin(services))
      return items.find(({ kind }) => kind === 'applications')
    }
    const list = '/applications?status=submitted'
    expect(await ofKind()).toMatchObject({ count: 2, title: '2 partner applications wait for an answer', href: list })
    await services.db.update(merchantSignups).set({ status: 'rejected' }).where(conversion)
    expect(await ofKind()).toMatchObject({ count: 1, href: `${list}&id=${open.id}` })
  })

  it('are people on waitlists, counted as far as the sidebar shows, and for no merchant', async () => {
    const [guests, city] = [await insertWaitlist(services), await insertWaitlist(services, { kind: 'city' })]
    const people = (waitlistId: string, count: number, details = {}) =>
      insertEntries(
        services,
        Array.from({ length: count }, () => ({ waitlistId, ...details })),
      )
    await people(guests.id, 2)
    await people(city.id, 1, { status: 'shortlisted' })
    await people(city.id, 1, { status: 'invited' })
    await people(city.id, 1, { confirmedAt: null })
    const counted = async (actor: UserActor) => (await getWaiting(contextAs(services, actor))).onWaitlists
    expect(await counted(await asAdmin(services))).toBe(3)
    await people(guests.id, notificationLimits.onWaitlists)
    expect(await counted(await asAdmin(services))).toBe(notificationLimits.onWaitlists)
    expect(await counted(await asOwner(services, ['mer_1']))).toBe(0)
  })

  it('are invitations that no one used for three days, or whose mail was given up', async () => {
    const fresh = await invited({ days: 2.9 })
    await invited({ days: 20, used: true })
    await invited({ days: 20, status: 'suspended' })
    const admin = await asAdmin(services)
    expect(await kinds(admin)).toEqual([])
    await mailGivenUp(String(fresh.email), 2.5)
    await invited({ days: 3.1 })
    const items = await waiting(admin)
    expect(items.find(({ kind }) => kind === 'stuck_invitations')).toMatchObject({ count: 2, since: ago(3.1) })
  })

  it('counts an invitation once, and not for a mail that an earlier one was', async () => {
    const old = await invited({ days: 5 })
    await mailGivenUp(String(old.email), 4)
    const again = await invited({ days: 1 })
    await mailGivenUp(String(again.email), 2)
    const items = await waiting(await asAdmin(services))
    expect(items.find(({ kind }) => kind === 'stuck_invitations')).toMatchObject({
      count: 1,
      href: `/users?tab=pending&id=${old.id}`,
    })
  })

  it('are mails and jobs that were given up in the last seven days', async () => {
    await mailGivenUp('someone@example.test', 6.9, 'sign_in_link')
    await mailGivenUp('someone@example.test', 7.1, 'sign_in_link')
    const now = services.clock.now()
    const recurring = { payload: {}, runAt: now, createdAt: ago(90) }
    await services.db.insert(jobs).values([
      { ...recurring, id: 'recurring_prune', kind: 'prune', attempts: 4, lastError: 'ECONNREFUSED' },
      { ...recurring, id: 'recurring_sound', kind: 'sound' },
    ])
    expect(await waiting(await asAdmin(services))).toMatchObject([
      { kind: 'failed_mails', count: 1, since: ago(6.9), urgent: true, href: '/settings?tab=health' },
      { kind: 'failed_jobs', detail: 'prune', urgent: true },
    ])
  })
})

describe('what waits for the people of a merchant', () => {
  const troubled = () =>
    insertMerchant(services, { id: 'mer_1', name: 'Tide & Bean', isLive: false, bankVerifiedAt: null })

  it('is theirs alone: owners what they can mend, viewers its state', async () => {
    await troubled()
    await insertMerchant(services, { id: 'mer_foreign', status: 'suspended' })
    expect(await kinds(await asOwner(services, ['mer_1']))).toEqual(['bank_missing', 'merchant_paused'])
    expect(await kinds(await asViewer(services, ['mer_1']))).toEqual(['merchant_paused'])
    expect(await kinds(await asOwner(services, []))).toEqual([])
    expect(await kinds({ ...(await asCustomRole(services)), merchantIds: ['mer_1'] })).toEqual([])
  })

  it('names the merchant, so that it can be chosen', async () => {
    await troubled()
    await services.db.update(merchants).set({ brandingLogoUrl: '/files/a.webp' }).where(eq(merchants.id, 'mer_1'))
    const [item] = await waiting(await asViewer(services, ['mer_1']))
    expect(item?.merchant).toEqual({ id: 'mer_1', name: 'Tide & Bean', logoUrl: '/files/a.webp' })
  })

  it('is the next step of a venue in setup, which is not among the claims yet', async () => {
    const setup = { status: 'pending', applicationStatus: 'pending_setup', isLive: false }
    await insertMerchant(services, { id: 'mer_setup', ...setup })
    const owner = await asOwner(services, [])
    const items = await waiting({ ...owner, ownMerchantIds: ['mer_setup'] })
    expect(items).toMatchObject([{ kind: 'setup', href: '/merchants/onboarding/locations' }])
  })

  it('is the Business Profile while there is an application only, and only for its applicant', async () => {
    const owner = await asOwner(services, [], { applicationId: 'app_1' })
    const row = { id: 'app_1', userId: owner.userId, business: { name: 'Quay' }, createdAt: ago(4), updatedAt: ago(4) }
    await services.db.insert(merchantApplications).values(row)
    expect(await waiting(owner)).toMatchObject([{ title: 'Finish setting up Quay', since: ago(4), merchant: null }])
    expect(await waiting(await asOwner(services, [], { applicationId: 'app_1' }))).toEqual([])
  })

  it('are bank details that another user changed', async () => {
    await insertMerchant(services, { id: 'mer_1' })
    const owner = await asOwner(services, ['mer_1'])
    await insertBankAccount(services, { merchantId: 'mer_1', updatedAt: ago(1), updatedBy: owner.userId })
    expect(await kinds(owner)).toEqual([])
    expect(await waiting(await asOwner(services, ['mer_1']))).toMatchObject([{ kind: 'bank_changed', since: ago(1) }])
  })

  it('are unused invitations to the own team, of the roles that an owner invites', async () => {
    await insertMerchant(services, { id: 'mer_1' })
    await invited({ days: 4, merchantIds: ['mer_1'] })
    await invited({ days: 4, merchantIds: ['mer_1'], role: 'customer' })
    await invited({ days: 4, merchantIds: ['mer_2'] })
    expect(await waiting(await asOwner(services, ['mer_1']))).toMatchObject([{ kind: 'team_invitations', count: 1 }])
    expect(await kinds(await asViewer(services, ['mer_1']))).toEqual([])
  })
})

describe('invitations that owners sent', () => {
  beforeEach(async () => {
    await insertMerchant(services, { id: 'mer_1' })
    await insertMerchant(services, { id: 'mer_2' })
  })
  const sent = (days: number, details: Partial<Parameters<typeof insertMerchantInvitation>[1]> = {}) =>
    insertMerchantInvitation(services, { merchantId: 'mer_1', sentAt: ago(days), createdAt: ago(days), ...details })
  const team = async (merchantIds = ['mer_1']) =>
    (await waiting(await asOwner(services, merchantIds))).find(({ kind }) => kind === 'team_invitations')

  it('are stuck after three days or once their email is given up, until they are accepted', async () => {
    const fresh = await sent(2)
    await sent(5, { acceptedAt: ago(1) })
    await sent(5, { merchantId: 'mer_2' })
    expect(await team()).toBeUndefined()
    await mailGivenUp(fresh.email, 3)
    expect(await team()).toBeUndefined()
    await mailGivenUp(fresh.email, 1)
    await sent(4)
    expect(await team()).toMatchObject({ count: 2, since: ago(4), href: '/users?tab=pending' })
  })

  it('count once for each email, together with invited accounts', async () => {
    const { tokenHash, email } = await sent(4)
    await sent(4, { tokenHash, email, merchantId: 'mer_2' })
    expect(await team(['mer_1', 'mer_2'])).toMatchObject({ count: 1, href: '/users?tab=pending' })
    await invited({ days: 6, merchantIds: ['mer_1'] })
    expect(await team(['mer_1', 'mer_2'])).toMatchObject({ count: 2, since: ago(6) })
  })

  it('wait for owners alone: administrators have no list of them, viewers cannot resend them', async () => {
    await sent(4)
    expect(await kinds(await asViewer(services, ['mer_1']))).not.toContain('team_invitations')
    expect(await kinds(await asAdmin(services))).not.toContain('stuck_invitations')
  })
})

describe('the bell', () => {
  it('is for anyone who is signed in', async () => {
    await expect(getWaiting(contextAs(services, anonymous))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(markSeen(contextAs(services, anonymous))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('counts as new what came up since it was looked at, each person on their own', async () => {
    const [ada, bob] = [await asAdmin(services), await asAdmin(services)]
    await insertUser(services, { status: 'pending_approval', createdAt: ago(1) })
    const isNew = async (actor: UserActor) => (await waiting(actor)).map((item) => item.isNew)
    expect([await isNew(ada), await isNew(bob)]).toEqual([[true], [true]])
    const { asOf } = await getWaiting(contextAs(services, ada))
    services.clock.advance(60_000)
    await markSeen(contextAs(services, ada), { asOf })
    expect([await isNew(ada), await isNew(bob)]).toEqual([[false], [true]])
    await insertUser(services, { status: 'pending_approval' })
    expect(await isNew(ada)).toEqual([true])
  })

  it('never forgets what was seen, whatever an older window says, and sees nothing ahead', async () => {
    const ctx = contextAs(services, await asAdmin(services))
    const isNew = async () => (await getWaiting(ctx)).items.map((item) => item.isNew)
    await markSeen(ctx, { asOf: new Date('2099-01-01T00:00:00Z') })
    await markSeen(ctx, { asOf: ago(30) })
    await insertUser(services, { status: 'pending_approval', createdAt: ago(1) })
    expect(await isNew()).toEqual([false])
    services.clock.advance(60_000)
    await insertUser(services, { status: 'pending_approval' })
    expect(await isNew()).toEqual([true])
  })
})

describe('submissions of signup forms', () => {
  it('wait for administrators until they are answered', async () => {
    const { id: formId } = await insertLiveForm(services)
    await insertSubmission(services, { formId, submittedAt: ago(1) })
    await insertSubmission(services, { formId, submittedAt: ago(2) })
    await insertSubmission(services, { formId, status: 'rejected', submittedAt: ago(9) })
    const admin = await asAdmin(services)
    expect((await waiting(admin)).filter(({ kind }) => kind === 'submissions')).toMatchObject([
      { title: '2 submissions wait for an answer', count: 2, since: ago(2), merchant: null },
    ])
    expect(await kinds(await asOwner(services, ['mer_1']))).not.toContain('submissions')
  })
})

describe('§0045 webhook endpoints', () => {
  it('wait for administrators while their own failures keep them off, and lead to the one that it is', async () => {
    const off = (days: number, disabledReason: DisabledReason = 'failing') =>
      insertEndpoint(services, { isEnabled: false, disabledReason, disabledAt: ago(days) })
    const admin = await asAdmin(services)
    await insertEndpoint(services)
    await off(1, 'person')
    expect(await waiting(admin)).toEqual([])
    const { endpointId } = await off(2)
    const list = '/settings?tab=webhooks'
    expect(await waiting(admin)).toMatchObject([
      {
        kind: 'webhooks_off',
        title: '1 webhook endpoint was disabled',
        href: `${list}&id=${endpointId}`,
        since: ago(2),
        urgent: true,
        isNew: true,
        merchant: null,
      },
    ])
    await markSeen(contextAs(services, admin), undefined)
    expect(await waiting(admin)).toMatchObject([{ isNew: false }])
    services.clock.advance(60_000)
    await off(0, 'gone')
    expect(await waiting(admin)).toMatchObject([
      { title: '2 webhook endpoints were disabled', count: 2, href: list, isNew: true },
    ])
    expect(await kinds(await asOwner(services, ['mer_1']))).toEqual([])
    await services.db.update(webhookEndpoints).set({ isEnabled: true })
    expect(await kinds(admin)).toEqual([])
  })
})

describe('payouts', () => {
  it('wait for administrators while they are drafts', async () => {
    await insertMerchant(services, { id: 'mer_1' })
    await insertPayout(services, { id: 'pay_1', merchantId: 'mer_1', period: '2026-01', generatedAt: ago(9) })
    await insertPayout(services, { merchantId: 'mer_1', generatedAt: ago(2) })
    await insertPayout(services, { merchantId: 'mer_1', currency: 'eur', status: 'approved' })
    const admin = await asAdmin(services)
    expect((await waiting(admin)).filter(({ kind }) => kind === 'payouts_to_approve')).toMatchObject([
      { title: '2 payouts wait for approval', count: 2, since: ago(9), href: '/payouts?status=draft', merchant: null },
    ])
    expect(await kinds(await asOwner(services, ['mer_1']))).not.toContain('payouts_to_approve')
  })

  it('are statements for the owners of a merchant, from approval on and for seven days', async () => {
    for (const id of ['mer_1', 'mer_2']) await insertMerchant(services, { id, name: `Cafe ${id}` })
    const approved = { merchantId: 'mer_1', status: 'approved' } as const
    await insertPayout(services, { ...approved, id: 'pay_new', approvedAt: ago(6.9) })
    await insertPayout(services, { ...approved, period: '2026-01', approvedAt: ago(7.1) })
    await insertPayout(services, { ...approved, currency: 'eur', status: 'draft', approvedAt: ago(1) })
    await insertPayout(services, { ...approved, merchantId: 'mer_2', id: 'pay_foreign', approvedAt: ago(1) })
    const owner = await asOwner(services, ['mer_1'])
    const statements = async (actor: UserActor) =>
      (await waiting(actor)).filter(({ kind }) => kind === 'statement_ready')
    expect(await statements(owner)).toMatchObject([
      {
        title: 'Statement for February 2026 is ready',
        detail: 'Cafe mer_1',
        href: '/payouts?id=pay_new',
        since: ago(6.9),
        isNew: true,
        merchant: { id: 'mer_1' },
      },
    ])
    await markSeen(contextAs(services, owner), undefined)
    expect(await statements(owner)).toMatchObject([{ isNew: false }])
    expect(await statements(await asViewer(services, ['mer_1']))).toEqual([])
    expect(await statements(await asAdmin(services))).toEqual([])
  })
})
