import { ORPCError } from '@orpc/client'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import type { UserSubscription, UserSubscriptionList } from '../contract'
import { UserSubscriptions } from './user-subscriptions-widget'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] }))

const subscription = (change: Partial<UserSubscription> = {}): UserSubscription => ({
  id: 'sub_1',
  merchantId: 'mer_1',
  merchantName: 'Bean There',
  planId: 'pln_1',
  planName: 'Daily Cup',
  status: 'active',
  amount: 2_900,
  currency: 'usd',
  interval: 'month',
  intervalCount: 1,
  recorded: null,
  currentPeriodStart: new Date('2026-01-03T00:00:00Z'),
  currentPeriodEnd: new Date('2026-02-03T00:00:00Z'),
  endsAt: null,
  createdAt: new Date('2025-12-03T00:00:00Z'),
  ...change,
})
const list = (...subscriptions: UserSubscription[]): UserSubscriptionList => ({
  subscriptions,
  total: subscriptions.length,
})

function WhenSignedIn() {
  return useSession().session && <UserSubscriptions userId="usr_2" address="ana@people.test" />
}
const renderWidget = (answer: () => UserSubscriptionList) =>
  renderConsole(
    <SessionProvider>
      <WhenSignedIn />
    </SessionProvider>,
    { 'sessions.current': () => buildSession(), 'subscriptions.ofUser': answer },
  )

it('§3 shows merchant, plan, price, status and period, and links to the merchant', async () => {
  const { calls } = renderWidget(() => list(subscription()))
  expect((await screen.findByRole('list')).textContent).toContain('Daily Cup, $29.00 / month')
  expect(screen.getByRole('link', { name: 'Daily Cup' }).getAttribute('href')).toBe('/subscriptions?id=sub_1')
  expect(screen.getByRole('link', { name: 'Refund…' }).getAttribute('href')).toBe('/subscriptions?id=sub_1')
  expect(screen.getByRole('link', { name: 'All, with canceled' }).getAttribute('href')).toBe(
    '/subscriptions?q=ana%40people.test',
  )
  expect(screen.getByRole('link', { name: 'Bean There' }).getAttribute('href')).toBe('/merchants?id=mer_1')
  expect(screen.getByText('Active')).toBeTruthy()
  expect(screen.getByText('Period', { exact: false }).textContent).toMatch(/^Period Jan 3\s–\sFeb 3$/)
  expect(screen.getByText('1 of 1. Excludes canceled.')).toBeTruthy()
  expect(calls.filter(({ name }) => name === 'subscriptions.ofUser').map(({ input }) => input)).toEqual([
    { userId: 'usr_2' },
  ])
})

it('keeps each currency, and shows a different recorded price', async () => {
  renderWidget(() =>
    list(
      subscription({ amount: 4_500, currency: 'jpy' }),
      subscription({
        id: 'sub_2',
        amount: 3_000,
        currency: 'eur',
        recorded: { amount: 900, currency: 'gbp', interval: 'week', intervalCount: 2 },
      }),
    ),
  )
  const text = (await screen.findByRole('list')).textContent
  expect(text).toContain('Daily Cup, ¥4,500 / month')
  expect(text).toContain('Daily Cup, €30.00 / month')
  expect(screen.getByText('Recorded on the subscription: £9.00 / 2 weeks')).toBeTruthy()
})

it('§G29 renders missing times as "—" and missing names as the specification says', async () => {
  const never = new Date(0)
  renderWidget(() =>
    list(
      subscription({
        merchantName: 'Unknown Merchant',
        planName: 'Unknown Plan',
        createdAt: never,
        currentPeriodStart: never,
        currentPeriodEnd: never,
      }),
    ),
  )
  expect(await screen.findByText('Unknown Merchant')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Unknown Plan' })).toBeTruthy()
  expect(screen.getAllByText('—')).toHaveLength(2)
})

it('shows an unknown status unchanged', async () => {
  renderWidget(() => list(subscription({ status: 'in_grace' })))
  expect(await screen.findByText('In grace')).toBeTruthy()
})

it('shows the total when not all are shown', async () => {
  renderWidget(() => ({ subscriptions: [subscription()], total: 1_205 }))
  expect(await screen.findByText('Newest 1 of 1,205. Excludes canceled.')).toBeTruthy()
})

it('says that there are no subscriptions', async () => {
  renderWidget(() => list())
  expect(await screen.findByText('No subscriptions')).toBeTruthy()
})

it('§8 §G25 keeps an empty list after a failed query, shows the error and retries', async () => {
  let isDown = true
  renderWidget(() => {
    if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
    return list(subscription())
  })
  expect(await screen.findByText('Couldn’t load subscriptions')).toBeTruthy()
  expect(screen.queryByText('No subscriptions')).toBeNull()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('Bean There')).toBeTruthy()
})
