import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildRefundRow } from '@quaff/features/refunds/testing/refund-factory'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { SubscriptionRecord } from '../contract'
import { buildSubscriptionRecord, buildSubscriptionRow } from '../testing/subscription-row-factory'
import { historyText, SubscriptionSheet } from './subscription-sheet'
import { consequences, noPeriodEndReason } from './subscription-toolbar'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] }))

const record = buildSubscriptionRecord
const rows = ['sub_0', 'sub_1', 'sub_2'].map((id) => buildSubscriptionRow({ id }))

function WhenSignedIn({ onOpen }: { onOpen: (id: string) => void }) {
  return (
    useSession().session && <SubscriptionSheet id="sub_1" rows={rows} total={70} onOpen={onOpen} onClose={vi.fn()} />
  )
}
function renderSheet(shown: SubscriptionRecord = record(), answers: Answers = {}) {
  const onOpen = vi.fn<(id: string) => void>()
  const view = renderConsole(
    <SessionProvider>
      <WhenSignedIn onOpen={onOpen} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'subscriptions.get': () => shown,
      'refunds.list': () => ({ rows: [] }),
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, sent, onOpen }
}
const itemOf = (label: string) => screen.getByText(label, { selector: 'dt' }).nextElementSibling?.textContent

describe('an open subscription', () => {
  it('shows the recorded and the monthly price, the period and the subscriber', async () => {
    renderSheet(record({ amount: 34_800, interval: 'year', currency: 'eur', monthlyAmount: 2_900 }))
    expect(await screen.findByRole('heading', { name: 'Charges' })).toBeTruthy()
    expect(itemOf('Price')).toBe('€348.00 / year')
    expect(itemOf('Monthly value')).toBe('€29.00')
    expect(itemOf('Current period')).toMatch(/^Mar 3, 2026\s–\sApr 3, 2099$/)
    expect(itemOf('Redemptions, last 30 days')).toBe('14')
    expect(screen.getByRole('link', { name: 'Ana Pereira' }).getAttribute('href')).toBe('/users?id=usr_9')
    expect(screen.getByRole('link', { name: 'Bean There' }).getAttribute('href')).toBe('/merchants?id=mer_1')
  })

  it('shows "—" for unknown values, and that no price was recorded', async () => {
    const never = new Date(0)
    renderSheet(
      record({
        isPriced: false,
        amount: 0,
        recentRedemptions: null,
        createdAt: never,
        chargeCount: 0,
        charges: [],
        currentPeriodStart: never,
        currentPeriodEnd: never,
        isHistoryRecorded: false,
      }),
    )
    await screen.findByText('No charges')
    expect(itemOf('Price')).toBe('None')
    expect(['Monthly value', 'Created', 'Redemptions, last 30 days'].map(itemOf)).toEqual(['—', '—', '—'])
    expect(itemOf('Current period')).toBe('—')
    expect(screen.getByText(/No history recorded/)).toBeTruthy()
  })

  it('goes to the next and the previous one by key', async () => {
    const { onOpen } = renderSheet()
    await screen.findByText('2 of 70', { exact: false })
    await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
    expect(onOpen.mock.calls).toEqual([['sub_2'], ['sub_0']])
  })

  it('shows what it could not load', async () => {
    renderSheet(record(), {
      'subscriptions.get': () => {
        throw new ORPCError('NOT_FOUND', { message: 'gone' })
      },
    })
    expect(await screen.findByText('Subscription not found')).toBeTruthy()
  })
})

describe('its history as text', () => {
  it.each([
    [
      'started',
      { status: 'past_due', amountMinor: 2_900, currency: 'usd' },
      'Subscription started',
      'Past due, $29.00',
    ],
    [
      'price_changed',
      { from: '2900 usd / 1 month', to: '900 jpy / 2 week' },
      'Price changed',
      '$29.00 / month → ¥900 / 2 weeks',
    ],
    ['price_changed', { from: null, to: 'free' }, 'Price changed', '— → free'],
    ['plan_changed', { from: 'Daily Cup', to: 'Unknown Plan' }, 'Plan changed', 'Daily Cup → Unknown Plan'],
    ['status_changed', { from: 'trialing', to: 'past_due' }, 'Status changed', 'Trialing → Past due'],
    ['renewed', { periodStart: '2026-03-03T23:30:00.000Z' }, 'Renewed', 'period from Mar 4'],
    ['renewed', { periodStart: 'soon' }, 'Renewed', undefined],
    ['cancel_scheduled', { periodEnd: '2026-04-03T08:00:00.000Z' }, 'Cancellation scheduled', 'ends Apr 3'],
    ['canceled', { from: 'active', reason: 'Moves' }, 'Canceled', 'was active, reason: Moves'],
  ] as const)('%s %j', (kind, details, title, fields) => {
    expect(historyText({ kind, details }, 'Europe/Berlin')).toEqual({ title, fields })
  })
})

