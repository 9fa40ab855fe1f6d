import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { catchDownloads } from '@quaff/platform/console/testing/catch-downloads'
import { chooseItem, renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { Cancellations, Movement } from '../cancellations-contract'
import type { AnalyticsSearch } from './analytics-search-widget'
import { CancellationsTab } from './cancellations-tab'

const downloads = catchDownloads()
const now = new Date('2026-11-22T14:03:00Z')
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))

const at = (day: string) => new Date(`${day}T09:00:00Z`)
const measured = { window: { from: at('2026-10-24'), to: at('2026-11-22') }, timeZone: 'UTC', measuredAt: now }
const none = { new: 0, returned: 0, expansion: 0, contraction: 0, past_due: 0, lost: 0 }
const month = (name: string, last: string) => ({
  month: name,
  from: `${name}-01`,
  to: `${name}-${last}`,
  currency: 'usd',
  counts: none,
})
const movement = (change: Partial<Movement> = {}): Movement => ({
  ...measured,
  currencies: ['usd'],
  rows: [
    { ...month('2026-10', '31'), startMinor: 0, endMinor: 9_000, moves: { ...none, new: 9_000 }, unrecordedMinor: 0 },
    {
      ...month('2026-11', '30'),
      startMinor: 9_000,
      endMinor: 8_200,
      unrecordedMinor: 0,
      moves: { ...none, new: 1_000, expansion: 200, lost: -2_000 },
    },
  ],
  ...change,
})
const cancellations = (change: Partial<Cancellations> = {}): Cancellations => ({
  ...measured,
  count: 40,
  paying: 31,
  lost: [{ amountMinor: 2_000, currency: 'usd' }],
  reasons: [
    { reason: 'Moved away', isRest: false, count: 30 },
    { reason: null, isRest: false, count: 10 },
  ],
  rows: [
    {
      id: 'sub_1',
      merchantId: 'mer_1',
      merchantName: 'Bean There',
      subscriberName: 'Ana Prado',
      email: null,
      userId: null,
      planId: 'pln_1',
      planName: 'Morning',
      status: 'canceled',
      amount: 2_000,
      currency: 'usd',
      interval: 'month',
      intervalCount: 1,
      monthlyAmount: 2_000,
      cancelAtPeriodEnd: false,
      cancelAt: null,
      endsAt: null,
      createdAt: at('2026-09-02'),
      updatedAt: at('2026-11-02'),
      canceledAt: at('2026-11-02'),
      currentPeriodStart: at('2026-11-02'),
      currentPeriodEnd: at('2026-12-02'),
      endedBy: 'Maya Lindqvist',
      cancelReason: 'Moved away',
    },
  ],
  ...change,
})

function Harness({ search }: { search: AnalyticsSearch }) {
  return useSession().session && <CancellationsTab search={search} onSearch={() => undefined} />
}
function renderTab(change: Answers = {}, search: AnalyticsSearch = {}) {
  return renderConsole(
    <SessionProvider>
      <Harness search={search} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'plans.list': () => ({ plans: [] }),
      'analytics.overview': () => ({ recordedSince: { subscriptions: at('2025-11-02'), redemptions: null } }),
      'analytics.movement': () => movement(),
      'analytics.cancellations': () => cancellations(),
      ...change,
    },
  )
}
const panel = async (title: string) => within(await screen.findByRole('region', { name: title }))

describe('cancellations', () => {
  it('are listed with who, when, why and how much, and lead to the list', async () => {
    renderTab()
    const own = await panel('Canceled subscriptions')
    expect(await own.findByText('40 canceled · 31 paying · monthly revenue lost: $20.00')).toBeTruthy()
    const row = own.getByRole('row', { name: /Ana Prado/u })
    for (const text of ['Bean There', 'Morning', 'Nov 2', '61 days', 'by Maya Lindqvist: Moved away', '$20.00'])
      expect(within(row).getByText(text)).toBeTruthy()
    const list = '/subscriptions?status=canceled&canceledFrom=2026-10-24&canceledTo=2026-11-22'
    expect(own.getByRole('link', { name: 'Ana Prado' }).getAttribute('href')).toBe(`${list}&id=sub_1`)
    expect(own.getByRole('link', { name: 'All canceled subscriptions' }).getAttribute('href')).toBe(list)
    expect(own.getByText('Latest 1 of 40')).toBeTruthy()
    expect(own.getByRole('list', { name: 'Cancellation reasons' }).textContent).toContain('No reason given10 canceled')
  })

  it('have no reasons for anyone who is not told', async () => {
    renderTab({ 'analytics.cancellations': () => cancellations({ reasons: null }) })
    const own = await panel('Canceled subscriptions')
    expect(await own.findByText('Only administrators can see reasons')).toBeTruthy()
    expect(own.queryByRole('columnheader', { name: 'Reason' })).toBeNull()
  })

  it('of a time without any are no one', async () => {
    renderTab({
      'analytics.cancellations': () => cancellations({ count: 0, paying: 0, lost: [], rows: [], reasons: [] }),
    })
    expect(await (await panel('Canceled subscriptions')).findByText('No cancellations')).toBeTruthy()
  })

  it('before the first subscription are one sentence and one button, without a range to choose', async () => {
    renderTab({ 'analytics.overview': () => ({ recordedSince: { subscriptions: null, redemptions: null } }) })
    expect(await screen.findByText('No subscriptions yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View merchants' })).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('the movement', () => {
  it('is a line for each month that adds up, newest first, with the lists behind it', async () => {
    renderTab()
    const own = await panel('Revenue changes')
    const rows = (await own.findAllByRole('row')).map((row) => row.textContent)
    expect(rows.slice(1)).toEqual(['Nov 2026$90.00+$10.00—+$2.00——−$20.00$82.00', 'Oct 2026$0.00+$90.00—————$90.00'])
    expect(own.getByRole('link', { name: '−$20.00' }).getAttribute('href')).toBe(
      '/analytics?range=custom&from=2026-11-01&to=2026-11-30&currency=usd&change=lost',
    )
    expect(own.queryByRole('columnheader', { name: 'Unrecorded' })).toBeNull()
    await chooseItem(await own.findByRole('button', { name: /^More for/u }), 'Save as CSV')
    expect(downloads[0]?.[0]).toBe('revenue-movement-2026-11-22.csv')
    expect(downloads[0]?.[1]).toContain('2026-11,USD,90.00,10.00,0.00,2.00,0.00,0.00,-20.00,0.00,82.00')
  })

  it('says what is not on record, where there is some', async () => {
    const [first] = movement().rows
    const rows = first ? [{ ...first, endMinor: 9_500, unrecordedMinor: 500 }] : []
    renderTab({ 'analytics.movement': () => movement({ rows }) })
    const own = await panel('Revenue changes')
    expect(await own.findByRole('columnheader', { name: 'Unrecorded' })).toBeTruthy()
    expect(own.getByText('+$5.00')).toBeTruthy()
  })

  it('is of all plans, and says so', async () => {
    const { calls } = renderTab({}, { plan: 'pln_1' })
    expect(await (await panel('Revenue changes')).findByText('All plans')).toBeTruthy()
    expect(calls.find(({ name }) => name === 'analytics.movement')?.input).toEqual({
      from: '2026-10-24',
      to: '2026-11-22',
    })
  })
})
