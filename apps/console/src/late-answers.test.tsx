import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildOnboardingState } from '@quaff/features/onboarding/testing/onboarding-factory'
import { keptInvitation } from '@quaff/features/sign-in/console/kept-invitation-widget'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const foxglove = { id: 'mer_1', name: 'Foxglove Coffee', logoUrl: null, temporary: false }
const halfMoon = { id: 'mer_2', name: 'Half Moon Teas', logoUrl: null }
const owner = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1', 'mer_2'], assigned: foxglove })
const invitedTo = { role: 'merchant_viewer', inviter: 'Maya Lindqvist', venues: ['Tide'] }
const location = {
  id: 'loc_1',
  merchantId: 'mer_1',
  name: 'Harbour',
  address: '1 Quay, Kiel',
  opening: { status: 'unknown', until: null, opensAt: null, reason: null },
  schedule: { timeZone: 'Europe/Berlin', week: null, closures: [] },
  redemptions30Days: 1,
  validPlans: 2,
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  version: 3,
}
const overview = {
  merchantName: foxglove.name,
  total: 1,
  allowMultipleLocations: true,
  requireLocationCheck: false,
  locked: null,
  addRefusal: null,
  merchantAddress: null,
  timeZone: 'UTC',
  usualTimeZone: null,
  points: [],
  mapTiles: null,
}
const signInLink = '/auth/complete-signin?token=tok_1234567890123456'
const waitingMs = 10_000

function click(name: string | RegExp) {
  return async () => void fireEvent.click(await screen.findByRole('button', { name }, { timeout: waitingMs }))
}

async function saveBusiness() {
  await screen.findByLabelText('Name *', {}, { timeout: waitingMs })
  fireEvent.change(screen.getByLabelText('Street and number *'), { target: { value: '1 Mill Lane' } })
  fireEvent.change(screen.getByLabelText('City *'), { target: { value: 'Leeds' } })
  await click('Save and continue')()
}

async function duplicateLocation() {
  await click('More actions for Harbour')()
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Duplicate/, hidden: true }))
}

/** Everything that navigates with an answer. `call` is the request that takes long. */
const cases: {
  address: string
  call: string
  answer: unknown
  start: () => Promise<void>
  leads: string | RegExp
  answers?: Answers
  readsAgain?: true
}[] = [
  {
    address: '/merchants/onboarding/settings',
    call: 'onboarding.requestApproval',
    answer: { merchantId: 'mer_1', submittedAt: new Date('2026-03-10T12:00:00Z') },
    start: click('Request approval'),
    leads: '/merchants/application-submitted',
  },
  {
    address: '/merchants/onboarding/business',
    call: 'onboarding.saveBusiness',
    answer: { merchantId: 'mer_1', version: 2 },
    start: saveBusiness,
    leads: /^\/merchants\/onboarding(\/locations)?$/,
  },
  {
    address: '/invitation',
    call: 'users.acceptInvitation',
    answer: { success: true, merchants: [halfMoon] },
    start: click('Accept invitation'),
    leads: '/dashboard',
  },
  {
    address: signInLink,
    call: 'signIn.checkLink',
    answer: { valid: true, purpose: 'invitation', state: 'open', invitedTo, asksSignIn: true },
    start: async () => undefined,
    leads: '/invitation',
    // The page reads its link again when the user comes back.
    readsAgain: true,
  },
  {
    address: '/settings',
    call: 'sessions.startPreview',
    answer: { ...owner, preview: { merchantId: 'mer_1', merchantName: foxglove.name, role: 'merchant_owner' } },
    start: async () => {
      await click(/^Switch merchant/)()
      await click('Preview as viewer')()
    },
    leads: '/dashboard',
  },
  {
    address: '/locations',
    call: 'locations.duplicate',
    answer: { id: 'loc_9' },
    start: duplicateLocation,
    leads: /^\/locations\?.*id=loc_9/,
    answers: {
      'locations.list': () => ({ rows: [location], hasMore: false, nextCursor: null, total: 1 }),
      'locations.overview': () => overview,
    },
  },
]

beforeEach(() => keptInvitation.keep('tok_1234567890123456'))

function open({ address, call, answers }: (typeof cases)[number]) {
  let resolve: (answer: unknown) => void = () => undefined
  const held = new Promise((done) => (resolve = done))
  let current = owner
  const view = renderAddress(address, owner, {
    'sessions.current': () => current,
    'onboarding.state': () =>
      buildOnboardingState({ done: ['profile', 'locations', 'plans', 'banking'], phase: 'pending_setup' }),
    'onboarding.saveDraft': () => ({ savedAt: new Date('2026-03-10T12:00:00Z') }),
    'users.openInvitation': () => ({ state: 'open', isYours: true, address: 's…@people.test', invitedTo }),
    'merchants.options': () => [foxglove, halfMoon].map((one) => ({ ...one, status: 'active', isLive: true })),
    ...answers,
    [call]: () => held,
  })
  const isRequested = () => waitFor(() => expect(view.calls.some(({ name }) => name === call)).toBe(true))
  const give = (answer: unknown) =>
    act(async () => {
      resolve(answer)
      await new Promise((done) => setTimeout(done, 200))
    })
  const signInAs = (session: typeof owner) => {
    current = session
    act(() => {
      localStorage.setItem('quaff.session', JSON.stringify({ session, current: foxglove, isGlobalView: false }))
      window.dispatchEvent(new StorageEvent('storage', { key: 'quaff.session' }))
    })
  }
  return { ...view, isRequested, give, signInAs }
}

describe.each(cases)('the answer of $call', (one) => {
  it('goes on to the next page', async () => {
    const { isRequested, give, here } = open(one)
    await one.start()
    await isRequested()
    await give(one.answer)
    await waitFor(() => expect(here()).toMatch(one.leads instanceof RegExp ? one.leads : new RegExp(`^${one.leads}$`)))
  })

  it.runIf(one.address !== signInLink)('leaves the user alone who switched the merchant', async () => {
    const { isRequested, give, here } = open(one)
    await one.start()
    await isRequested()
    fireEvent.click(screen.getByRole('button', { name: /^Switch merchant/ }))
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(halfMoon.name) }))
    await screen.findByRole('button', { name: `Switch merchant. Now: ${halfMoon.name}` })
    const address = here()
    await give(one.answer)
    expect(here()).toBe(address)
  })

  it.runIf(one.address !== signInLink)('leaves another person alone who signed in since', async () => {
    const { isRequested, give, here, signInAs } = open(one)
    await one.start()
    await isRequested()
    signInAs({ ...owner, user: { ...owner.user, uid: 'usr_other', email: 'other@venue.test' } })
    await screen.findByText('You’re now signed in as other@venue.test')
    const address = here()
    await give(one.answer)
    expect(here()).toBe(address)
  })

  it.each([['on another page'], ['back from another page']])('leaves the user alone who is %s', async (place) => {
    const { isRequested, give, here, go } = open(one)
    await one.start()
    await isRequested()
    go('/affiliates')
    await screen.findByRole('heading', { level: 1, name: /Affiliate/ }, { timeout: waitingMs })
    const address = place === 'on another page' || one.readsAgain ? '/affiliates' : one.address
    if (address === one.address) go(address)
    await waitFor(() => expect(here()).toBe(address.replace(/\?token.*/, '')))
    await give(one.answer)
    expect(here()).toBe(address.replace(/\?token.*/, ''))
  })
})
