import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useMerchantSelection, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { catchDownloads } from '@quaff/platform/console/testing/catch-downloads'
import { chooseItem, renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { Churn, PlanRevenue, StartDates, TopMerchants } from '../economics-contract'
import type { Measured } from '../range-contract'
import type { AnalyticsSearch } from './analytics-search-widget'
import { EconomicsSection } from './economics-section'

/** Dates of this year are shown without it. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z'), toFake: ['Date'] }))

const downloads = catchDownloads()

const days = { from: '2026-11-20', to: '2026-11-22' }
const measured: Measured = {
  window: { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-23T00:00:00Z') },
  timeZone: 'UTC',
  measuredAt: new Date('2026-11-22T14:03:00Z'),
}
const usd = (amountMinor: number) => ({ amountMinor, currency: 'usd' })
const eur = (amountMinor: number) => ({ amountMinor, currency: 'eur' })

const startDates = (change: Partial<StartDates> = {}): StartDates => ({
  ...measured,
  stepDays: 1,
  points: [
    { date: '2026-11-21', count: 1_204 },
    { date: '2026-11-22', count: 1_210 },
  ],
  ...change,
})
const bucket = (day: string, canceled: number, active: number, rate: number) => ({
  from: day,
  to: day,
  canceled,
  active,
  rate,
})
const churn = (change: Partial<Churn> = {}): Churn => ({
  ...measured,
  buckets: [bucket('2026-11-21', 4, 96, 4), bucket('2026-11-22', 0, 0, 0)],
  earlier: [bucket('2026-11-18', 6, 94, 6), bucket('2026-11-19', 3, 97, 3)],
  recordedSince: new Date('2025-01-01T00:00:00Z'),
  total: { ...days, canceled: 4, active: 76, rate: 5 },
  scheduled: 2,
  previous: { from: '2026-11-17', to: '2026-11-19', canceled: 9, active: 91, rate: 9 },
  ...change,
})
const plan = (planId: string | null, planName: string, monthly: PlanRevenue['totals'][number], active = 2) => ({
  planId,
  planName,
  merchantId: 'mer_1',
  merchantName: 'Bean There',
  active,
  monthly,
})
const planRevenue = (change: Partial<PlanRevenue> = {}): PlanRevenue => ({
  ...measured,
  totals: [usd(10_000), eur(700)],
  rows: [
    plan('pln_1', 'Daily Cup', usd(7_500)),
    plan(null, 'Unknown Plan', usd(1_500)),
    plan('pln_1', 'Daily Cup', eur(700)),
  ],
  rest: [{ plans: 12, active: 30, monthly: usd(1_000) }],
  ...change,
})
const merchant = (merchantId: string, name: string, monthlyMinor: number, subscribers: number) => ({
  merchantId,
  name,
  monthlyMinor,
  subscribers,
  canceled: 3,
  churnRate: 2.5,
  monthlyRevenue: [usd(monthlyMinor), eur(100)],
})
const topMerchants = (change: Partial<TopMerchants> = {}): TopMerchants => ({
  ...measured,
  currencies: ['usd', 'eur'],
  currency: 'usd',
  rows: [merchant('mer_1', 'Bean There', 8_000, 20), merchant('mer_2', 'Done That', 4_000, 90)],
  total: { merchants: 5, amount: 13_000 },
  ...change,
})

const answers: Answers = {
  'sessions.current': () => buildSession(),
  'analytics.startDates': () => startDates(),
  'analytics.churn': () => churn(),
  'analytics.planRevenue': () => planRevenue(),
  'analytics.topMerchants': () => topMerchants(),
}

type Section = { onSearch: (next: AnalyticsSearch) => void; search?: AnalyticsSearch; range: typeof days }
function Harness({ onSearch, search = {}, range }: Section) {
  const { current } = useMerchantSelection()
  if (!useSession().session) return null
  return (
    <>
      <p data-testid="current">{current?.name}</p>
      <EconomicsSection
        range={{ ...range, compare: true }}
        search={{ range: 'custom', ...range, ...search }}
        onSearch={onSearch}
      />
    </>
  )
}
function renderSection(change: Answers = {}, search?: AnalyticsSearch, range = days) {
  const onSearch = vi.fn()
  const view = renderConsole(
    <SessionProvider>
      <Harness onSearch={onSearch} range={range} {...(search && { search })} />
    </SessionProvider>,
    { ...answers, ...change },
  )
  const sent = (name: string) =>
    view.calls.filter((call) => call.name === `analytics.${name}`).map(({ input }) => input)
  return { ...view, onSearch, sent }
}
const panel = (title: string) => screen.findByRole('region', { name: title })
const titles = ['Active subscriptions by start date', 'Churn over time', 'Revenue by plan', 'Top merchants'] as const

describe('panels of the economics', () => {
  it('say that they show today where the range has ended', async () => {
    renderSection({}, undefined, { from: '2026-09-01', to: '2026-09-30' })
    expect(await panel('Revenue by plan today')).toBeTruthy()
    expect(await panel('Top merchants today')).toBeTruthy()
  })

  it('ask for the range without the comparison, say window and zone beside the formula, and their age in the head', async () => {
    const { sent } = renderSection()
    for (const title of titles) {
      const info = within(await panel(title)).getByRole('button', { name: `About ${title}` })
      await userEvent.click(info)
      expect(await screen.findByText(/Nov.*20.*22 · UTC\.$/u)).toBeTruthy()
      expect(within(await panel(title)).getByText('As of 2:03 PM')).toBeTruthy()
      await userEvent.click(info)
    }
    expect(sent('churn')).toEqual([days])
    expect(sent('topMerchants')).toEqual([{ ...days, by: 'revenue' }])
  })

  it('fail alone, with a way to try again', async () => {
    let fails = true
    renderSection({
      'analytics.churn': () => {
        if (fails) throw new Error('down')
        return churn()
      },
    })
    const own = within(await panel('Churn over time'))
    expect(await own.findByText('Couldn’t load churn')).toBeTruthy()
    expect(await screen.findByText('Daily Cup')).toBeTruthy()
    fails = false
    await userEvent.click(own.getByRole('button', { name: 'Retry' }))
    expect(await own.findByText(/4 canceled · 5% overall/u)).toBeTruthy()
  })

  it('say why there is nothing, and offer no file of it', async () => {
    const noOne = { from: '2026-11-20', to: '2026-11-22', canceled: 0, active: 0, rate: 0 }
    renderSection({
      'analytics.startDates': () => startDates({ points: [{ date: '2026-11-22', count: 0 }] }),
      'analytics.churn': () => churn({ total: noOne }),
      'analytics.planRevenue': () => planRevenue({ totals: [], rows: [], rest: [] }),
      'analytics.topMerchants': () => topMerchants({ currencies: [], rows: [] }),
    })
    expect(await screen.findByText('No churn to show')).toBeTruthy()
    expect(await screen.findByText('No subscribers yet')).toBeTruthy()
    expect(await screen.findAllByText('No active subscriptions')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: /^More for/u })).toBeNull()
  })
})

describe('start dates', () => {
  it('§G28 say that they count only what is still active, and lead to it', async () => {
    renderSection()
    const own = within(await panel(titles[0]))
    expect(await own.findByText('Only subscriptions that are still active')).toBeTruthy()
    const bar = own.getByRole('link', { name: 'Nov 22: 1,210 still active so far' })
    expect(bar.getAttribute('href')).toContain('status=active&createdTo=2026-11-22')
    const link = own.getByRole('link', { name: 'Active subscriptions' })
    expect(link.getAttribute('href')).toMatch(/^\/subscriptions\?.*status=active/u)
  })

  it('are a table and a file of one table as well, with notes beside it', async () => {
    renderSection()
    const own = within(await panel(titles[0]))
    await chooseItem(await own.findByRole('button', { name: /^More for/u }), 'Show as table')
    const row = own.getByRole('row', { name: 'Nov 21 1,204' })
    expect(within(row).getByRole('link').getAttribute('href')).toContain('status=active&createdTo=2026-11-21')
    await chooseItem(await own.findByRole('button', { name: /^More for/u }), 'Save as CSV')
    expect(downloads[0]?.[1]).toContain('2026-11-21,1204')
    await userEvent.click(await screen.findByRole('button', { name: 'Save notes' }))
    expect(downloads[1]?.[0]).toBe(downloads[0]?.[0].replace('.csv', '-notes.txt'))
    expect(downloads[1]?.[1]).toContain('Time zone: UTC\r\n')
  })
})

describe('churn', () => {
  it('shows what was canceled or the rate, and none where no one could leave', async () => {
    renderSection()
    const own = within(await panel(titles[1]))
    const bar = await own.findByRole('link', { name: 'Nov 21: 4 canceled, 4%, 6 on Nov 18' })
    expect(bar.getAttribute('href')).toContain('status=canceled&canceledFrom=2026-11-21&canceledTo=2026-11-21')
    expect(own.getByRole('img', { name: 'Nov 22: 0 canceled so far, —, 3 on Nov 19' })).toBeTruthy()
    expect(own.getByText('Before: 9 (9%)')).toBeTruthy()
    await userEvent.click(own.getByRole('button', { name: 'Rate' }))
    expect(own.getByRole('link', { name: 'Nov 21: 4% churn, 4 canceled, 6% on Nov 18' })).toBeTruthy()
    await chooseItem(await own.findByRole('button', { name: /^More for/u }), 'Show as table')
    expect(own.getByRole('row', { name: 'Whole range 4 76 5.0%' })).toBeTruthy()
  })
})

describe('revenue by plan', () => {
  it('closes the sum of each currency with the other plans and the total', async () => {
    const { unmount } = renderSection()
    const own = within(await panel(titles[2]))
    expect(await own.findByText('All 14 plans')).toBeTruthy()
    expect(own.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Daily Cup$75.002 active subscriptions, 75%',
      'Without a plan$15.002 active subscriptions, 15%',
      '12 other plans$10.00',
      'All 14 plans$100.00',
    ])
    expect(own.getByRole('link', { name: 'Daily Cup' }).getAttribute('href')).toContain('planId=pln_1')
    unmount()
    renderSection({}, { currency: 'eur' })
    expect(await within(await panel(titles[2])).findByText('1 plan')).toBeTruthy()
    expect(
      within(await panel(titles[2]))
        .getAllByRole('listitem')
        .at(-1)?.textContent,
    ).toBe('1 plan€7.00')
  })

  it('ends at a full row, and shows all plans on request', async () => {
    const rows = Array.from({ length: 9 }, (_, index) => plan(`pln_${index}`, `Plan ${index}`, usd(1_000)))
    renderSection({ 'analytics.planRevenue': () => planRevenue({ totals: [usd(10_000)], rows }) })
    const own = within(await panel(titles[2]))
    expect(await own.findByText('15 other plans')).toBeTruthy()
    expect(
      own
        .getAllByRole('listitem')
        .slice(6)
        .map((item) => item.textContent),
    ).toEqual(['15 other plans$40.00', 'All 21 plans$100.00'])
    await userEvent.click(own.getByRole('button', { name: 'Show all plans' }))
    expect(
      own
        .getAllByRole('listitem')
        .slice(9)
        .map((item) => item.textContent),
    ).toEqual(['12 other plans$10.00', 'All 21 plans$100.00'])
  })

  it('titles plans by their merchants where there are several', async () => {
    const other = { ...plan('pln_2', 'Weekend', usd(1)), merchantId: 'mer_2', merchantName: 'Done That' }
    renderSection({
      'analytics.planRevenue': () => planRevenue({ rows: [plan('pln_1', 'Daily Cup', usd(7_500)), other] }),
    })
    expect(await screen.findByText(/^Weekend, 2 active/u)).toBeTruthy()
    expect(screen.getAllByText('Done That').length).toBeGreaterThan(0)
    const own = within(await panel(titles[2]))
    await chooseItem(await own.findByRole('button', { name: /^More for/u }), 'Save as CSV')
    expect(downloads[0]?.[1]).toContain('Weekend,Done That,2,0.01,USD,0.01')
  })
})

describe('plans of one merchant', () => {
  it('keep their names beside subscriptions without a plan', async () => {
    const none = { ...plan(null, 'Unknown Plan', usd(1)), merchantId: null, merchantName: null }
    renderSection({
      'analytics.planRevenue': () => planRevenue({ rows: [plan('pln_1', 'Daily Cup', usd(7_500)), none] }),
    })
    const own = within(await panel(titles[2]))
    expect(await own.findByText('Without a plan')).toBeTruthy()
    expect(own.getByText('Daily Cup')).toBeTruthy()
    expect(own.queryByText('Bean There')).toBeNull()
  })
})

describe('top merchants', () => {
  it('filter by a merchant on a click', async () => {
    const { onSearch } = renderSection()
    await userEvent.click(await screen.findByRole('button', { name: 'Done That' }))
    expect(onSearch).toHaveBeenCalledWith({ merchant: 'mer_2', plan: undefined })
  })

  it('go by revenue in the chosen currency, or by subscribers', async () => {
    const { sent } = renderSection({}, { currency: 'eur' })
    const own = within(await panel(titles[3]))
    expect(await own.findByText('20 active subscriptions, churn 2.5%')).toBeTruthy()
    expect(
      own
        .getAllByRole('listitem')
        .slice(2)
        .map((item) => item.textContent),
    ).toEqual(['3 other merchants$10.00', 'All 5 merchants$130.00'])
    await waitFor(() => expect(sent('topMerchants')).toContainEqual({ ...days, by: 'revenue', currency: 'eur' }))
    await userEvent.click(own.getByRole('button', { name: 'Subscribers' }))
    await waitFor(() => expect(sent('topMerchants')).toContainEqual({ ...days, by: 'subscribers' }))
    expect(await own.findByText('$40.00 and €1.00, churn 2.5%')).toBeTruthy()
  })

  it('are for owners of several merchants too, who go to the one they click', async () => {
    const ownerOf = (merchantIds: string[]) => () =>
      buildSession({
        role: 'merchant_owner',
        merchantIds,
        assigned: { id: 'mer_1', name: 'Bean There', logoUrl: null, temporary: false },
      })
    const { unmount } = renderSection({ 'sessions.current': ownerOf(['mer_1']) })
    expect(await screen.findByText('Daily Cup')).toBeTruthy()
    expect(screen.queryByText('Top merchants')).toBeNull()
    unmount()
    renderSection({ 'sessions.current': ownerOf(['mer_1', 'mer_2']) })
    await userEvent.click(await screen.findByRole('button', { name: 'Done That' }))
    expect(screen.getByTestId('current').textContent).toBe('Done That')
  })
})
