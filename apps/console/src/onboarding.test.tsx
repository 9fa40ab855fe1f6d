import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { MerchantRecord } from '@quaff/features/merchants/contract'
import { buildMerchantRecord } from '@quaff/features/merchants/testing/merchant-record-factory'
import { onboardingPhases } from '@quaff/features/onboarding/contract'
import { buildOnboardingState } from '@quaff/features/onboarding/testing/onboarding-factory'
import { localStore } from '@quaff/platform/console/local-store'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const temporary = { id: 'app_1', name: 'Foxglove Tea House', logoUrl: null, temporary: true }
const made = { ...temporary, id: 'mer_1', temporary: false }
const applicant = sessionOf({ role: 'merchant_owner', applicationId: 'app_1', assigned: temporary })
const owner = sessionOf({ role: 'merchant_owner', applicationId: 'app_1', assigned: made })
const viewer = sessionOf({ role: 'merchant_viewer', merchantIds: ['mer_1'], assigned: made })
const everything = ['profile', 'locations', 'plans', 'banking'] as const

const approved = { done: everything, phase: 'approved' } as const
/** The record of a merchant that sells, and what it is after a change. */
function selling(details: Partial<MerchantRecord>): Answers {
  let record = buildMerchantRecord(details)
  const setLive = ({ isLive }: MerchantRecord) => (record = { ...record, isLive, version: record.version + 1 })
  return { 'merchants.get': () => record, 'merchants.setLive': setLive }
}

