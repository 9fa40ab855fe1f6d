import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { SettingsPage } from '@quaff/features/settings/console/settings-page'
import type { SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { Delivery, DeliveryRow, Endpoint } from '../contract'
import { webhookRefusals } from '../refusals'
import { buildDelivery, buildEndpoint } from '../testing/webhook-factory'
import { WebhooksTab } from './webhooks-tab-widget'

const page = <Row,>(rows: Row[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })
const secret = 'whsec_live'

const signInAgain = () =>
  new ORPCError('FORBIDDEN', { message: 'Sign in again', data: { reason: 'SIGN_IN_AGAIN' }, status: 403 })

function Harness({ raw }: { raw: SettingsSearch }) {
  const [search, setSearch] = useState<SettingsSearch>({ tab: 'webhooks', ...raw })
  if (!useSession().session) return null
  const onSearch = (next: SettingsSearch) => setSearch((before) => ({ ...before, ...next }))
  const parts = { EditProfile: () => null, Webhooks: WebhooksTab }
  return <SettingsPage search={search} onSearch={onSearch} parts={parts} />
}

function renderTab(answers: Answers = {}, endpoint: Endpoint = buildEndpoint(), raw: SettingsSearch = {}) {
  const { calls } = renderConsole(
    <SessionProvider>
      <Harness raw={raw} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'webhooks.list': () => page([endpoint]),
      'webhooks.get': () => endpoint,
      'webhooks.deliveries': () => page([]),
      'merchants.options': () => [],
      ...answers,
    },
  )
  return { user: userEvent.setup(), calls }
}

type User = ReturnType<typeof userEvent.setup>

async function openForm(user: User, url: string) {
  const [add] = await screen.findAllByRole('button', { name: 'Add endpoint' })
  if (add) await user.click(add)
  const form = await screen.findByRole('dialog', { name: 'Add endpoint' })
  const address = within(form).getByLabelText<HTMLInputElement>(/^URL/)
  await user.type(address, url)
  await user.click(within(form).getByRole('button', { name: 'Add endpoint' }))
  return { form, address }
}

async function openSheet(user: User) {
  await user.click(await screen.findByRole('link', { name: 'hooks.test' }))
  return await screen.findByRole('dialog', { name: 'hooks.test' })
}

/** Keeps the secret that is shown, and returns where it was. */
async function keepSecret(user: User) {
  const shown = await screen.findByRole('dialog', { name: 'The secret of hooks.test' })
  expect(within(shown).getByDisplayValue(secret)).toBeTruthy()
  await user.click(within(shown).getByLabelText('I’ve saved the secret'))
  await user.click(within(shown).getByRole('button', { name: 'Done' }))
  return shown
}

describe('the endpoints', () => {
  it('have an empty state that says what they are for', async () => {
    renderTab({ 'webhooks.list': () => page([]) })
    expect(await screen.findByText('No endpoints yet')).toBeTruthy()
  })

  it('are added, and the secret is shown until the user confirms having saved it', async () => {
    const made = vi.fn((_input: unknown) => ({ ...buildEndpoint(), secret }))
    const { user } = renderTab({ 'webhooks.create': made })
    await openForm(user, 'https://hooks.test/')
    const shown = await screen.findByRole('dialog', { name: 'The secret of hooks.test' })
    expect(made.mock.calls[0]?.[0]).toEqual({
      url: 'https://hooks.test/',
      description: '',
      eventTypes: null,
      merchantIds: null,
    })
    expect(within(shown).getByDisplayValue(secret)).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(await within(shown).findByText('Copy it now. You won’t see it again.')).toBeTruthy()
    await user.click(within(shown).getByLabelText('I’ve saved the secret'))
    await user.click(within(shown).getByRole('button', { name: 'Done' }))
    expect(screen.queryByDisplayValue(secret)).toBeNull()
  })

  it('keep the input and show the error at the URL if the server refuses it', async () => {
    const { text, field } = webhookRefusals.ENDPOINT_ADDRESS
    const { user } = renderTab({
      'webhooks.create': () => {
        throw new ORPCError('BAD_REQUEST', { message: text, data: { reason: 'ENDPOINT_ADDRESS', field } })
      },
    })
    const { form, address } = await openForm(user, 'https://10.0.0.1/')
    await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'))
    expect(within(form).getAllByText(text)).toHaveLength(1)
    expect(within(form).queryByText('Couldn’t save the endpoint')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(address))
    expect(address.value).toBe('https://10.0.0.1/')
  })

  it('show an error without a field above the form', async () => {
    const { text } = webhookRefusals.ENDPOINT_LIMIT
    const { user } = renderTab({
      'webhooks.create': () => {
        throw new ORPCError('CONFLICT', { message: text, data: { reason: 'ENDPOINT_LIMIT' } })
      },
    })
    const { form } = await openForm(user, 'https://hooks.test/')
    expect(await within(form).findByText('Couldn’t save the endpoint')).toBeTruthy()
    expect(within(form).getByText(text)).toBeTruthy()
  })

  it('are switched off', async () => {
    const set = vi.fn((_input: unknown) => buildEndpoint())
    const { user } = renderTab({ 'webhooks.setEnabled': set })
    const sheet = await openSheet(user)
    await user.click(within(sheet).getByRole('button', { name: 'Disable' }))
    const question = await screen.findByRole('dialog', { name: 'Disable hooks.test?' })
    await user.click(within(question).getByRole('button', { name: 'Disable endpoint' }))
    await waitFor(() => expect(set.mock.calls[0]?.[0]).toEqual({ endpointId: 'whe_1', version: 1, enabled: false }))
  })
})