describe('canceling', () => {
  const ending = record({ currentPeriodEnd: new Date('2026-04-03T08:00:00Z') })

  it('says what happens to the pass and to the money', () => {
    expect(consequences(ending, 'now', 'UTC')).toEqual([
      'The pass stops working right away. This can’t be undone.',
      'The $29.00 charge from Mar 3 isn’t refunded.',
      'No more charges.',
      'Monthly revenue drops by $29.00.',
    ])
    expect(consequences({ ...ending, status: 'trialing', charges: [] }, 'period_end', 'UTC')).toEqual([
      'The pass works until Apr 3, 8:00 AM (UTC). You can keep the subscription until then.',
      'Nothing was charged.',
      'No more charges.',
    ])
  })

  it('at period end needs a current period', () => {
    const now = new Date('2026-04-03T08:00:00Z')
    expect(noPeriodEndReason(ending, now)).toBe('Its current period is over.')
    expect(noPeriodEndReason(ending, new Date(now.getTime() - 1))).toBeUndefined()
    expect(noPeriodEndReason({ ...ending, endsAt: ending.currentPeriodEnd }, new Date(0))).toMatch(/already/)
  })

  it('needs a reason, and sends the version that the user saw', async () => {
    const { sent } = renderSheet(record(), { 'subscriptions.cancel': () => ({}) })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription…' }))
    const dialog = await screen.findByRole('dialog', { name: /Cancel Ana/ })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel at period end' }))
    expect(within(dialog).getByText('Enter a reason.')).toBeTruthy()
    expect(sent('subscriptions.cancel')).toEqual([])
    await userEvent.click(within(dialog).getByRole('radio', { name: /^Now/ }))
    await userEvent.type(within(dialog).getByRole('textbox', { name: /Reason/ }), 'Asked for it')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel now' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /Cancel .* subscription/ })).toBeNull())
    expect(sent('subscriptions.cancel')).toEqual([
      { subscriptionId: 'sub_1', when: 'now', reason: 'Asked for it', expectedUpdatedAt: record().updatedAt },
    ])
  })

  it('§G26 keeps the text after a conflict, and continues with the newer version', async () => {
    let saved = record()
    const { sent } = renderSheet(record(), {
      'subscriptions.get': () => saved,
      'subscriptions.cancel': ({ expectedUpdatedAt }: { expectedUpdatedAt: Date }) => {
        if (expectedUpdatedAt.getTime() === saved.updatedAt.getTime()) return {}
        throw new ORPCError('CONFLICT', { message: 'stale', data: { reason: 'STALE_VERSION' } })
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel subscription…' }))
    const dialog = await screen.findByRole('dialog', { name: /Cancel .* subscription/ })
    const reason = within(dialog).getByRole('textbox', { name: /Reason/ })
    await userEvent.type(reason, 'Asked for it')
    saved = record({ updatedAt: new Date('2026-03-09T08:00:00Z') })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel at period end' }))
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Load the saved version' }))
    await waitFor(() => expect(within(dialog).queryByText(/was changed while you were editing/)).toBeNull())
    expect(reason).toHaveProperty('value', 'Asked for it')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel at period end' }))
    await waitFor(() => expect(sent('subscriptions.cancel')).toHaveLength(2))
    expect(sent('subscriptions.cancel').at(-1)).toMatchObject({ expectedUpdatedAt: saved.updatedAt })
  })

  it('is not offered once it has ended', async () => {
    renderSheet(record({ status: 'canceled' }))
    await screen.findByRole('heading', { name: 'History' })
    expect(screen.queryByRole('button', { name: /Cancel subscription/ })).toBeNull()
  })

  it('is for administrators; others see why not', async () => {
    const owner = () => buildSession({ role: 'merchant_owner', merchantIds: ['mer_1'] })
    const { sent } = renderSheet(record({ userId: null, email: null, subscriberName: 'Ana P.' }), {
      'sessions.current': owner,
    })
    const button = await screen.findByRole('button', { name: 'Cancel subscription…' })
    expect(button.getAttribute('aria-description')).toBe('Only administrators can do this.')
    await userEvent.click(button)
    expect(screen.queryByRole('dialog', { name: /Cancel .* subscription/ })).toBeNull()
    expect(sent('subscriptions.cancel')).toEqual([])
    expect(screen.queryByRole('link')).toBeNull()
  })
})

it('keeps a subscription with a scheduled end', async () => {
  const { sent } = renderSheet(record({ endsAt: record().currentPeriodEnd, endedBy: 'Ada' }), {
    'subscriptions.keep': () => ({}),
  })
  expect(await screen.findByText('Cancellation scheduled')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Keep subscription' }))
  await waitFor(() =>
    expect(sent('subscriptions.keep')).toEqual([{ subscriptionId: 'sub_1', expectedUpdatedAt: record().updatedAt }]),
  )
})

it('shows an end that the provider scheduled, and leaves withdrawing it to the provider', async () => {
  renderSheet(record({ endsAt: new Date('2026-12-20T08:00:00Z') }))
  await screen.findByText('Cancellation scheduled')
  expect(screen.getByText(/^Ends/).textContent).toBe('Ends Dec 20')
  expect(screen.queryByRole('button', { name: 'Keep subscription' })).toBeNull()
})

describe('refunding', () => {
  const provider = (isSetUp: boolean) => ({ isSetUp, isLive: true, unmatched: 0, last: null })
  const openDialog = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Refund customer…' }))
    return within(await screen.findByRole('dialog', { name: 'Record refund' }))
  }

  it('starts with what is left of the newest charge, also of a canceled subscription, and says who pays', async () => {
    const { sent } = renderSheet(record({ status: 'canceled' }), {
      'payments.state': () => provider(false),
      'refunds.record': () => ({ id: 'ref_1' }),
    })
    const dialog = await openDialog()
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /Amount in USD/ }).value).toBe('29.00')
    expect(dialog.getByText(/Mar 3\. The merchant’s open draft or next payout deducts it/)).toBeTruthy()
    expect(dialog.getByText('Refund the customer at your payment provider too.')).toBeTruthy()
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Machine was broken')
    await userEvent.click(dialog.getByRole('button', { name: 'Record refund' }))
    await waitFor(() =>
      expect(sent('refunds.record')).toMatchObject([
        { subscriptionId: 'sub_1', amountMinor: 2_900, reason: 'Machine was broken' },
      ]),
    )
    expect(await screen.findByText(/^\$29\.00 of .*Ana Pereira.* next payout deducts it\.$/)).toBeTruthy()
  })

  it('leaves to Stripe what Stripe reports', async () => {
    renderSheet(record(), { 'payments.state': () => provider(true) })
    expect(await (await openDialog()).findByText(/^Refund the customer in Stripe/)).toBeTruthy()
  })

  it('says that nothing is left once all charges are refunded', async () => {
    const charges = record().charges.slice(0, 1)
    const refunds = charges.map(({ periodStart, amount }) =>
      buildRefundRow({ subscriptionId: 'sub_1', periodStart, amount }),
    )
    renderSheet(record({ charges }), { 'refunds.list': () => ({ rows: refunds }) })
    const button = () => screen.getByRole('button', { name: 'Refund customer…' })
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'))
    await userEvent.click(button())
    expect(screen.queryByRole('dialog', { name: 'Record refund' })).toBeNull()
  })

  it('is not offered to an owner', async () => {
    renderSheet(record(), {
      'sessions.current': () => buildSession({ role: 'merchant_owner', merchantIds: ['mer_1'] }),
    })
    await screen.findByRole('button', { name: 'Cancel subscription…' })
    expect(screen.queryByRole('button', { name: /Refund/ })).toBeNull()
  })
})
