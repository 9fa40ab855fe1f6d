import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { users } from '@quaff/features/accounts/tables'
import { userActivity } from '@quaff/features/activity/tables'
import { merchantApplications } from '@quaff/features/merchants/tables'
import { insertUser } from '@quaff/features/users/testing/user-factory'
import { adminAuditLogs } from '@quaff/platform/server/tables'
import { asAdmin } from '@quaff/platform/testing/actors'
import { mailsTo } from '@quaff/platform/testing/mails'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { submitSignupInput } from '../contract'
import { applicantContext, filledSignup } from '../testing/signup-factory'
import { getConversion, getSignup } from './read-signups'
import { submitSignup } from './submit-signup'
import { merchantSignups } from './tables'

let services: TestServices
let addresses = 0
const newAddress = () => `venue${++addresses}@halfmoon.test`
const submit = (input: Awaited<ReturnType<typeof filledSignup>>) => submitSignup(applicantContext(services), input)
const signupsOf = (email: string) => services.db.select().from(merchantSignups).where(eq(merchantSignups.email, email))
const accountOf = async (email: string) => (await services.db.select().from(users).where(eq(users.email, email)))[0]

beforeAll(async () => {
  services = await createTestServices()
})

describe('an application from the partner pages', () => {
  it('§G23 §G37 makes an application, an owner who waits for approval, and an activity entry', async () => {
    const email = newAddress()
    const receipt = await submit(await filledSignup(services, email, { affiliateCode: 'TABLE12' }))
    expect(receipt).toMatchObject({ outcome: 'submitted', businessName: 'Half Moon Café' })
    expect(receipt.reference).toMatch(/^[A-Z0-9]{4}-[A-Z0-9]{4}$/)
    const account = await accountOf(email)
    expect(account).toMatchObject({
      role: 'customer',
      status: 'pending_approval',
      displayName: 'Ana Paz',
      emailVerified: true,
    })
    const [application] = await services.db
      .select()
      .from(merchantApplications)
      .where(eq(merchantApplications.id, account?.applicationId ?? ''))
    expect(application).toMatchObject({
      userId: account?.id,
      status: 'pending_setup',
      merchantId: null,
      business: { name: 'Half Moon Café', businessType: 'coffee_shop', email, website: 'https://halfmoon.test' },
    })
    expect(await services.db.$count(userActivity, eq(userActivity.userId, account?.id ?? ''))).toBe(1)
    const audits = await services.db
      .select()
      .from(adminAuditLogs)
      .where(eq(adminAuditLogs.targetId, account?.id ?? ''))
    expect(audits.map(({ action }) => action)).toEqual(['register_user'])
    expect(await signupsOf(email)).toMatchObject([{ kind: 'signup', status: 'submitted', affiliateCode: 'TABLE12' }])
    expect((await mailsTo(services, email))[0]).toMatchObject({ template: 'signup_received' })
  })

  it('is one, whatever is pressed twelve times, at once or later', async () => {
    const email = newAddress()
    const input = await filledSignup(services, email)
    const receipts = await Promise.all(Array.from({ length: 12 }, () => submit(input)))
    expect(new Set(receipts.map(({ reference }) => reference)).size).toBe(1)
    services.clock.advance(30 * 60_000)
    expect(await submit(input)).toEqual(receipts[0])
    expect(await signupsOf(email)).toHaveLength(1)
    expect(await services.db.$count(users, eq(users.email, email))).toBe(1)
    const received = (await mailsTo(services, email)).filter(({ template }) => template === 'signup_received')
    expect(received).toHaveLength(1)
  })

  it('of the same address with another form answers that one is being read', async () => {
    const email = newAddress()
    await submit(await filledSignup(services, email))
    expect(await submit(await filledSignup(services, email))).toMatchObject({ outcome: 'pending', reference: null })
    expect(await signupsOf(email)).toHaveLength(1)
  })

  it('with two forms of one address at once is one', async () => {
    const email = newAddress()
    const forms = [await filledSignup(services, email), await filledSignup(services, email)]
    const outcomes = (await Promise.all(forms.map(submit))).map(({ outcome }) => outcome).sort()
    expect(outcomes).toEqual(['pending', 'submitted'])
    expect(await signupsOf(email)).toHaveLength(1)
  })

  it.each(['active', 'suspended', 'rejected', 'pending'])(
    '§G17 of a known address that is %s changes nothing',
    async (status) => {
      const { id, email } = await insertUser(services, { status })
      expect(await submit(await filledSignup(services, email))).toMatchObject({ outcome: 'existing' })
      expect(await accountOf(email)).toMatchObject({ id, status, version: 1, applicationId: null })
      expect(await services.db.$count(merchantApplications, eq(merchantApplications.userId, id))).toBe(0)
    },
  )

  it('of someone who registered without a venue joins that account', async () => {
    const { id, email } = await insertUser(services, { status: 'pending_approval' })
    expect(await submit(await filledSignup(services, email))).toMatchObject({ outcome: 'submitted' })
    expect((await accountOf(email))?.applicationId).toMatch(/^app_/)
    expect(await signupsOf(email)).toMatchObject([{ userId: id }])
  })

  it('needs a proof of the mailbox, for this purpose', async () => {
    const input = await filledSignup(services, newAddress())
    const refused = { code: 'UNAUTHORIZED', reason: 'PROOF' }
    await expect(submit({ ...input, proof: 'x'.repeat(43) })).rejects.toMatchObject(refused)
    await expect(submit({ ...input, kind: 'convert' })).rejects.toMatchObject(refused)
    services.clock.advance(60 * 60_000)
    await expect(submit(input)).rejects.toMatchObject(refused)
  })

  it("with another user's key tells nothing of that application", async () => {
    const input = await filledSignup(services, newAddress())
    await submit(input)
    const stranger = await filledSignup(services, newAddress(), { requestKey: input.requestKey })
    expect(await submit(stranger)).toEqual({
      outcome: 'existing',
      reference: null,
      businessName: null,
      submittedAt: null,
    })
  })

  it('§0023 by a program that fills in the hidden field is answered and not kept', async () => {
    const email = newAddress()
    const input = await filledSignup(services, email, { trap: 'x' })
    expect(await submit(input)).toMatchObject({ outcome: 'submitted', reference: null })
    expect(await signupsOf(email)).toEqual([])
    expect(await accountOf(email)).toBeUndefined()
  })

  it.each([
    ['role', { role: 'quaff_admin' }],
    ['status', { status: 'active' }],
    ['merchantIds', { merchantIds: ['mer_1'] }],
    ['terms that were not accepted', { acceptsTerms: false }],
    ['a script as website', { business: { website: 'javascript:alert(1)' } }],
    ['a name that no one sees', { contactName: '\u200B\u2060' }],
  ])('is refused with %s', async (_, change) => {
    const input = await filledSignup(services, newAddress())
    const business = 'business' in change ? { ...input.business, ...change.business } : input.business
    expect(submitSignupInput.safeParse({ ...input, ...change, business }).success).toBe(false)
    expect(submitSignupInput.safeParse(input).success).toBe(true)
  })

  it('1,000 times from one network leaves at most five rows', async () => {
    const ctx = applicantContext(services)
    const before = await services.db.$count(merchantSignups)
    const forms: Awaited<ReturnType<typeof filledSignup>>[] = []
    for (let count = 0; count < 8; count++) forms.push(await filledSignup(services, newAddress()))
    const posts = Array.from({ length: 1_000 }, (_, index) => {
      const form = forms[index % forms.length]!
      return submitSignup(ctx, { ...form, requestKey: crypto.randomUUID() })
    })
    const outcomes = await Promise.allSettled(posts)
    expect(outcomes.filter(({ status }) => status === 'rejected').length).toBeGreaterThanOrEqual(995)
    expect((await services.db.$count(merchantSignups)) - before).toBeLessThanOrEqual(5)
  })
})

