import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import type { Source } from '../contract'
import { Sources } from './sources-widget'

function Harness() {
  return useSession().session ? <Sources /> : null
}

const buildSource = (details: Partial<Source> = {}): Source => ({
  sourceId: 'key_1',
  kind: 'redemptions',
  name: 'App server',
  receivedAt: new Date(),
  eventAt: new Date(),
  lagMs: 2_000,
  refusals: [],
  ...details,
})

const renderSources = (sources: Source[]) =>
  renderConsole(
    <SessionProvider>
      <Harness />
    </SessionProvider>,
    { 'sessions.current': () => buildSession(), 'sources.list': () => ({ sources }) },
  )

describe('the sources panel', () => {
  it('shows the last delivery, the delay and the reasons of refusals', async () => {
    const refusal = { code: 'UNKNOWN_USER', count: 1_204, field: '<b>userId</b>', refusedAt: new Date() }
    renderSources([
      buildSource(),
      buildSource({ kind: 'subscriptions', refusals: [{ ...refusal, eventId: '<img src=x>' }] }),
      buildSource({ kind: 'users', receivedAt: new Date(Date.now() - 3 * 86_400_000), lagMs: null, eventAt: null }),
    ])
    const table = await screen.findByRole('table', { name: 'Last event by source' })
    const states = within(table).getAllByText(/^(Receiving|Some refused|Quiet)$/)
    expect(states.map((one) => one.textContent)).toEqual(['Receiving', 'Some refused', 'Quiet'])
    expect(within(table).getAllByText('2 seconds')).toHaveLength(2)
    const refused = screen.getByRole('table', { name: 'Refused in the last 7 days' })
    expect(within(refused).getByText('Unknown user')).toBeTruthy()
    expect(within(refused).getByText('1,204')).toBeTruthy()
    expect(within(refused).getByText('<img src=x>')).toBeTruthy()
    expect(within(refused).getByText('UNKNOWN_USER, <b>userId</b>')).toBeTruthy()
  })

  it('shows an empty state before the first event', async () => {
    renderSources([])
    expect(await screen.findByText(/No events yet/)).toBeTruthy()
  })
})