const hub = '/merchants/onboarding'
function open(
  address: string,
  session: typeof owner,
  details: Parameters<typeof buildOnboardingState>[0],
  answers: Answers = {},
) {
  return renderAddress(address, session, { 'onboarding.state': () => buildOnboardingState(details), ...answers })
}
const refuse = (message: string) => () => {
  throw new ORPCError('CONFLICT', { message })
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const step = (label: string) => {
  const found = screen.getAllByRole('listitem').find((item) => item.textContent.includes(label))
  if (!found) throw new Error(`No step ${label}`)
  return found
}

describe('the hub', () => {
  it('§2.8 shows the five literal steps, each with whose turn it is and why it is locked', async () => {
    const supported = { supportAddress: 'help@venues.test', appStoreUrl: null, playStoreUrl: null }
    open(hub, applicant, {}, { 'settings.public': () => supported })
    expect(await screen.findByText('Complete Your Setup')).toBeTruthy()
    expect(step('Complete Business Profile').textContent).toContain('Your turn')
    for (const label of ['Add Locations', 'Create Subscription Plans', 'Configure Banking'])
      expect(step(label).textContent).toContain('Finish the business profile firstLocked')
    expect(step('Go Live').textContent).toContain('Available after steps 1–4Locked')
    expect(screen.getByText('0 of 5 done')).toBeTruthy()
    const support = await screen.findByRole('link', { name: 'help@venues.test' })
    expect(support.getAttribute('href')).toBe('mailto:help@venues.test')
  })

  it('leads to the screen of each open step', async () => {
    open(hub, owner, { done: ['profile'] })
    await screen.findByText('1 of 5 done')
    const target = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(target('Add Locations')).toBe('/merchants/onboarding/locations')
    expect(target('Create Subscription Plans')).toBe('/plans')
    expect(target('Configure Banking')).toBe('/settings/billing')
    expect(screen.queryByRole('link', { name: 'Go Live' })).toBeNull()
  })

  it('has a different, plain text for each state', async () => {
    const texts = new Set<string>()
    for (const phase of onboardingPhases) {
      const view = open(hub, owner, { phase, done: everything })
      await screen.findByText('Setup guide')
      texts.add(document.querySelector('[data-tone] b')?.parentElement?.textContent ?? '')
      view.unmount()
    }
    expect(texts.size).toBe(onboardingPhases.length)
  })

  it('says what a reviewer asked for, each item with the way to its screen', async () => {
    const changeRequest = {
      items: ['taxId' as const, 'branding' as const],
      note: 'The number on the invoice differs.',
      requestedAt: new Date('2026-03-10T12:00:00Z'),
    }
    open(hub, owner, { phase: 'changes_requested', done: everything, changeRequest })
    expect(await screen.findByText('Changes requested')).toBeTruthy()
    expect(screen.getByText(/The number on the invoice differs/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Tax ID' }).getAttribute('href')).toBe('/merchants/onboarding/business')
    expect(screen.getByRole('link', { name: 'Logo' }).getAttribute('href')).toBe('/settings/branding')
    expect(step('Complete Business Profile').textContent).toContain('A reviewer requested a change here')
  })

  it('keeps earlier requests to read, by step', async () => {
    const requestedAt = new Date('2026-03-01T12:00:00Z')
    const earlierRequests = [{ items: ['bank' as const, 'address' as const], note: 'The first time.', requestedAt }]
    open(hub, owner, { phase: 'submitted', done: everything, earlierRequests })
    expect(await screen.findByText('Earlier requests (1)')).toBeTruthy()
    const requested = screen.getByRole('list', { name: /^Requested on/, hidden: true })
    expect(requested.textContent).toBe('Business profile: AddressBank account')
  })

  it('tells the viewer nothing of changes that only the owner can make', async () => {
    const requested = { items: ['taxId' as const], note: '', requestedAt: new Date('2026-03-10T12:00:00Z') }
    const view = open(hub, viewer, { phase: 'approved', done: everything, mayEdit: false, isLive: false })
    expect(await screen.findByText('Setup is complete.')).toBeTruthy()
    expect(screen.getByText('Sales are paused until the owner resumes them.')).toBeTruthy()
    expect(screen.queryByText(/You can still change/)).toBeNull()
    view.unmount()
    open(hub, viewer, { phase: 'changes_requested', done: everything, mayEdit: false, changeRequest: requested })
    expect(await screen.findByText('A reviewer requested changes from the owner.')).toBeTruthy()
  })

  it('tells the owner of an approved venue what still can be changed, and that it is paused', async () => {
    open(hub, owner, { phase: 'approved', done: everything, isLive: false })
    expect(await screen.findByText(/You can still change everything here/)).toBeTruthy()
    expect(screen.getByText('Sales are paused until you resume them.')).toBeTruthy()
  })

  it('says that an approved venue stays open while a reviewer asks for a change', async () => {
    const changeRequest = { items: ['bank' as const], note: '', requestedAt: new Date('2026-03-10T12:00:00Z') }
    open(hub, owner, { phase: 'approved', done: everything, changeRequest })
    expect(await screen.findByText('Customers can buy passes.')).toBeTruthy()
    expect(screen.getByText(/Your venue keeps selling while you make them/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Bank account' }).getAttribute('href')).toBe('/settings/billing')
  })

  it('tells why a venue was rejected', async () => {
    open(hub, owner, { phase: 'rejected', done: ['profile'], statusReason: 'Outside our cities.' })
    expect(await screen.findByText('Reason: Outside our cities.')).toBeTruthy()
    expect(screen.getByText('Rejected')).toBeTruthy()
  })

  it('signs out with "Save and leave"', async () => {
    const { calls, here } = open(hub, owner, { done: ['profile'] }, { 'sessions.signOut': () => ({ success: true }) })
    fireEvent.click(await screen.findByRole('button', { name: 'Save and leave' }))
    await waitFor(() => expect(here()).toBe('/auth/login'))
    expect(calls.some(({ name }) => name === 'sessions.signOut')).toBe(true)
  })

  it('is read-only for viewers', async () => {
    open(hub, viewer, { done: ['profile'], mayEdit: false })
    await screen.findByText('1 of 5 done')
    expect(screen.queryByText('Your turn')).toBeNull()
    expect(screen.queryByRole('link', { name: 'Add Locations' })).toBeNull()
    expect(screen.getAllByText('Only the owner can change this')).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Save and leave' })).toBeNull()
  })

  it('is a read-only preview with a merchant chooser for an administrator without a merchant', async () => {
    open(hub, sessionOf(), {}, { 'merchants.options': () => [{ ...made, status: 'active', isLive: true }] })
    expect(await screen.findByText('Complete Your Setup')).toBeTruthy()
    expect(await screen.findByRole('option', { name: /Foxglove Tea House/ })).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Complete Business Profile' })).toBeNull()
  })

  it('says so when it could not be loaded, and tries again', async () => {
    let isDown = true
    open(
      hub,
      owner,
      {},
      {
        'onboarding.state': () => {
          if (isDown) throw new Error('down')
          return buildOnboardingState({ done: ['profile'] })
        },
      },
    )
    expect(await screen.findByText(/Couldn’t load/)).toBeTruthy()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('1 of 5 done')).toBeTruthy()
  })
})

describe('the Business Profile', () => {
  const page = '/merchants/onboarding/business'

  it('says what is missing before it asks the server', async () => {
    const { calls } = open(page, applicant, {})
    fireEvent.click(await screen.findByRole('button', { name: 'Save and continue' }))
    expect(await screen.findByText('Enter the street and number')).toBeTruthy()
    expect(screen.getByText('Enter the city')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Street and number *'))
    expect(calls.some(({ name }) => name === 'onboarding.saveBusiness')).toBe(false)
  })

  it('saves and goes on to the locations', async () => {
    const { calls, here } = open(
      page,
      applicant,
      {},
      {
        'onboarding.saveDraft': () => ({ savedAt: new Date() }),
        'onboarding.saveBusiness': () => ({ merchantId: 'mer_1', version: 1 }),
      },
    )
    await screen.findByLabelText('Name *')
    type('Street and number *', '1 Mill Lane')
    type('City *', 'Leeds')
    fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
    await waitFor(() => expect(here()).toBe('/merchants/onboarding/locations'))
    const saved = calls.find(({ name }) => name === 'onboarding.saveBusiness')
    expect(saved?.input).toMatchObject({
      merchantId: 'app_1',
      business: { name: 'Foxglove Tea House', address: { line1: '1 Mill Lane', city: 'Leeds' } },
    })
    expect(saved?.input).not.toHaveProperty('version')
  })

  it('autosaves a draft and says when', async () => {
    const { calls } = open(page, applicant, {}, { 'onboarding.saveDraft': () => ({ savedAt: new Date() }) })
    await screen.findByLabelText('Name *')
    type('Name *', 'Foxglove')
    expect(await screen.findByText(/^Draft saved \d/)).toBeTruthy()
    expect(calls.find(({ name }) => name === 'onboarding.saveDraft')?.input).toEqual({
      merchantId: 'app_1',
      step: 'business',
      values: { name: 'Foxglove' },
    })
  })

  it('keeps the draft in this browser while the server is away, and restores it after a reload', async () => {
    const first = open(page, applicant, {}, { 'onboarding.saveDraft': refuse('down') })
    await screen.findByLabelText('Name *')
    type('Name *', 'Foxglove by the sea')
    expect(await screen.findByText(/Draft saved in this browser/)).toBeTruthy()
    first.unmount()
    open(page, applicant, {}, { 'onboarding.saveDraft': refuse('down') })
    expect(await screen.findByText('Draft restored')).toBeTruthy()
    expect(screen.getByDisplayValue('Foxglove by the sea')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect(screen.getByDisplayValue('Foxglove Tea House')).toBeTruthy()
    expect(localStore.get('onboarding-draft.usr_1.app_1', (value) => value)).toBeUndefined()
  })

  it('keeps the typed text when the save comes second, and says so', async () => {
    const stale = Object.assign(new Error('Nothing was saved.'), { data: { reason: 'STALE_VERSION' } })
    open(
      page,
      owner,
      { done: ['profile'], business: { ...buildOnboardingState().business, address: { line1: '1', city: 'L' } } },
      {
        'onboarding.saveDraft': () => ({ savedAt: new Date() }),
        'onboarding.saveBusiness': () => {
          throw stale
        },
      },
    )
    await screen.findByLabelText('Name *')
    type('Name *', 'Mine')
    fireEvent.click(screen.getByRole('button', { name: 'Save and continue' }))
    expect(await screen.findByText('This business profile was changed while you were editing')).toBeTruthy()
    expect(screen.getByDisplayValue('Mine')).toBeTruthy()
  })

  it('asks before text of an approved venue is left, and gives up the draft with it', async () => {
    const { calls, here } = open(
      page,
      owner,
      { phase: 'approved', done: everything },
      { 'onboarding.saveDraft': () => ({ savedAt: new Date() }) },
    )
    await screen.findByLabelText('Name *')
    type('Name *', 'Foxglove by the sea')
    const leave = () => fireEvent.click(screen.getByRole('link', { name: 'Locations' }))
    leave()
    fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(here()).toBe(page)
    expect(screen.getByDisplayValue('Foxglove by the sea')).toBeTruthy()
    leave()
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(here()).toContain('/locations'))
    await waitFor(() => {
      const drafts = calls.filter(({ name }) => name === 'onboarding.saveDraft')
      expect(drafts.at(-1)?.input).toEqual({ merchantId: 'mer_1', step: 'business', values: {} })
    })
    expect(localStore.get('onboarding-draft.usr_1.mer_1', (value) => value)).toBeUndefined()
  })

  it('asks about a typed tax ID in a setup, whose other text is kept, and never stores it', async () => {
    const { here } = open(page, applicant, {}, { 'onboarding.saveDraft': () => ({ savedAt: new Date() }) })
    await screen.findByLabelText('Name *')
    type('Name *', 'Foxglove')
    expect(await screen.findByText(/^Draft saved \d/)).toBeTruthy()
    type('Tax ID', '83-1234567')
    fireEvent.click(screen.getByRole('button', { name: 'Save and leave' }))
    expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
    expect(here()).toBe(page)
    expect(JSON.stringify([{ ...window.sessionStorage }, { ...window.localStorage }])).not.toContain('1234567')
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(here()).toBe(hub))
  })

  it('marks the fields that a reviewer asked for, under the note', async () => {
    open(page, owner, {
      done: everything,
      phase: 'changes_requested',
      changeRequest: {
        items: ['profile', 'taxId', 'address', 'bank'],
        note: 'The number on the invoice differs.',
        requestedAt: new Date('2026-03-10T12:00:00Z'),
      },
      changedSince: ['taxId'],
    })
    expect(await screen.findByText('“The number on the invoice differs.”')).toBeTruthy()
    expect(screen.getByRole('textbox', { name: /^Name Change requested/ })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: /^Tax ID Changed/ })).toBeTruthy()
    expect(
      screen.getByRole('textbox', { name: /^Contact email/ }).closest('div')?.parentElement?.textContent,
    ).not.toContain('requested')
    expect(screen.getByText('Business address').parentElement?.textContent).toContain('Change requested')
    expect(screen.getByRole('list', { name: 'Requested change' }).textContent).not.toContain('Bank account')
  })

  it('can only be looked at by viewers', async () => {
    open(page, viewer, { done: ['profile'], mayEdit: false })
    expect(await screen.findByText('View only')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Name *').closest('fieldset')?.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Save and continue' })).toBeNull()
  })
})