describe('the terms', () => {
  it('are kept with the version that was agreed to, and shown to who reviews', async () => {
    const email = 'terms@halfmoon.test'
    await submit(await filledSignup(services, email))
    const [signup] = await signupsOf(email)
    const admin = contextAs(services, await asAdmin(services))
    expect(await getSignup(admin, { signupId: signup?.id ?? '' })).toMatchObject({ termsVersion: 1 })
    const tomorrows = { ...(await filledSignup(services, 'ben@halfmoon.test')), termsVersion: 2 }
    expect(submitSignupInput.safeParse(tomorrows).success).toBe(false)
  })
})

describe('a customer who becomes a merchant', () => {
  it('§0023 sees what carries over, applies without a session, and stays a customer until approval', async () => {
    const { id, email } = await insertUser(services, { role: 'customer', displayName: 'Ana Paz' })
    await services.db.update(users).set({ subscriptionCount: 2 }).where(eq(users.id, id))
    const input = await filledSignup(services, email, { kind: 'convert' })
    expect(await getConversion(applicantContext(services), { kind: 'convert', proof: input.proof })).toMatchObject({
      state: 'convertible',
      displayName: 'Ana Paz',
      passes: 2,
    })
    expect(await submit(input)).toMatchObject({ outcome: 'submitted' })
    expect(await accountOf(email)).toMatchObject({ role: 'customer', status: 'active', applicationId: null })
    expect(await getConversion(applicantContext(services), { kind: 'convert', proof: input.proof })).toMatchObject({
      state: 'pending',
      displayName: null,
    })
    const again = await filledSignup(services, email, { kind: 'convert' })
    expect(await submit(again)).toMatchObject({ outcome: 'pending' })
    expect(
      await services.db.$count(
        merchantSignups,
        and(eq(merchantSignups.userId, id), eq(merchantSignups.kind, 'convert')),
      ),
    ).toBe(1)
  })

  it('§0023 is read with a proof of the ordinary form too, and with no proof of the other kind', async () => {
    const { email } = await insertUser(services, { role: 'merchant_owner' })
    const ctx = applicantContext(services)
    const { proof } = await filledSignup(services, email)
    expect(await getConversion(ctx, { kind: 'signup', proof })).toMatchObject({ state: 'staff', displayName: null })
    const refusal = { code: 'UNAUTHORIZED', reason: 'PROOF' }
    await expect(getConversion(ctx, { kind: 'convert', proof })).rejects.toMatchObject(refusal)
    const converting = await filledSignup(services, email, { kind: 'convert' })
    await expect(getConversion(ctx, { kind: 'signup', proof: converting.proof })).rejects.toMatchObject(refusal)
  })

  it.each([
    ['merchant_owner', 'active', 'staff'],
    ['quaff_admin', 'active', 'staff'],
    ['customer', 'suspended', 'blocked'],
    ['customer', 'rejected', 'blocked'],
    ['customer', 'pending_approval', 'pending'],
  ])('is not offered to a %s who is %s', async (role, status, state) => {
    const { email } = await insertUser(services, { role, status })
    const input = await filledSignup(services, email, { kind: 'convert' })
    expect(await getConversion(applicantContext(services), { kind: 'convert', proof: input.proof })).toEqual({
      state,
      displayName: null,
      passes: 0,
      memberSince: null,
    })
    expect(['existing', 'pending']).toContain((await submit(input)).outcome)
    expect(await signupsOf(email)).toEqual([])
  })
})
