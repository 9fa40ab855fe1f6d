import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import type { HoldReason } from '../charges-contract'
import { buildSubscriptionRecord } from '../testing/subscription-row-factory'
import { ChargesPanel } from './charges-panel'

const [charge] = buildSubscriptionRecord().charges
if (!charge) throw new Error('the record has a charge')

type Held = { isFinal?: boolean; role?: string; reason?: HoldReason }
function renderHeld({ isFinal = false, role, reason = 'overlap' }: Held = {}) {
  const held = { ...charge, hold: { reason, isFinal } } as typeof charge & object
  function Panel() {
    return (
      useSession().session && (
        <ChargesPanel {...buildSubscriptionRecord({ charges: [held] })} subscriberName="Ana Pereira" timeZone="UTC" />
      )
    )
  }
  return renderConsole(
    <SessionProvider>
      <Panel />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role }),
      'refunds.list': () => ({ rows: [] }),
      'subscriptions.decideOverlap': () => ({ subscriptionId: 'sub_1' }),
    },
  )
}

describe('a charge that overlaps another period', () => {
  it.each([
    ['Pay', true, 'Charge added to the next payout'],
    ['Don’t pay', false, 'Charge won’t be paid out'],
  ])('is decided by an administrator: %s', async (name, pays, done) => {
    const { calls } = renderHeld()
    expect(await screen.findByText('Held: overlaps another period')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name }))
    await waitFor(() =>
      expect(calls.filter((call) => call.name === 'subscriptions.decideOverlap').map(({ input }) => input)).toEqual([
        { subscriptionId: 'sub_1', periodStart: charge?.periodStart, pays },
      ]),
    )
    expect(await screen.findByText(done)).toBeTruthy()
  })

  it('is marked as reviewed by an administrator if it was paid before', async () => {
    const { calls } = renderHeld({ reason: 'paid_overlap' })
    expect(await screen.findByText('Under review: overlaps another paid period')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /ay$/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Mark as reviewed' }))
    expect(await screen.findByText('Charge marked as reviewed')).toBeTruthy()
    expect(calls.filter((call) => call.name === 'subscriptions.decideOverlap').map(({ input }) => input)).toEqual([
      { subscriptionId: 'sub_1', periodStart: charge?.periodStart, pays: true },
    ])
  })

  it('shows no buttons once it is decided that it is not paid', async () => {
    renderHeld({ isFinal: true })
    expect(await screen.findByText('Overlaps another period: not paid out')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /ay$/ })).toBeNull()
  })

  it('is read-only for owners', async () => {
    renderHeld({ role: 'merchant_owner' })
    expect(await screen.findByText('Held: overlaps another period')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})
