import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { UnmatchedEvent, PaymentState } from '../contract'
import { PaymentProvider } from './payment-provider-widget'

const at = new Date('2026-03-10T11:59:00Z')
const state = (facts: Partial<PaymentState> = {}): PaymentState => ({
  isSetUp: true,
  isLive: true,
  unmatched: 1,
  last: { type: 'customer.subscription.updated', occurredAt: new Date(at.getTime() - 90_000), receivedAt: at },
  ...facts,
})
const event: UnmatchedEvent = {
  eventId: 'evt_1',
  type: 'customer.subscription.updated',
  reason: 'UNKNOWN_PLAN',
  occurredAt: at,
  receivedAt: at,
  providerSubscriptionId: 'sub_9',
  merchant: { id: 'mer_1', name: 'Bean There' },
  personId: null,
  subscriptionId: null,
  named: 'pln_gone',
  attempts: 2,
  nextAttemptAt: at,
}

function Harness() {
  return useSession().session ? <PaymentProvider /> : null
}

function renderPart(answers: Answers = {}) {
  renderConsole(
    <SessionProvider>
      <Harness />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'payments.state': () => state(),
      'payments.unmatched': () => ({ rows: [event], hasMore: false, nextCursor: null, total: 1 }),
      ...answers,
    },
  )
  return userEvent.setup()
}

it('shows the state, the delay of the last event and the unmatched ones', async () => {
  renderPart()
  expect(await screen.findByText('1 unmatched')).toBeTruthy()
  expect(await screen.findByText('1 minute')).toBeTruthy()
  const row = within(await screen.findByRole('list', { name: 'Unmatched events' })).getByRole('listitem')
  expect(within(row).getByText('Unknown plan')).toBeTruthy()
  expect(within(row).getByText('pln_gone')).toBeTruthy()
  expect(within(row).getByRole('link', { name: 'Bean There' }).getAttribute('href')).toContain('mer_1')
})

it('without a secret says what is missing', async () => {
  renderPart({ 'payments.state': () => state({ isSetUp: false, unmatched: 0, last: null }) })
  expect(await screen.findByText('Not set up')).toBeTruthy()
  expect(screen.getByText(/STRIPE_WEBHOOK_SECRET/)).toBeTruthy()
})

it('retries an event and tells why it is still kept as unmatched', async () => {
  const retry = vi.fn((_input: unknown) => ({ outcome: 'unmatched', reason: 'UNKNOWN_PERSON' }))
  const user = renderPart({ 'payments.retry': retry })
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('The event is still unmatched')).toBeTruthy()
  expect(retry.mock.calls[0]?.[0]).toEqual({ eventId: 'evt_1' })
})

it('dismisses only after a question', async () => {
  const dismiss = vi.fn((_input: unknown) => null)
  const user = renderPart({ 'payments.dismiss': dismiss })
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  const dialog = await screen.findByRole('dialog', { name: 'Dismiss this event?' })
  expect(dismiss).not.toHaveBeenCalled()
  await user.click(within(dialog).getByRole('button', { name: 'Dismiss event' }))
  expect(await screen.findByText('Event dismissed')).toBeTruthy()
  expect(dismiss.mock.calls[0]?.[0]).toEqual({ eventId: 'evt_1' })
})