describe('the secret of an endpoint', () => {
  async function rotate(answers: Answers) {
    const { user } = renderTab(answers)
    const sheet = await openSheet(user)
    await user.click(within(sheet).getByRole('button', { name: 'Rotate secret' }))
    return { user, form: await screen.findByRole('dialog', { name: 'Rotate the secret of hooks.test' }) }
  }

  it('is rotated with a chosen end of the old one, and the new one is shown once', async () => {
    const rotated = vi.fn((_input: unknown) => ({ ...buildEndpoint({ version: 2 }), secret }))
    const { user, form } = await rotate({ 'webhooks.rotate': rotated })
    await user.click(within(form).getByRole('button', { name: 'Not at all' }))
    await user.click(within(form).getByRole('button', { name: 'Rotate secret' }))
    await keepSecret(user)
    expect(rotated.mock.calls).toEqual([[{ endpointId: 'whe_1', version: 1, oldUntil: null }]])
    await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Rotate secret' }))
    expect(await screen.findByRole('dialog', { name: 'Rotate the secret of hooks.test' })).toBeTruthy()
    expect(screen.queryByDisplayValue(secret)).toBeNull()
  })

  it('is not closed by Escape before the user confirms having saved it', async () => {
    const { user, form } = await rotate({ 'webhooks.rotate': () => ({ ...buildEndpoint(), secret }) })
    await user.click(within(form).getByRole('button', { name: 'Rotate secret' }))
    const shown = await screen.findByRole('dialog', { name: 'The secret of hooks.test' })
    await user.keyboard('{Escape}')
    expect(await within(shown).findByText('Copy it now. You won’t see it again.')).toBeTruthy()
    expect(within(shown).getByDisplayValue(secret)).toBeTruthy()
  })

  it('is rotated only after a recent sign-in, which the dialog requests first', async () => {
    const rotated = vi.fn((_input: unknown) => {
      throw signInAgain()
    })
    const { user, form } = await rotate({ 'webhooks.rotate': rotated, 'signIn.reauthenticate': () => ({}) })
    await user.click(within(form).getByRole('button', { name: 'Rotate secret' }))
    const question = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    expect(within(question).getByRole('button', { name: 'Confirm and rotate' })).toBeTruthy()
    expect(screen.queryByDisplayValue(secret)).toBeNull()
    expect(rotated).toHaveBeenCalledTimes(1)
  })

  it('is unchanged if the endpoint was changed in the meantime', async () => {
    const { user, form } = await rotate({
      'webhooks.rotate': () => {
        throw new ORPCError('CONFLICT', { message: 'This was changed while you were editing.' })
      },
    })
    await user.click(within(form).getByRole('button', { name: 'Rotate secret' }))
    expect(await within(form).findByText('Couldn’t rotate the secret')).toBeTruthy()
    expect(within(form).getByText('This was changed while you were editing.')).toBeTruthy()
  })
})

