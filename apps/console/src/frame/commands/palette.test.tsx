import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { buildMerchantRecord, buildMerchantRow } from '@quaff/features/merchants/testing/merchant-record-factory'
import {
  buildSubscriptionRecord,
  buildSubscriptionRow,
} from '@quaff/features/subscriptions/testing/subscription-row-factory'
import { buildUserRow } from '@quaff/features/users/testing/user-row-factory'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from '../../testing/render-address'

const tide = { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, status: 'active', isLive: true }
const listOf = (...rows: object[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })

async function openPalette(answers: Answers = {}, session = sessionOf(), address = '/settings') {
  const view = renderAddress(address, session, { 'merchants.options': () => [tide], ...answers })
  await screen.findByRole('heading', { level: 1 })
  const reopen = async () => {
    await userEvent.keyboard('{Control>}k{/Control}')
    return screen.findByRole('listbox', { name: 'Search or jump to…' })
  }
  return { ...view, reopen, list: await reopen() }
}
const option = (name: RegExp) => screen.findByRole('option', { name, hidden: true })
const chosen = () => screen.getByRole('option', { selected: true, hidden: true }).textContent

it('finds pages and commands by what else they are called', async () => {
  await openPalette()
  for (const [word, name] of [
    ['token', 'API keys'],
    ['dark', 'Switch to dark theme'],
    ['appearance', 'Preferences'],
    ['2fa', 'Security'],
    ['wire', 'Payouts'],
    ['log', 'Audit log'],
    ['undo', 'Void redemption'],
  ] as const) {
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.type(screen.getByRole('combobox'), word)
    await waitFor(() => expect(chosen()).toContain(name))
  }
})

it('asks for the merchant of a command that needs one, and opens it there', async () => {
  const { here } = await openPalette()
  await userEvent.keyboard('add location')
  await waitFor(() => expect(chosen()).toBe('Add locationChoose a merchant next'))
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('combobox', { name: 'Which merchant?' })
  await option(/Tide & Bean/)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(here()).toBe('/locations?action=create'))
})

it('takes a verb, asks for the record and leads to it; namesakes differ by plan, venue and status', async () => {
  const samir = { subscriberName: 'Samir Fontaine', email: 'samir@people.test' }
  const first = buildSubscriptionRow({ id: 'sub_1', ...samir, planName: 'Daily Cup', status: 'active' })
  const second = buildSubscriptionRow({ id: 'sub_2', ...samir, planName: 'Ten a Month', status: 'past_due' })
  const gone = buildSubscriptionRow({ id: 'sub_3', ...samir, planName: 'Weekly', status: 'canceled' })
  const { here } = await openPalette({ 'subscriptions.list': () => listOf(first, second, gone) })
  await userEvent.keyboard('cancel sub')
  await waitFor(() => expect(chosen()).toBe('Cancel subscription…Asks which one'))
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await screen.findByRole('combobox', { name: 'Which one?' }), 'samir')
  const names = (await screen.findByRole('group', { name: 'Do', hidden: true })).textContent
  expect(names).toMatch(/Daily Cup.*Bean There.*Active.*Ten a Month.*Past due/)
  expect(names).not.toContain('Weekly')
  await userEvent.click(await option(/Ten a Month/))
  await waitFor(() => expect(here()).toBe('/subscriptions?id=sub_2'))
})

it.each([
  ['cancel samir', 'Cancel Samir Fontaine’s subscription?'],
  ['refund samir', 'Record refund'],
])('leads by "%s" to the dialog, not only to the record', async (typed, title) => {
  const samir = buildSubscriptionRecord({ subscriberName: 'Samir Fontaine', currentPeriodEnd: new Date('2099-01-01') })
  await openPalette({
    'subscriptions.list': () => listOf(samir),
    'subscriptions.counts': () => ({}),
    'subscriptions.get': () => samir,
    'refunds.list': () => ({ rows: [] }),
    'payments.state': () => ({ isSetUp: false, isLive: true, unmatched: 0, last: null }),
  })
  await userEvent.keyboard(typed)
  await userEvent.click(await option(/(Cancel subscription|Refund customer).*Samir/))
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
})

it('lists what waits for approval, the oldest first, before a name is typed', async () => {
  const waiting = { status: 'pending_review', businessType: null, logoUrl: null, completeness: 40, reasons: [] }
  await openPalette({
    'merchants.reviewQueue': () => ({
      items: [
        { ...waiting, id: 'mer_1', name: 'Old Mill', waitingSince: new Date('2026-01-03T00:00:00Z'), daysWaiting: 9 },
        { ...waiting, id: 'mer_2', name: 'New Mill', waitingSince: new Date('2026-03-03T00:00:00Z'), daysWaiting: 1 },
      ],
      total: 2,
    }),
    'users.list': () =>
      listOf(
        buildUserRow({
          id: 'usr_5',
          displayName: 'Ada Stone',
          status: 'pending_approval',
          createdAt: new Date('2026-02-03T00:00:00Z'),
        }),
      ),
  })
  await userEvent.keyboard('approve')
  await userEvent.click(await option(/^Approve…/))
  await screen.findByRole('combobox', { name: 'Which one?' })
  const names = (await screen.findByRole('group', { name: 'Do', hidden: true })).textContent
  expect(names).toMatch(/^DoOld Mill.*waiting \d+ days.*Ada Stone.*New Mill/)
})

