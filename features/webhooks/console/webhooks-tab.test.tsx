import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import type { SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { Endpoint } from '../contract'
import { webhookRefusals } from '../refusals'
import { buildEndpoint } from '../testing/endpoint-factory'
import { WebhooksTab } from './webhooks-tab-widget'

const page = <Row,>(rows: Row[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })
const secret = 'whsec_live'

function Harness() {
  const [search, setSearch] = useState<SettingsSearch>({ tab: 'webhooks' })
  if (!useSession().session) return null
  return <WebhooksTab search={search} onSearch={(next) => setSearch((before) => ({ ...before, ...next }))} />
}

function renderTab(answers: Answers = {}, endpoint: Endpoint = buildEndpoint()) {
  renderConsole(
    <SessionProvider>
      <Harness />
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
  return userEvent.setup()
}

async function openForm(user: ReturnType<typeof userEvent.setup>, url: string) {
  const [add] = await screen.findAllByRole('button', { name: 'Add endpoint' })
  if (add) await user.click(add)
  const form = await screen.findByRole('dialog', { name: 'Add an endpoint' })
  const address = within(form).getByLabelText<HTMLInputElement>(/^Address/)
  await user.type(address, url)
  await user.click(within(form).getByRole('button', { name: 'Add endpoint' }))
  return { form, address }
}

async function openSheet(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('link', { name: 'hooks.test' }))
  return await screen.findByRole('dialog', { name: 'hooks.test' })
}

describe('the endpoints', () => {
  it('are none at first, which says what one is for', async () => {
    renderTab({ 'webhooks.list': () => page([]) })
    expect(await screen.findByText('No endpoints yet')).toBeTruthy()
  })

  it('are added, and the secret is shown until somebody has kept it', async () => {
    const made = vi.fn((_input: unknown) => ({ ...buildEndpoint(), secret }))
    const user = renderTab({ 'webhooks.create': made })
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
    expect(await within(shown).findByText('Keep it first: it is not shown again')).toBeTruthy()
    await user.click(within(shown).getByLabelText('I have kept the secret'))
    await user.click(within(shown).getByRole('button', { name: 'Done' }))
    expect(screen.queryByDisplayValue(secret)).toBeNull()
  })

  it('keep what was typed where the server refuses the address, and say so at its field', async () => {
    const { text, field } = webhookRefusals.ENDPOINT_ADDRESS
    const user = renderTab({
      'webhooks.create': () => {
        throw new ORPCError('BAD_REQUEST', { message: text, data: { reason: 'ENDPOINT_ADDRESS', field } })
      },
    })
    const { form, address } = await openForm(user, 'https://10.0.0.1/')
    await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'))
    expect(within(form).getAllByText(text)).toHaveLength(1)
    expect(within(form).queryByText('The endpoint was not saved')).toBeNull()
    await waitFor(() => expect(document.activeElement).toBe(address))
    expect(address.value).toBe('https://10.0.0.1/')
  })

  it('show a refusal that names no field above the form', async () => {
    const { text } = webhookRefusals.ENDPOINT_LIMIT
    const user = renderTab({
      'webhooks.create': () => {
        throw new ORPCError('CONFLICT', { message: text, data: { reason: 'ENDPOINT_LIMIT' } })
      },
    })
    const { form } = await openForm(user, 'https://hooks.test/')
    expect(await within(form).findByText('The endpoint was not saved')).toBeTruthy()
    expect(within(form).getByText(text)).toBeTruthy()
  })

  it('are switched off', async () => {
    const set = vi.fn((_input: unknown) => buildEndpoint())
    const user = renderTab({ 'webhooks.setEnabled': set })
    const sheet = await openSheet(user)
    await user.click(within(sheet).getByRole('button', { name: 'Disable' }))
    const question = await screen.findByRole('dialog', { name: 'Disable hooks.test?' })
    await user.click(within(question).getByRole('button', { name: 'Disable endpoint' }))
    await waitFor(() => expect(set.mock.calls[0]?.[0]).toEqual({ endpointId: 'whe_1', version: 1, enabled: false }))
  })
})
