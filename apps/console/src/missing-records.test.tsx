import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { buildWaitlist } from '@quaff/features/waitlists/testing/waitlist-rows-factory'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { sentenceCase } from '@quaff/platform/shared/readable-text'
import { renderAddress, sessionOf } from './testing/render-address'

const tide = { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false }
const admin = sessionOf({ role: 'quaff_admin' })
const owner = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: tide })
const redemption = '1773136800000_red_1'

/** Every record that an address can name; `reads` is the call that returns it. */
const sheets = [
  { noun: 'user', address: '/users?id=usr_x', reads: 'users.get', session: admin },
  { noun: 'user', address: '/users?id=usr_x', reads: 'users.get', session: owner },
  { noun: 'merchant', address: '/merchants?id=mer_x', reads: 'merchants.get', session: admin },
  { noun: 'location', address: '/locations?id=loc_x', reads: 'locations.get', session: owner },
  { noun: 'plan', address: '/plans?id=pla_x', reads: 'plans.getOfMerchant', session: owner },
  { noun: 'subscription', address: '/subscriptions?id=sub_x', reads: 'subscriptions.get', session: admin },
  {
    noun: 'subscription',
    address: '/redemptions?tab=subscribers&id=sub_x',
    reads: 'subscriptions.get',
    session: owner,
  },
  {
    noun: 'redemption',
    address: `/redemptions?tab=history&id=${redemption}`,
    reads: 'redemptions.get',
    session: owner,
  },
  { noun: 'payout', address: '/payouts?id=pay_x', reads: 'payouts.get', session: owner },
  { noun: 'link', address: '/affiliates?id=lnk_x', reads: 'affiliates.get', session: owner },
  { noun: 'person', address: '/waitlists?list=wal_1&id=ent_x', reads: 'waitlists.entry', session: admin },
  {
    noun: 'submission',
    address: '/merchant-signup-forms?tab=submissions&id=sbm_x',
    reads: 'signupForms.submission',
    session: admin,
  },
  { noun: 'application', address: '/applications?id=sgn_x', reads: 'signup.get', session: admin },
  { noun: 'key', address: '/settings?tab=keys&id=key_x', reads: 'apiKeys.get', session: admin },
  { noun: 'endpoint', address: '/settings?tab=webhooks&id=whk_x', reads: 'webhooks.get', session: admin },
  { noun: 'entry', address: '/settings?tab=audit&id=aud_x', reads: 'settings.auditEntry', session: admin },
]
const codes = ['NOT_FOUND', 'FORBIDDEN'] as const

const page = { rows: [], hasMore: false, nextCursor: null, total: 0 }
const figures = {
  activeSubscribers: 0,
  trialSubscribers: 0,
  churnedThisMonth: 0,
  monthlyRevenue: [],
  averageSubscriptionValue: [],
  drinks: 0,
  pricePerDrink: [],
}
const plans = {
  rows: [],
  total: 0,
  withoutPlan: null,
  totals: { ...figures, churnRate: 0, scheduledCancellations: 0 },
  merchant: tide,
  lockedReason: null,
}
const refused = (reads: string, code: (typeof codes)[number]): Answers => ({
  'waitlists.list': () => [buildWaitlist({ id: 'wal_1' })],
  'waitlists.entries': () => page,
  'locations.list': () => page,
  'plans.list': () => plans,
  [reads]: () => {
    throw new ORPCError(code)
  },
})

it.each(sheets.flatMap((sheet) => codes.map((code) => ({ ...sheet, code }))))(
  'the sheet of $address shows one message at $code, without tabs and buttons',
  async ({ noun, address, reads, session, code }) => {
    renderAddress(address, session, refused(reads, code))
    const message = await screen.findByText(`${sentenceCase(noun)} not found`, {}, { timeout: 5_000 })
    const sheet = message.closest<HTMLElement>('[role=dialog]')
    if (!sheet) throw new Error('No sheet around the message')
    expect(within(sheet).queryByRole('tab')).toBeNull()
    await waitFor(() =>
      expect(
        within(sheet)
          .getAllByRole('button')
          .map((button) => button.getAttribute('aria-label')),
      ).toEqual(['Close']),
    )
  },
)

it.each([
  { noun: 'form', address: '/merchant-signup-forms?id=frm_x', reads: 'signupForms.get', session: admin },
  { noun: 'import', address: '/settings?tab=import&run=imp_x', reads: 'imports.get', session: admin },
  { noun: 'statement', address: '/payouts/statement?id=pay_x', reads: 'payouts.get', session: owner },
])('the page of a missing $noun offers the way back and nothing else', async ({ noun, address, reads, session }) => {
  renderAddress(address, session, refused(reads, 'NOT_FOUND'))
  expect(await screen.findByText(`${sentenceCase(noun)} not found`, {}, { timeout: 5_000 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Retry|Print|CSV/ })).toBeNull()
})
