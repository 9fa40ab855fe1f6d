import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import type { SettingsSearch } from '@quaff/features/settings/console/settings-search-widget'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { ApiKey } from '../contract'
import { buildKey } from '../testing/api-key-factory'
import { KeysTab } from './keys-tab-widget'
import { requestExample } from './request-example'

const page = (rows: ApiKey[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })
const secrets = { secret: 'qk_live_secret', signingSecret: 'qs_live_secret' }
const signInAgain = () =>
  new ORPCError('FORBIDDEN', { message: 'Sign in again', data: { reason: 'SIGN_IN_AGAIN' }, status: 403 })

function Harness() {
  const [search, setSearch] = useState<SettingsSearch>({ tab: 'keys' })
  if (!useSession().session) return null
  return <KeysTab search={search} onSearch={(next) => setSearch((before) => ({ ...before, ...next }))} />
}

function renderTab(answers: Answers = {}) {
  renderConsole(
    <SessionProvider>
      <Harness />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'apiKeys.list': () => page([buildKey()]),
      'apiKeys.get': () => buildKey(),
      'merchants.options': () => [],
      ...answers,
    },
  )
  return userEvent.setup()
}

describe('the keys', () => {
  it.each([
    ['no key at all shows no tabs', [], 0],
    ['only inactive keys shows where they are', [buildKey({ state: 'revoked' })], 2],
  ])('with %s', async (_, inactive, tabs) => {
    renderTab({ 'apiKeys.list': ({ keys }: { keys: string }) => page(keys === 'ended' ? inactive : []) })
    expect(await screen.findByText('No keys yet')).toBeTruthy()
    await waitFor(() => expect(screen.queryAllByRole('tab')).toHaveLength(tabs))
  })

  it('are made with what was ticked, and their secrets are shown until someone has kept them', async () => {
    const made = vi.fn((_input: unknown) => ({ ...buildKey({ name: 'Till' }), ...secrets }))
    const user = renderTab({ 'apiKeys.create': made })
    await user.click(await screen.findByRole('button', { name: 'Create key' }))
    const form = await screen.findByRole('dialog', { name: 'Create API key' })
    await user.type(within(form).getByLabelText(/^Name/), ' Till ')
    await user.click(within(form).getByRole('button', { name: 'Create key' }))
    expect(await within(form).findByText('Choose at least one permission')).toBeTruthy()
    await user.click(within(form).getByLabelText('Send redemptions'))
    await user.click(within(form).getByRole('button', { name: 'Create key' }))
    const shown = await screen.findByRole('dialog', { name: 'The secrets of Till' })
    expect(made.mock.calls[0]?.[0]).toEqual({
      name: 'Till',
      scopes: ['ingest:redemptions'],
      merchantIds: null,
      requestsPerMinute: 600,
      expiresAt: null,
    })
    expect(within(shown).getByDisplayValue(secrets.secret)).toBeTruthy()
    expect(within(shown).getByDisplayValue(secrets.signingSecret)).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(await within(shown).findByText('Copy them now. You won’t see them again.')).toBeTruthy()
    await user.click(within(shown).getByLabelText('I’ve saved both secrets'))
    await user.click(within(shown).getByRole('button', { name: 'Done' }))
    expect(screen.queryByDisplayValue(secrets.secret)).toBeNull()
  })

  it('that only read have one secret, and an example that signs nothing', async () => {
    const reading = buildKey({ name: 'Spreadsheet', scopes: ['read:payouts'] })
    const made = vi.fn((_input: unknown) => ({ ...reading, ...secrets }))
    const user = renderTab({ 'apiKeys.create': made })
    await user.click(await screen.findByRole('button', { name: 'Create key' }))
    const form = await screen.findByRole('dialog', { name: 'Create API key' })
    await user.type(within(form).getByLabelText(/^Name/), 'Spreadsheet')
    await user.click(within(within(form).getByRole('group', { name: 'Read' })).getByLabelText('Read payouts'))
    await user.click(within(form).getByRole('button', { name: 'Create key' }))
    const shown = await screen.findByRole('dialog', { name: 'The secret of Spreadsheet' })
    expect(made.mock.calls[0]?.[0]).toMatchObject({ scopes: ['read:payouts'] })
    expect(within(shown).queryByDisplayValue(secrets.signingSecret)).toBeNull()
    const example = within(shown).getByRole('region', { name: 'Command to read' }).textContent
    expect(example).toContain("/v1/payouts?limit=10'")
    expect(example).not.toContain('Signature')
  })

  it.each(['ingest:redemptions', 'ingest:subscriptions', 'ingest:users', 'ingest:refunds'] as const)(
    'show an example of %s whose times the server accepts',
    (scope) => {
      const { text } = requestExample([scope], 'http://console.test')
      const body: unknown = JSON.parse(/^body='(.+)'$/m.exec(text)?.[1]?.replaceAll(/'\$\w+'/g, 'id_1') ?? '')
      const { events } = body as { events: Record<string, string>[] }
      const { redeemedAt, occurredAt = redeemedAt, currentPeriodEnd } = events[0] ?? {}
      expect(Date.parse(occurredAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
      expect(Date.parse(occurredAt ?? '')).toBeLessThanOrEqual(Date.now())
      if (scope === 'ingest:subscriptions') expect(Date.parse(currentPeriodEnd ?? '')).toBeGreaterThan(Date.now())
    },
  )

  it('§G22 are changed only after a recent sign-in, which is asked for where it is long ago', async () => {
    const revoke = vi
      .fn((): object => buildKey({ state: 'revoked' }))
      .mockImplementationOnce(() => {
        throw signInAgain()
      })
    const user = renderTab({ 'apiKeys.revoke': revoke, 'signIn.reauthenticate': () => ({}) })
    await user.click(await screen.findByRole('link', { name: 'App server' }))
    const sheet = await screen.findByRole('dialog', { name: 'App server' })
    await user.click(within(sheet).getByRole('button', { name: 'Revoke' }))
    const question = await screen.findByRole('dialog', { name: 'Revoke App server?' })
    await user.click(within(question).getByRole('button', { name: 'Revoke key' }))
    expect(await screen.findByRole('dialog', { name: 'Confirm it’s you' })).toBeTruthy()
    expect(revoke).toHaveBeenCalledTimes(1)
  })

  it('that have ended are read about and not changed', async () => {
    const ended = buildKey({ state: 'revoked', revokedAt: new Date('2026-03-02T12:00:00Z') })
    const user = renderTab({ 'apiKeys.list': () => page([ended]), 'apiKeys.get': () => ended })
    await user.click(await screen.findByRole('link', { name: 'App server' }))
    const sheet = await screen.findByRole('dialog', { name: 'App server' })
    expect(within(sheet).getAllByText('Revoked')[0]).toBeTruthy()
    expect(within(sheet).queryByRole('button', { name: /Rotate|Revoke/ })).toBeNull()
  })
})
