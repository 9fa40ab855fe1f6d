import { expect, type Page } from '@playwright/test'
import { draftFields } from '@quaff/features/onboarding/contract'
import type { DemoLabel } from './console'
import { callConsole, dateMark, type Answer } from './console-api'
import { mark, type Stored } from './store-payloads'

/** An address, and what is pressed there before it is read. */
export interface StoredScreen {
  address: string
  press?: (page: Page) => Promise<unknown>
  /** Before it is opened. */
  prepare?: (page: Page) => Promise<unknown>
  /** An open form keeps the texts that it was opened with, and a public page reads once. */
  keepsInput?: boolean
  /** Shown until the page has its own responses, and read on another screen. */
  passing?: string
}

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click()
const screens = (...addresses: string[]): StoredScreen[] => addresses.map((address) => ({ address }))

/** Demo records in states that the stored ones are not in. */
export type Found = Record<'suspended' | 'customer' | 'blocked' | 'failed', string>

/** Screens of an administrator: all merchants, and finally the stored one. */
export function staffScreens(stored: Stored, found: Found, word = mark): StoredScreen[] {
  const { merchant, person, waitlist, form } = stored
  const someone = `/users?tab=everyone&q=zq.viewer&id=${person}`
  return [
    ...screens('/merchants?q=Zq', '/merchants?tab=other&q=Zq', '/merchants?needsReview=true'),
    ...['overview', 'locations', 'plans', 'subscribers', 'promotions', 'team', 'banking', 'activity'].map((view) => ({
      address: `/merchants?id=${merchant}&view=${view}`,
    })),
    ...screens(`/merchants?tab=other&id=${found.suspended}`, `/merchants?id=${found.suspended}&view=banking`),
    ...screens('/users?tab=everyone&q=zq.viewer', someone, '/users?tab=pending', '/users?tab=customers'),
    { address: someone, press: tab('Access') },
    ...screens(`/users?tab=blocked&id=${found.blocked}`, `/users?tab=customers&id=${found.customer}`),
    ...['Subscriptions', 'Redemptions', 'Activity'].map((name) => ({
      address: `/users?tab=customers&id=${found.customer}`,
      press: tab(name),
    })),
    ...screens('/plans/promotions?promotion=happy_hour&q=Zq'),
    { address: `/plans/promotions?tab=merchant&merchant=${merchant}`, keepsInput: true },
    ...screens('/analytics', `/subscriptions?id=${stored.subscription}`, '/analytics?tab=redemptions'),
    ...screens(`/analytics?tab=redemptions&redemption=${stored.redemption}`),
    ...screens(
      '/payouts',
      '/payouts?view=all',
      '/payouts?view=runs',
      `/payouts?id=${stored.payout}`,
      `/payouts?status=failed&id=${found.failed}`,
    ),
    ...screens('/payouts?action=generate', '/payouts?action=bank-file', `/payouts/statement?id=${stored.payout}`),
    ...screens(`/waitlists?list=${waitlist}`, `/waitlists?list=${waitlist}&view=demand`),
    { address: `/waitlists?list=${waitlist}&id=${stored.entry}`, keepsInput: true },
    ...['share', 'next', 'edit'].map((action) => ({
      address: `/waitlists?list=${waitlist}&action=${action}`,
      keepsInput: action === 'edit',
    })),
    ...screens('/affiliates', `/affiliates?id=${stored.link}`, '/merchant-signup-forms'),
    ...['', '&view=settings', '&view=share', '&view=results'].map((view) => ({
      address: `/merchant-signup-forms?id=${form}${view}`,
      keepsInput: view === '&view=settings',
    })),
    ...screens('/merchant-signup-forms?tab=submissions', '/applications'),
    ...screens(`/merchant-signup-forms?tab=submissions&id=${stored.submission}`, `/applications?id=${stored.signup}`),
    ...[
      'profile',
      'security',
      'health',
      'audit',
      'keys',
      `keys&id=${stored.key}`,
      'webhooks',
      `webhooks&id=${stored.endpoint}`,
    ].map((name) => ({ address: `/settings?tab=${name}` })),
    { address: '/settings?tab=platform', keepsInput: true },
    ...screens('/dashboard', '/dashboard?activity=all'),
    { address: '/dashboard', press: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
    { address: '/dashboard', press: switchMerchant },
    { address: '/dashboard', press: search(word) },
    ...dialogs(stored),
    { address: `/merchants?id=${merchant}`, press: openAsThisMerchant, passing: 'merchants/get name' },
    { address: `/locations?id=${stored.location}` },
    { address: `/locations?id=${stored.location}&action=edit`, keepsInput: true },
    { address: `/plans?id=${stored.plan}`, press: sheetOpens, keepsInput: true },
  ]
}

/** Dialogs of irreversible actions, and forms behind a menu. */
function dialogs({ merchant, payout, waitlist, entry }: Stored): StoredScreen[] {
  const address = `/merchants?id=${merchant}`
  return [
    ...['Reject…', 'Archive…', 'Delete…'].map((item) => ({ address, press: choose(item) })),
    { address, press: choose('Transfer to another owner…'), keepsInput: true },
    { address, press: ask(/^Edit/), keepsInput: true },
    { address: `/payouts?id=${payout}`, press: ask('Approve'), keepsInput: true },
    { address: `/waitlists?list=${waitlist}&id=${entry}`, press: ask('Delete permanently…'), keepsInput: true },
  ]
}

/** Screens of one merchant: chosen by an administrator, or an owner's or viewer's own. */
export function venueScreens({ location, plan }: Record<'location' | 'plan', string>): StoredScreen[] {
  return [
    ...screens('/dashboard', '/locations', `/locations?id=${location}`, '/locations?action=print', '/plans'),
    { address: `/locations?id=${location}&action=edit`, keepsInput: true },
    { address: `/plans?id=${plan}`, press: sheetOpens, keepsInput: true },
    ...screens('/users', '/users?tab=pending', '/redemptions?tab=history', '/redemptions?tab=insights', '/affiliates'),
    ...screens('/redemptions?tab=subscribers', '/payouts', '/analytics', '/settings/billing', '/settings/branding'),
  ]
}

const savedAt = '2031-05-01T10:00:00.000Z'
const draftValues = Object.fromEntries(draftFields.map((field) => [field, '']))

/** Additional screens of an owner or viewer. */
export const memberScreens: StoredScreen[] = [
  ...screens('/settings', '/settings?tab=access', '/settings?tab=security'),
  ...screens('/merchants/onboarding', '/merchants/application-submitted'),
  {
    address: '/merchants/onboarding',
    prepare: onboardingIs(
      { phase: 'changes_requested', changeRequest: { items: ['profile'], note: '', requestedAt: savedAt } },
      ['changeRequest', 'requestedAt'],
    ),
  },
  { address: '/merchants/onboarding', prepare: onboardingIs({ phase: 'suspended', statusReason: '' }) },
  { address: '/merchants/onboarding/business', keepsInput: true },
  {
    address: '/merchants/onboarding/business',
    keepsInput: true,
    prepare: onboardingIs({ phase: 'pending_setup', draft: { values: draftValues, savedAt } }, ['draft', 'savedAt']),
  },
]

/** The demo merchant is approved; the response claims another status. */
function onboardingIs(change: object, ...dates: string[][]) {
  return (page: Page) =>
    page.route('**/rpc/onboarding/state', async (route) => {
      const response = await route.fetch()
      const { json, meta = [] } = (await response.json()) as { json: object; meta?: unknown[] }
      const body = { json: { ...json, ...change }, meta: [...meta, ...dates.map((path) => [dateMark, ...path])] }
      await route.fulfill({ response, json: body })
    })
}

/** Public screens. */
export const visitorScreens = ({ formPath, waitlistPath }: Stored): StoredScreen[] =>
  [formPath, `${formPath}?embed=1`, waitlistPath].map((address) => ({ address, keepsInput: true }))

const switchMerchant = async (page: Page) => {
  // Large text makes it a narrow screen, where a drawer holds it.
  const drawer = page.getByRole('button', { name: 'Open menu' })
  if (await drawer.isVisible()) await drawer.click()
  await page.getByRole('button', { name: /^Switch merchant/ }).click()
}

const sheetOpens = (page: Page) => expect(page.getByRole('dialog').last()).toBeVisible()

/** From the menu of the open sheet, or of the last row. */
const choose = (item: string) => async (page: Page) => {
  const place = new URL(page.url()).searchParams.has('id') ? page.getByRole('dialog') : page
  await place
    .getByRole('button', { name: /^More actions/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
  await expect(page.getByRole('dialog').last()).toBeVisible()
}

const ask = (label: string | RegExp) => (page: Page) => page.getByRole('button', { name: label }).last().click()

const openAsThisMerchant = (page: Page) => page.getByRole('link', { name: 'Open as this merchant' }).click()

const search =
  (word: string) =>
  async (page: Page): Promise<void> => {
    // The shortcut works once the frame is rendered.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill(word)
    await expect(page.getByRole('option').first()).toBeVisible()
  }

const publicAddresses = [
  '/',
  '/partners',
  '/terms',
  '/privacy',
  '/affiliate?code=UNKNOWN',
  '/partners/signup',
  '/auth/login',
  '/auth/register',
  '/auth/complete-signin',
]

/** Every screen with demo records. */
export async function demoScreens(page: Page, role: DemoLabel | 'visitor'): Promise<StoredScreen[]> {
  const all = async (procedure: string, input: object = {}) => {
    const answer: unknown = await callConsole(page, procedure, input)
    return (Array.isArray(answer) ? answer : (answer as { rows: unknown }).rows) as (Answer & { slug?: string })[]
  }
  const first = async (procedure: string, input: object = {}) => (await all(procedure, input))[0]?.id ?? ''
  if (role === 'owner' || role === 'viewer') {
    const session = await callConsole(page, 'sessions/current', {})
    const { id: merchantId } = session['assignedMerchant'] as { id: string }
    const records = {
      location: await first('locations/list', { merchantId }),
      plan: await first('plans/list', { merchantId }),
    }
    const forms =
      role === 'owner' ? screens('/plans?action=create', '/locations?action=create', '/users?action=invite') : []
    return [...venueScreens(records), ...memberScreens, ...forms]
  }
  const form = (await all('signupForms/list')).find(({ status }) => status === 'live')
  const waitlist = (await all('waitlists/list')).find(({ slug }) => slug !== undefined)
  if (role === 'visitor')
    return screens(...publicAddresses, `/f/${form?.slug}`, `/f/${form?.slug}?embed=1`, `/w/${waitlist?.slug}`)
  const merchant = await first('merchants/list', { status: 'active' })
  const redemption = (await all('redemptions/list', { status: 'completed', limit: 1 }))[0]
  const stored = {
    merchant,
    location: await first('locations/list', { merchantId: merchant }),
    plan: await first('plans/list', { merchantId: merchant }),
    person: await first('users/list', { tab: 'team' }),
    waitlist: waitlist?.id ?? '',
    entry: await first('waitlists/entries', { waitlistId: waitlist?.id, limit: 1 }),
    form: form?.id ?? '',
    submission: await first('signupForms/submissions', { formId: form?.id, limit: 1 }),
    signup: await first('signup/list', { limit: 1 }),
    endpoint: await first('webhooks/list'),
    link: await first('affiliates/list'),
    key: await first('apiKeys/list'),
    subscription: await first('subscriptions/list', { status: 'active', limit: 1 }),
    redemption: `${Date.parse(String(redemption?.['redeemedAt']))}_${redemption?.id}`,
    payout: await first('payouts/list', { status: 'draft', limit: 1 }),
    formPath: '',
    waitlistPath: '',
  }
  const found = {
    suspended: await first('merchants/list', { status: 'suspended' }),
    blocked: await first('users/list', { tab: 'blocked' }),
    customer: await first('users/list', { tab: 'customers' }),
    failed: await first('payouts/list', { status: 'failed' }),
  }
  const shown = staffScreens(stored, found, 'bean').map((one) => ({
    ...one,
    address: one.address.replace(/q=(Zq|zq\.viewer)&?/, '').replace(/[?&]$/, ''),
  }))
  const chosen = (page: Page) => page.getByRole('checkbox').nth(2).check()
  return [
    ...screens(
      '/merchants?action=create',
      '/merchants/onboarding',
      '/settings?tab=preferences',
      '/settings?tab=notifications',
      '/settings?tab=import',
    ),
    { address: '/merchants', press: chosen },
    { address: '/payouts?view=all', press: chosen },
    { address: '/users', press: chosen },
    ...shown,
  ]
}
