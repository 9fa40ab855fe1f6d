import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { buildOnboardingState } from '@quaff/features/onboarding/testing/onboarding-factory'
import { renderAddress, sessionOf } from './testing/render-address'

const application = { id: 'app_1', name: 'Blue Spoon', logoUrl: null, temporary: true }
const venue = { id: 'mer_1', name: 'Verbena Pressed', logoUrl: null, temporary: false }
const applicant = sessionOf({ role: 'merchant_owner', applicationId: 'app_1', assigned: application })
const lonely = sessionOf({ role: 'merchant_viewer' })
const frameReads = ['sessions.current', 'sessions.live', 'notifications.waiting', 'merchants.options']

const scoped = ['/analytics', '/users?action=invite', '/affiliates?action=create', '/payouts', '/plans', '/locations']

describe.each(scoped)('%s', (address) => {
  it('of an applicant names the next step and reads nothing', async () => {
    const { calls } = renderAddress(address, applicant)
    expect(await screen.findByText('Finish the business profile first', {}, { timeout: 5_000 })).toBeTruthy()
    const next = screen.getByRole('link', { name: 'Open business profile' })
    expect(next.getAttribute('href')).toBe('/merchants/onboarding/business')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.map(({ name }) => name).filter((name) => !frameReads.includes(name))).toEqual([])
  })

  it('of staff without a merchant says so and reads nothing', async () => {
    const { calls } = renderAddress(address, lonely)
    expect(await screen.findByText(/You don’t have a merchant yet/)).toBeTruthy()
    expect(calls.map(({ name }) => name).filter((name) => !frameReads.includes(name))).toEqual([])
  })
})

async function paletteLabels() {
  await userEvent.keyboard('{Control>}k{/Control}')
  const list = await screen.findByRole('listbox')
  await waitFor(() => expect(within(list).getAllByRole('option').length).toBeGreaterThan(0))
  return within(list)
    .getAllByRole('option')
    .map((option) => option.textContent)
    .join('\n')
}

it('an applicant finds only pages that open, and no command, in the palette', async () => {
  const { calls } = renderAddress('/settings', applicant)
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  const labels = await paletteLabels()
  expect(labels).toContain('Dashboard')
  expect(labels).not.toMatch(/Invite user|Add location|Import locations|New plan|Create link|Payouts|Affiliate/)
  await userEvent.keyboard('bean')
  await new Promise((done) => setTimeout(done, 300))
  expect(calls.filter(({ name }) => /users|locations|plans|affiliates/.test(name))).toEqual([])
})

it('settings lock what waits for the business profile', async () => {
  renderAddress('/settings', applicant)
  for (const name of [/^Billing/, /^Branding/]) {
    const card = within(await screen.findByRole('navigation', { name: 'Merchant settings' })).getByRole('link', {
      name,
    })
    expect(card.getAttribute('aria-disabled')).toBe('true')
    expect(card.textContent).toContain('Finish the business profile first')
  }
})

it('settings of staff without a merchant offer nothing of a merchant', async () => {
  renderAddress('/settings', lonely)
  expect(await screen.findByRole('heading', { level: 2, name: 'Profile' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Merchant settings' })).toBeNull()
})

it('an administrator in a venue in setup is not greeted as its owner, and finds the same gate behind locked steps', async () => {
  const admin = sessionOf({ role: 'quaff_admin' })
  const preview = { merchantId: 'mer_1', merchantName: 'Verbena Pressed', role: 'quaff_admin' }
  const view = renderAddress(
    '/merchants/onboarding',
    { ...admin, assignedMerchant: venue, preview },
    { 'onboarding.state': () => buildOnboardingState({ done: [] }) },
  )
  expect(await screen.findByRole('heading', { level: 1, name: /· setup$/ })).toBeTruthy()
  const locations = await screen.findByRole('link', { name: /Locations.*Profile Required/ })
  expect(locations.getAttribute('aria-disabled')).toBe('true')
  await userEvent.keyboard('gp')
  expect(view.here()).toBe('/merchants/onboarding')
})

it.each(['/locations?action=create', '/plans?action=create', '/settings/billing'])(
  '%s shows nothing of the page until it is known whether the step is locked',
  async (address) => {
    const owner = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: venue })
    let answer: (state: unknown) => void = () => undefined
    renderAddress(address, owner, { 'onboarding.state': () => new Promise((done) => (answer = done)) })
    await screen.findByRole('link', { name: /Plans & Pricing/ })
    await new Promise((done) => setTimeout(done, 300))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('heading', { level: 1 })).toBeNull()
    answer({ ...buildOnboardingState({ done: [], temporary: false }), merchantId: venue.id })
    expect(await screen.findByText('Finish the business profile first')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
  },
)

it('says once why a page of a venue in setup is closed; its empty pages lead to the profile', async () => {
  const owner = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: venue })
  const state = { ...buildOnboardingState({ done: [], temporary: false }), merchantId: venue.id }
  const { go } = renderAddress('/locations', owner, {
    'onboarding.state': () => state,
    'subscriptions.list': () => ({ rows: [], total: 0, hasMore: false, nextCursor: null }),
    'subscriptions.counts': () => ({ all: 0, active: 0, trialing: 0, past_due: 0, canceled: 0 }),
  })
  expect(await screen.findByText('Finish the business profile first', {}, { timeout: 5_000 })).toBeTruthy()
  expect(screen.getByText('This page opens once the profile of Verbena Pressed is complete.')).toBeTruthy()
  go('/subscriptions')
  expect(await screen.findByText('No subscriptions yet', {}, { timeout: 5_000 })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'View plans' })).toBeNull()
  const next = screen.getByRole('link', { name: 'Open business profile' })
  expect(next.getAttribute('href')).toBe('/merchants/onboarding/business')
})