it('finds customers of the venue by first name for its owner, and opens the answer to a scan', async () => {
  const assigned = { id: 'mer_1', name: tide.name, logoUrl: null, temporary: false }
  const tess = {
    subscriptionId: 'sub_7',
    name: 'Tess F.',
    planName: 'Daily Cup',
    status: 'active',
    lastRedeemedAt: null,
  }
  const { here, calls } = await openPalette(
    { 'redemptions.findCustomers': () => ({ customers: [tess], hasMore: false }) },
    sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned }),
  )
  await userEvent.keyboard('tess')
  await userEvent.click(await option(/Tess F/))
  await waitFor(() => expect(here()).toBe('/merchants/find-customer?id=sub_7'))
  expect(calls.find(({ name }) => name === 'redemptions.findCustomers')?.input).toEqual({
    merchantId: 'mer_1',
    name: 'tess',
  })
})

it('opens the redemption whose ID is pasted', async () => {
  const id = 'red_01kbd4hn2r0123456789abcdef'
  const redeemedAt = new Date('2026-03-10T12:00:00Z')
  const found = {
    id,
    redeemedAt,
    subscriberName: 'Ana Pereira',
    userId: 'usr_2',
    merchantId: 'mer_1',
    merchantName: tide.name,
    locationId: null,
    locationName: 'Harbour',
    planId: null,
    planName: 'Daily Cup',
    method: 'barcode',
    status: 'completed',
    sincePreviousMs: null,
    flags: [],
    voided: null,
    kept: null,
  }
  const { here, calls } = await openPalette({ 'redemptions.list': () => listOf(found) })
  await userEvent.paste(id)
  await userEvent.click(await option(/Ana Pereira/))
  await waitFor(() => expect(here()).toBe(`/redemptions?tab=history&id=${redeemedAt.getTime()}_${id}`))
  expect(calls.find(({ name }) => name === 'redemptions.list')?.input).toMatchObject({ q: id })
})

it('remembers by ID only what an account opened on this device', async () => {
  const merchant = buildMerchantRecord({ id: 'mer_7', name: 'Foxglove Coffee' })
  const { reopen } = await openPalette({
    'merchants.list': () => listOf(buildMerchantRow({ id: 'mer_7', name: 'Foxglove Coffee' })),
    'merchants.get': () => merchant,
  })
  await userEvent.keyboard('foxglove')
  await userEvent.click(await option(/^Foxglove Coffee/))
  const list = await reopen()
  const recent = await within(list).findByRole('group', { name: 'Recent', hidden: true })
  expect(recent.textContent).toContain('Foxglove Coffee')
  expect(Object.keys(window.localStorage)).toContain('quaff.palette.recent.usr_1')
  expect(JSON.stringify({ ...window.localStorage })).not.toContain('Foxglove')
})

it('leaves out what was opened before and may no longer be seen, and what another account opened', async () => {
  const stored = (ids: string[]) => JSON.stringify(ids)
  window.localStorage.setItem('quaff.palette.recent.usr_1', stored(['merchant:mer_7', 'page:/users:Users', 'gone']))
  window.localStorage.setItem('quaff.palette.recent.usr_2', stored(['page:/waitlists:Waitlists']))
  const { list, calls } = await openPalette({
    'merchants.get': () => {
      throw new Error('refused')
    },
  })
  await waitFor(() => expect(calls.map(({ name }) => name)).toContain('merchants.get'))
  const recent = within(list).getByRole('group', { name: 'Recent', hidden: true })
  expect(
    within(recent)
      .getAllByRole('option', { hidden: true })
      .map(({ textContent }) => textContent),
  ).toEqual(['Users'])
})

it('gives a viewer no verb and no page of the platform', async () => {
  const assigned = { id: 'mer_1', name: tide.name, logoUrl: null, temporary: false }
  await openPalette({}, sessionOf({ role: 'merchant_viewer', merchantIds: ['mer_1'], assigned }))
  for (const word of ['approve', 'token', 'applications', 'cancel sub']) {
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.type(screen.getByRole('combobox'), word)
    expect(screen.queryByRole('option', { name: /Approve|API keys|Applications|Cancel sub/, hidden: true })).toBeNull()
  }
})

it('gives the focus back to what had it', async () => {
  renderAddress('/settings?tab=preferences', sessionOf())
  const button = await screen.findByRole('button', { name: 'Compact' })
  button.focus()
  await userEvent.keyboard('{Control>}k{/Control}')
  await screen.findByRole('listbox')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(button))
})

it('opens what was meant by a slip, never a merchant of the list before', async () => {
  const { here } = await openPalette()
  await userEvent.keyboard('invte')
  await waitFor(() => expect(chosen()).toBe('Invite user'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(here()).toBe('/users?action=invite'))
})
