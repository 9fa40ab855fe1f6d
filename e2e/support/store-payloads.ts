import { expect, type Page } from '@playwright/test'
import { payloadDealer } from '@quaff/platform/testing/script-payloads'
import { demoAccount, readMail } from './console'
import { callConsole, type Answer } from './console-api'

const deal = payloadDealer()
const address = () => ({
  line1: deal(120),
  line2: deal(120),
  city: deal(120),
  region: deal(120),
  postalCode: deal(120),
  country: deal(120),
})

/** Names begin with it, so that searches find them. */
export const mark = 'Zq'
const named = (maxLength = 120) => deal(maxLength, mark)

export type Stored = Record<
  | 'merchant'
  | 'location'
  | 'plan'
  | 'person'
  | 'waitlist'
  | 'entry'
  | 'form'
  | 'submission'
  | 'signup'
  | 'endpoint'
  | 'link'
  | 'key',
  string
> & { subscription: string; redemption: string; payout: string; formPath: string; waitlistPath: string }

/** Fills the texts that an administrator, a merchant and anonymous callers can store. */
export async function storePayloads(page: Page): Promise<Stored> {
  const call = (procedure: string, input: object) => callConsole(page, procedure, input)
  const venue = await storeVenue(call)
  const growth = await storeGrowth(call, venue.merchant)
  const answers = await answerInPublic(page, call, growth)
  const money = await storeReasons(call)
  return {
    ...venue,
    ...growth,
    ...answers,
    ...money,
    key: await storeKey(page, call),
    endpoint: await storeEndpoint(call),
  }
}

/** The session was opened before all journeys, perhaps longer ago than a key may be made after. */
async function storeKey(page: Page, call: Call): Promise<string> {
  await call('signIn/reauthenticate', { password: demoAccount('administrator').password })
  const key = await call('apiKeys/create', { name: named(), scopes: ['redemptions:decide'], merchantIds: null })
  // Unsigned requests are refused, and the sources name the key.
  const headers = { authorization: `Bearer ${String(key['secret'])}`, 'content-type': 'application/json' }
  const requested = await page.request.post(`${new URL(page.url()).origin}/v1/redemptions`, { headers, data: {} })
  expect(requested.status()).toBe(401)
  return key.id
}

async function storeEndpoint(call: Call): Promise<string> {
  return (await call('webhooks/create', { url: 'https://hooks.example.com/', description: named() })).id
}

type Call = (procedure: string, input: object) => Promise<Answer>

async function storeVenue(call: Call) {
  const description = deal(4_000)
  const merchant = await call('merchants/create', { name: named(), description, address: address() })
  const merchantId = merchant.id
  const changed = await call('merchants/update', {
    merchantId,
    version: merchant.version,
    changes: { businessName: deal(120), allowMultipleLocations: true },
  })
  const sentBack = { merchantId, version: changed.version, items: ['profile'], note: deal(4_000) }
  const location = await call('locations/create', {
    merchantId,
    name: named(),
    fields: {
      address: address(),
      notes: deal(4_000),
      phone: '+1 555 0100',
      closures: [{ from: '2026-01-01', to: '2039-01-01', reason: deal(120) }],
    },
  })
  const price = { amountMinor: 900, currency: 'usd', interval: 'month', intervalCount: 1, active: true }
  const plan = await call('plans/create', {
    merchantId,
    plan: { name: named(), description: deal(500), eligibleItems: [deal(80), deal(80)], prices: [price] },
  })
  await call('promotions/setEnabled', {
    merchantId,
    promotionId: 'happy_hour',
    version: 0,
    enabled: true,
    metadata: { note: deal(500) },
  })
  const person = await call('users/invite', {
    email: 'zq.viewer@quaff.test',
    displayName: named(),
    phoneNumber: '+1 555 0101',
    role: 'merchant_viewer',
    merchantIds: [merchantId],
  })
  await call('users/invite', { email: 'zq.owner@quaff.test', role: 'merchant_owner', newVenueName: named() })
  await call('merchants/requestChanges', sentBack)
  for (const verb of ['decline', 'archive'] as const) {
    const other = await call('merchants/create', { name: named(), description: deal(4_000) })
    await call(`merchants/${verb}`, { merchantId: other.id, version: other.version, reason: deal(500) })
  }
  return { merchant: merchantId, location: location.id, plan: plan.id, person: String(person['userId']) }
}