describe('going live', () => {
  const page = '/merchants/onboarding/settings'

  it('names the missing steps with their links and keeps the button closed', async () => {
    const { calls } = open(page, owner, { done: ['profile', 'locations'] })
    const button = await screen.findByRole('button', { name: 'Request approval' })
    expect(button.getAttribute('aria-description')).toBe(
      'Complete “Create Subscription Plans” and “Configure Banking” first.',
    )
    fireEvent.click(button)
    expect(calls.some(({ name }) => name === 'onboarding.requestApproval')).toBe(false)
    const missing = screen.getAllByRole('link', { name: 'Complete' }).map((link) => link.getAttribute('href'))
    expect(missing).toEqual(['/plans', '/settings/billing'])
  })

  it('sums up what was entered: location, prices and the last digits of the account', async () => {
    const price = { amountMinor: 2_900, currency: 'usd', interval: 'month' as const, intervalCount: 1 }
    const prices = [price, { ...price, amountMinor: 5_400, intervalCount: 3 }, price, { ...price, currency: 'eur' }]
    const checklist = [{ step: 'category' as const, required: false, done: true }]
    open(page, owner, { done: everything, activePlans: 2, accountLastDigits: '6789', prices, checklist })
    const panel = within((await screen.findByText('Review summary')).closest('section') ?? document.body)
    expect(panel.getByText(/Add Locations: 1 location/)).toBeTruthy()
    expect(panel.getByText(/: 2 active plans · \$29 \/ month, \$54 every 3 months, €29 \/ month$/)).toBeTruthy()
    expect(panel.getByText(/Configure Banking: account ending in 6789/)).toBeTruthy()
    expect(panel.getAllByRole('link', { name: 'Change' })).toHaveLength(5)
  })

  it('counts the prices that the summary leaves out', async () => {
    const price = { currency: 'usd', interval: 'week' as const, intervalCount: 1 }
    const prices = [1, 2, 3, 4, 5].map((amount) => ({ ...price, amountMinor: amount * 100 }))
    open(page, owner, { done: everything, prices })
    expect(await screen.findByText(/\$1 \/ week, \$2 \/ week, \$3 \/ week, 2 more$/)).toBeTruthy()
  })

  it('saves a choice as it is made', async () => {
    const { calls } = open(
      page,
      owner,
      { done: everything },
      { 'onboarding.saveSettings': () => ({ merchantId: 'mer_1', version: 4 }) },
    )
    fireEvent.click(await screen.findByRole('radio', { name: /Stay paused after approval/ }))
    expect(await screen.findByText('Saved')).toBeTruthy()
    expect(calls.find(({ name }) => name === 'onboarding.saveSettings')?.input).toEqual({
      merchantId: 'mer_1',
      version: 3,
      settings: { isLive: false, allowMultipleLocations: true, requireLocationCheck: false },
    })
  })

  it('requests approval and shows that the application was submitted', async () => {
    const submittedAt = new Date('2026-03-10T12:00:00Z')
    let phase: 'pending_setup' | 'submitted' = 'pending_setup'
    const { here } = open(
      page,
      owner,
      {},
      {
        'onboarding.state': () =>
          buildOnboardingState({ done: everything, phase, submittedAt: phase === 'submitted' ? submittedAt : null }),
        'onboarding.requestApproval': () => {
          phase = 'submitted'
          return { merchantId: 'mer_1', submittedAt }
        },
      },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Request approval' }))
    await waitFor(() => expect(here()).toBe('/merchants/application-submitted'))
    expect(await screen.findByRole('heading', { name: 'Application submitted' })).toBeTruthy()
    expect(screen.getByText('7K2M-9QXD')).toBeTruthy()
    expect(screen.getByText('What happens next')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Bank account' }).getAttribute('href')).toBe('/settings/billing')
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
  })

  it('lists what was asked and what has changed, and asks once before it is sent unchanged', async () => {
    const requestedAt = new Date('2026-03-10T12:00:00Z')
    const details = { done: everything, phase: 'changes_requested' } as const
    const { calls } = open(page, owner, {
      ...details,
      changeRequest: { items: ['taxId', 'address'], note: 'The number on the invoice differs.', requestedAt },
      changedSince: ['plans'],
    })
    const requested = await screen.findByRole('list', { name: 'Requested change' })
    expect(requested.textContent).toBe('Tax ID Change requestedAddress Change requested')
    expect(screen.getByText('Also changed: Plans and prices.')).toBeTruthy()
    expect(screen.queryByText('Everything is ready.')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Request approval' }))
    expect(await screen.findByText('No changes yet')).toBeTruthy()
    expect(calls.some(({ name }) => name === 'onboarding.requestApproval')).toBe(false)
    fireEvent.click(screen.getByRole('button', { name: 'Request approval anyway' }))
    await waitFor(() => expect(calls.some(({ name }) => name === 'onboarding.requestApproval')).toBe(true))
  })

  it('sends what was changed without a question', async () => {
    const { calls } = open(page, owner, {
      done: everything,
      phase: 'changes_requested',
      changeRequest: { items: ['taxId', 'address'], note: '', requestedAt: new Date('2026-03-10T12:00:00Z') },
      changedSince: ['taxId'],
    })
    expect((await screen.findByRole('list', { name: 'Requested change' })).textContent).toContain('Tax ID Changed')
    fireEvent.click(screen.getByRole('button', { name: 'Request approval' }))
    await waitFor(() => expect(calls.some(({ name }) => name === 'onboarding.requestApproval')).toBe(true))
  })

  it('names no steps where none are shown: nothing was submitted, and the setup is one link away', async () => {
    open('/merchants/application-submitted', owner, { done: ['profile'] })
    expect(await screen.findByRole('heading', { name: 'Not submitted yet' })).toBeTruthy()
    expect(screen.getByText(/^Complete your setup/)).toBeTruthy()
    expect(screen.queryByText(/steps below/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to setup' }).getAttribute('href')).toBe('/merchants/onboarding')
  })

  it('is closed to viewers with the reason', async () => {
    open(page, viewer, { done: everything, mayEdit: false })
    const button = await screen.findByRole('button', { name: 'Request approval' })
    expect(button.getAttribute('aria-description')).toBe('Only the owner can change this')
    for (const choice of screen.getAllByRole('radio')) expect(choice.closest('fieldset')?.disabled).toBe(true)
  })

  it('pauses once approved after saying for how many, and resumes at once', async () => {
    const { calls } = open(page, owner, approved, selling({ version: 3 }))
    fireEvent.click(await screen.findByRole('button', { name: 'Pause sales' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pause sales at Wren & Rye Coffee?' })
    expect(dialog.textContent).toMatch(/buy its \d plans? until sales resume\.\d+ subscribers can still redeem\./)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Pause sales' }))
    expect(await screen.findByText(/^Paused. New sales are off/)).toBeTruthy()
    expect(screen.queryByText('When do you open?')).toBeNull()
    fireEvent.click(await screen.findByRole('button', { name: 'Resume sales' }))
    expect(await screen.findByText(/^On. Customers can find you/)).toBeTruthy()
    const sent = calls.filter(({ name }) => name === 'merchants.setLive').map(({ input }) => input)
    expect(sent).toMatchObject([
      { version: 3, isLive: false },
      { version: 4, isLive: true },
    ])
  })

  it('leaves pausing to the owner', async () => {
    const { calls } = open(page, viewer, { ...approved, mayEdit: false }, selling({}))
    const pause = await screen.findByRole('button', { name: 'Pause sales' })
    expect(pause.getAttribute('aria-description')).toBe('Only the owner can change this')
    fireEvent.click(pause)
    expect(calls.some(({ name }) => name === 'merchants.setLive')).toBe(false)
  })

  it('lays a choice over what another user saved in the meantime', async () => {
    let version = 3
    const stale = Object.assign(new Error('Nothing was saved.'), { data: { reason: 'STALE_VERSION' } })
    const settings = { isLive: true, allowMultipleLocations: false, requireLocationCheck: false }
    const { calls } = open(
      page,
      owner,
      { done: everything },
      {
        'onboarding.state': () => buildOnboardingState({ done: everything, version, ...(version > 3 && { settings }) }),
        'onboarding.saveSettings': (input: { version: number }) => {
          if (input.version === version && version > 3) return { merchantId: 'mer_1', version: 5 }
          version = 4
          throw stale
        },
      },
    )
    fireEvent.click(await screen.findByRole('radio', { name: /^On site only/ }))
    const sent = () => calls.filter(({ name }) => name === 'onboarding.saveSettings').map(({ input }) => input)
    await waitFor(() => expect(sent()).toHaveLength(2))
    expect(sent().at(-1)).toMatchObject({
      version: 4,
      settings: { allowMultipleLocations: false, requireLocationCheck: true },
    })
    expect(screen.queryByText(/was changed while you were editing/)).toBeNull()
  })
})
