import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { Subscriber, SubscriberList } from '../contract'
import { MerchantSubscribers } from './merchant-subscribers-widget'

const subscriber = (change: Partial<Subscriber> = {}): Subscriber => ({
  subscriptionId: 'sub_1',
  merchantId: 'mer_1',
  subscriberName: 'Ana P.',
  email: null,
  userId: null,
  planId: 'pln_1',
  planName: 'Daily Cup',
  status: 'active',
  amount: 2900,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  currentPeriodStart: new Date('2026-01-01T00:00:00Z'),
  currentPeriodEnd: new Date('2026-02-01T00:00:00Z'),
  endsAt: null,
  ...change,
})
const list = (subscribers: Subscriber[]): SubscriberList => ({
  subscribers,
  counts: { active: 640, trialing: 2, past_due: 1, canceled: 0 },
})

function WhenSignedIn() {
  return useSession().session && <MerchantSubscribers merchantId="mer_1" />
}
function renderWidget(answers: Answers) {
  const view = renderConsole(
    <SessionProvider>
      <WhenSignedIn />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'subscriptions.subscribersRaw': () => list([subscriber()]),
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { sent }
}
const fails = () => {
  throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
}

describe('subscribers of a merchant', () => {
  it('shows counts of all, the newest, and prices in their own currency and interval', async () => {
    renderWidget({
      'subscriptions.subscribersRaw': () =>
        list([
          subscriber(),
          subscriber({ subscriptionId: 'sub_2', currency: 'gbp', interval: 'week', intervalCount: 2 }),
        ]),
    })
    expect(await screen.findByText('Daily Cup, $29.00 / month')).toBeTruthy()
    expect(screen.getByText('Daily Cup, £29.00 / 2 weeks')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'All 643' })).toBeTruthy()
    expect(screen.getByText('Newest 2 of 643.')).toBeTruthy()
    expect(screen.queryByText(/direct query/)).toBeNull()
  })

  it('§3 §G29 renders a missing timestamp as "—"', async () => {
    const never = new Date(0)
    renderWidget({
      'subscriptions.subscribersRaw': () =>
        list([subscriber({ createdAt: never, currentPeriodEnd: never, subscriberName: null })]),
    })
    expect(await screen.findByText('Subscriber')).toBeTruthy()
    expect(screen.getAllByText('—')).toHaveLength(2)
  })

  it('asks the server for the chosen status', async () => {
    const { sent } = renderWidget({})
    await userEvent.click(await screen.findByRole('button', { name: /Past due/ }))
    await waitFor(() =>
      expect(sent('subscriptions.subscribersRaw').at(-1)).toEqual({ merchantId: 'mer_1', status: 'past_due' }),
    )
  })
})

describe('when the raw source fails', () => {
  it('§7 shows the direct query with a note, and Retry goes back to the raw source', async () => {
    let isDown = true
    const { sent } = renderWidget({
      'subscriptions.subscribersRaw': () => (isDown ? fails() : list([subscriber({ subscriberName: 'From raw' })])),
      'subscriptions.recent': () => list([subscriber({ subscriberName: 'From direct' })]),
    })
    expect(await screen.findByText('Showing live data. The usual source isn’t available.')).toBeTruthy()
    expect(screen.getByText('From direct')).toBeTruthy()
    expect(sent('subscriptions.recent')).toEqual([{ merchantId: 'mer_1', limit: 200 }])
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('From raw')).toBeTruthy()
    expect(screen.queryByText('Showing live data. The usual source isn’t available.')).toBeNull()
  })

  it('sends no direct query while the raw source works', async () => {
    const { sent } = renderWidget({})
    await screen.findByText('Ana P.')
    expect(sent('subscriptions.recent')).toEqual([])
  })

  it('§8 shows an error with Retry and no subscribers when the direct query fails too', async () => {
    renderWidget({ 'subscriptions.subscribersRaw': fails, 'subscriptions.recent': fails })
    expect(await screen.findByText('Couldn’t load subscribers')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(screen.queryByText(/Showing live data/)).toBeNull()
  })
})

it('says who will appear when there are no subscribers yet', async () => {
  renderWidget({
    'subscriptions.subscribersRaw': () => ({
      subscribers: [],
      counts: { active: 0, trialing: 0, past_due: 0, canceled: 0 },
    }),
  })
  expect(await screen.findByText('No subscribers yet')).toBeTruthy()
})