describe('the deliveries of an endpoint', () => {
  const failed = buildDelivery()
  const delivered = buildDelivery({
    id: 'whd_2',
    eventType: 'payout.paid',
    status: 'delivered',
    attempts: 1,
    responseStatus: 204,
    fault: null,
  })
  const log = ({ status }: { status?: DeliveryRow['status'] }) =>
    page([failed, delivered].filter((row) => status === undefined || row.status === status))
  const answers = (more: Answers = {}): Answers => ({
    'webhooks.deliveries': log,
    'webhooks.delivery': ({ deliveryId }: { deliveryId: string }): Delivery =>
      deliveryId === failed.id ? failed : delivered,
    ...more,
  })
  const events = (list: HTMLElement) =>
    within(list)
      .getAllByRole('button', { expanded: false })
      .map((row) => row.firstChild?.textContent)

  it('are listed and filtered by result', async () => {
    const { user } = renderTab(answers())
    const sheet = await openSheet(user)
    const list = await within(sheet).findByRole('list', { name: 'Deliveries, newest first' })
    expect(events(list)).toEqual(['plan.updated', 'payout.paid'])
    expect(within(list).getByText(/HTTP 503 · 42 ms · attempt 8/)).toBeTruthy()
    const statuses = within(sheet).getByRole('group', { name: 'Deliveries by status' })
    await user.click(within(statuses).getByRole('button', { name: 'Failed' }))
    await waitFor(() => expect(within(sheet).queryByText('payout.paid')).toBeNull())
    expect(within(sheet).getByText('plan.updated')).toBeTruthy()
    await user.click(within(statuses).getByRole('button', { name: 'Waiting' }))
    expect(await within(sheet).findByText('Choose another tab.')).toBeTruthy()
  })

  it('show request and response, and are sent again one by one', async () => {
    const replay = vi.fn((_input: unknown) => failed)
    const { user } = renderTab(answers({ 'webhooks.replay': replay }))
    const sheet = await openSheet(user)
    await user.click(await within(sheet).findByRole('button', { name: /^plan.updated/ }))
    const request = await within(sheet).findByRole('region', { name: 'Request' })
    expect(request.textContent).toBe(`webhook-id: evt_1\nwebhook-timestamp: 1772467200\n\n${failed.body}`)
    expect(within(sheet).getByRole('region', { name: 'Answer: HTTP 503' }).textContent).toBe('Down for maintenance')
    await user.click(within(sheet).getByRole('button', { name: 'Replay' }))
    await waitFor(() => expect(replay.mock.calls).toEqual([[{ deliveryId: 'whd_1' }]]))
    expect(await screen.findByText('Replayed')).toBeTruthy()
  })

  it('say why one could not be sent again', async () => {
    const { text } = webhookRefusals.DELIVERY_SENDING
    const { user } = renderTab(
      answers({
        'webhooks.replay': () => {
          throw new ORPCError('CONFLICT', { message: text, data: { reason: 'DELIVERY_SENDING' } })
        },
      }),
    )
    const sheet = await openSheet(user)
    await user.click(await within(sheet).findByRole('button', { name: /^plan.updated/ }))
    await user.click(await within(sheet).findByRole('button', { name: 'Replay' }))
    expect(await screen.findByText('Couldn’t replay the delivery')).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('that failed since a chosen time are sent again together', async () => {
    const replay = vi.fn((_input: { since: Date }) => ({ replayed: 3 }))
    const { user } = renderTab(answers({ 'webhooks.replayFailed': replay }), buildEndpoint({ failed: 3 }))
    const sheet = await openSheet(user)
    await user.click(within(sheet).getByRole('button', { name: 'Replay failed' }))
    const form = await screen.findByRole('dialog', { name: 'Replay failed deliveries to hooks.test' })
    await user.click(within(form).getByRole('button', { name: '7 days' }))
    const before = Date.now()
    await user.click(within(form).getByRole('button', { name: 'Replay' }))
    expect(await screen.findByText('3 deliveries replayed')).toBeTruthy()
    const [requested] = replay.mock.calls[0] ?? []
    expect(requested).toMatchObject({ endpointId: 'whe_1' })
    expect(Math.abs(before - 7 * 86_400_000 - Number(requested?.since))).toBeLessThan(60_000)
    expect(screen.queryByRole('dialog', { name: 'Replay failed deliveries to hooks.test' })).toBeNull()
  })

  it('offer no resend if none has failed', async () => {
    const { user } = renderTab(answers({ 'webhooks.deliveries': () => page([delivered]) }))
    const sheet = await openSheet(user)
    expect(within(sheet).queryByRole('button', { name: 'Replay failed' })).toBeNull()
  })
})

describe('an endpoint that its failures switched off', () => {
  const off = (disabledReason: Endpoint['disabledReason']) =>
    buildEndpoint({ state: 'disabled', disabledReason, failed: 3, version: 4 })

  it.each([
    ['failing', 'Disabled after 5 days of failures.'],
    ['gone', 'Disabled because it returned 410 Gone.'],
    ['person', 'Disabled by an administrator.'],
  ] as const)('says why (%s), and offers nothing that would be sent', async (reason, text) => {
    const { user } = renderTab({ 'webhooks.deliveries': () => page([buildDelivery()]) }, off(reason))
    const sheet = await openSheet(user)
    expect(within(sheet).getByText(text)).toBeTruthy()
    await user.click(await within(sheet).findByRole('button', { name: /^plan.updated/ }))
    for (const name of ['Send test event', 'Replay failed', 'Replay', 'Disable'])
      expect(within(sheet).queryByRole('button', { name }), name).toBeNull()
  })

  it('shows no time of the next attempt of waiting deliveries', async () => {
    const waiting = buildDelivery({ status: 'waiting', nextAttemptAt: new Date('2026-03-02T16:00:06Z') })
    const answers = { 'webhooks.deliveries': () => page([waiting]), 'webhooks.delivery': () => waiting }
    const { user } = renderTab(answers, off('gone'))
    const sheet = await openSheet(user)
    await user.click(await within(sheet).findByRole('button', { name: /^plan.updated/ }))
    expect(await within(sheet).findByText('Next attempt when you enable the endpoint')).toBeTruthy()
    expect(within(sheet).queryByText('Next attempt')).toBeNull()
  })

  it('is opened by the email’s link, and enabled again', async () => {
    let endpoint = off('failing')
    const set = vi.fn((_input: unknown) => (endpoint = buildEndpoint({ version: 5 })))
    const { user } = renderTab(
      { 'webhooks.get': () => endpoint, 'webhooks.list': () => page([endpoint]), 'webhooks.setEnabled': set },
      endpoint,
      { id: 'whe_1' },
    )
    const sheet = await screen.findByRole('dialog', { name: 'hooks.test' })
    await user.click(await within(sheet).findByRole('button', { name: 'Enable' }))
    const question = await screen.findByRole('dialog', { name: 'Enable hooks.test?' })
    await user.click(within(question).getByRole('button', { name: 'Enable endpoint' }))
    expect(await screen.findByText('Endpoint enabled')).toBeTruthy()
    expect(set.mock.calls).toEqual([[{ endpointId: 'whe_1', version: 4, enabled: true }]])
    await waitFor(() => expect(within(sheet).queryByText(/^Switched off/)).toBeNull())
    expect(within(sheet).getByRole('button', { name: 'Disable' })).toBeTruthy()
  })
})

describe('who is no administrator', () => {
  it.each(['merchant_owner', 'merchant_viewer', 'barista'])(
    'sees nothing of it as %s, and nothing is asked for',
    async (role) => {
      const session = buildSession({ role, merchantIds: ['mer_1'] })
      const { calls } = renderTab({ 'sessions.current': () => session, 'merchants.list': () => page([]) })
      expect(await screen.findByText('No access')).toBeTruthy()
      expect(screen.queryByRole('link', { name: 'Webhooks' })).toBeNull()
      expect(screen.queryByRole('button', { name: /endpoint/i })).toBeNull()
      expect(calls.filter(({ name }) => name.startsWith('webhooks.'))).toEqual([])
    },
  )
})