async function storeGrowth(call: Call, merchantId: string) {
  const waitlist = await call('waitlists/create', {
    name: named(),
    kind: 'city',
    slug: 'zq-payloads',
    description: deal(500),
    city: deal(120),
    invitationDays: 7,
  })
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`
  const people = Array.from({ length: 12 }, (_, index) =>
    [`zq.${index}@quaff.test`, ...[120, 120, 20, 120, 60, 4_000, 500].map((max) => deal(max))].map(cell).join(','),
  )
  const columns = `email,name,city,postalCode,wantedVenue,source,notes,${cell(deal(120))}`
  await call('waitlists/importRows', { waitlistId: waitlist.id, csv: [columns, ...people].join('\n') })
  const entry = (await call('waitlists/entries', { waitlistId: waitlist.id, limit: 1 })).rows[0]
  const link = await call('affiliates/create', {
    name: named(),
    slug: 'zq-payloads',
    code: 'ZQPAYLOADS',
    destination: 'merchant',
    merchantId,
    sourceTag: deal(40),
  })
  const draft = await call('signupForms/create', { name: named(), slug: 'zq-payloads' })
  const choice = [deal(120), `${mark} ${deal(110)}`]
  const requested = { required: false, showWhen: null, options: [] }
  const saved = await call('signupForms/save', {
    formId: draft.id,
    version: draft.version,
    name: named(),
    slug: 'zq-payloads',
    intro: deal(1_000),
    successText: deal(1_000),
    ownerEmail: null,
    category: null,
    closesAt: null,
    allowedSites: [],
    fields: [
      ...(draft['fields'] as object[]),
      { ...requested, id: 'zq_short', kind: 'short', label: deal(200), help: deal(500) },
      { ...requested, id: 'zq_long', kind: 'long', label: deal(200), help: deal(500) },
      { ...requested, id: 'zq_list', kind: 'dropdown', label: deal(200), help: deal(500), options: choice },
      { ...requested, id: 'zq_choice', kind: 'choice', label: deal(200), help: deal(500), options: choice },
      { ...requested, id: 'zq_where', kind: 'address', label: deal(200), help: deal(500) },
    ],
  })
  const live = await call('signupForms/publish', { formId: draft.id, version: saved.version })
  return {
    waitlist: waitlist.id,
    entry: entry?.id ?? '',
    waitlistPath: '/w/zq-payloads',
    link: link.id,
    form: live.id,
    formPath: '/f/zq-payloads',
    formFields: live['fields'] as { id: string; kind: string }[],
  }
}

type Form = { form: string; formFields: { id: string; kind: string }[] }

/** Uses the public endpoints, which reject submissions in the first three seconds. */
async function answerInPublic(page: Page, call: Call, { form, formFields }: Form) {
  const email = 'zq.applicant@quaff.test'
  const opened = await call('signupForms/open', { slug: 'zq-payloads' })
  const { startToken } = await call('signup/open', {})
  await call('mailbox/requestCode', { email, purpose: 'merchant_signup' })
  const code = /\b\d{6}\b/.exec((await readMail(email, /code/)).text)?.[0]
  const { token } = await call('mailbox/checkCode', { email, purpose: 'merchant_signup', code })
  await page.waitForTimeout(3_200)
  const typed = { business_name: named(), email, short: deal(300), long: deal(4_000), address: deal(300) }
  await call('signupForms/submit', {
    slug: 'zq-payloads',
    version: 1,
    requestKey: crypto.randomUUID(),
    startToken: opened.startToken,
    answers: formFields.flatMap(({ id, kind }) => {
      const value = Object.entries(typed).find(([name]) => name === kind)?.[1]
      return value === undefined ? [] : [{ fieldId: id, value }]
    }),
  })
  await call('signup/submit', {
    requestKey: crypto.randomUUID(),
    proof: token,
    startToken,
    contactName: named(),
    acceptsTerms: true,
    business: {
      name: named(),
      businessType: 'bar',
      description: deal(2_000),
      address: address(),
      phone: '+1 555 0102',
    },
  })
  const submission = (await call('signupForms/submissions', { formId: form, limit: 1 })).rows[0]
  const signup = (await call('signup/list', { limit: 1 })).rows[0]
  return { submission: submission?.id ?? '', signup: signup?.id ?? '' }
}

async function storeReasons(call: Call) {
  const subscription = (await call('subscriptions/list', { status: 'active', limit: 1 })).rows[0]
  const { updatedAt, charges } = await call('subscriptions/get', { subscriptionId: subscription?.id })
  await call('subscriptions/cancel', {
    subscriptionId: subscription?.id,
    when: 'period_end',
    reason: deal(500),
    expectedUpdatedAt: updatedAt,
  })
  await call('refunds/record', {
    subscriptionId: subscription?.id,
    periodStart: charges[0]?.periodStart,
    amountMinor: 1,
    reason: deal(500),
  })
  const drink = (await call('redemptions/list', { status: 'completed', limit: 1 })).rows[0]
  const redeemedAt = String(drink?.['redeemedAt'])
  await call('redemptions/void', { redemptionId: drink?.id, redeemedAt, reason: deal(500) })
  const payout = (await call('payouts/list', { status: 'draft', limit: 1 })).rows[0]
  await call('payouts/addAdjustment', {
    payoutId: payout?.id,
    version: payout?.version,
    amountMinor: 1,
    reason: deal(500),
  })
  expect([subscription?.id, drink?.id, payout?.id]).not.toContain(undefined)
  return {
    subscription: subscription?.id ?? '',
    payout: payout?.id ?? '',
    redemption: `${Date.parse(redeemedAt)}_${drink?.id}`,
  }
}
