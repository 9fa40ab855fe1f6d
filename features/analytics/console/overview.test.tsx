import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { catchDownloads } from '@quaff/platform/console/testing/catch-downloads'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { Overview } from '../overview-contract'
import { analyticsSearch, type AnalyticsSearch } from './analytics-search-widget'
import { OverviewTiles } from './overview-tiles'
import { RangeToolbar } from './range-toolbar'
import { useAnalyticsRange } from './use-analytics-range'

const downloads = catchDownloads()
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-03-10T20:00:00Z'), toFake: ['Date'] }))

const figure = (value: number, previous: number | null, points = [value, value]) => ({ value, previous, points })
const overview = (change: Partial<Overview> = {}): Overview => ({
  window: { from: new Date('2026-02-08T18:15:00Z'), to: new Date('2026-03-10T18:15:00Z') },
  previousWindow: { from: new Date('2026-01-09T18:15:00Z'), to: new Date('2026-02-08T18:15:00Z') },
  timeZone: 'Asia/Kathmandu',
  measuredAt: new Date('2026-03-10T14:03:00Z'),
  isEstimated: false,
  bucketSize: 'day',
  recordedSince: { subscriptions: new Date('2025-01-01T00:00:00Z'), redemptions: new Date('2026-02-01T00:00:00Z') },
  buckets: [
    { from: '2026-03-09', to: '2026-03-09' },
    { from: '2026-03-10', to: '2026-03-10' },
  ],
  monthlyRevenue: [
    { currency: 'usd', ...figure(1_204_500, 1_000_000, [1_100_000, 1_204_500]) },
    { currency: 'jpy', ...figure(45_000, 0) },
  ],
  averageRevenue: [
    { currency: 'usd', ...figure(2_900, 2_900) },
    { currency: 'jpy', value: null, previous: null, points: [null, null] },
  ],
  active: figure(1_204, 1_000),
  trialing: figure(80, 100),
  pastDue: figure(12, 10),
  started: figure(30, 0),
  canceled: figure(25, 20),
  redemptions: figure(9_001, null),
  churnRate: figure(2.5, 3),
  ...change,
})
const session = (details: Parameters<typeof buildSession>[0] = {}) => ({
  ...buildSession(details),
  timeZone: 'Asia/Kathmandu',
})
const asOwner = (): Answers => ({
  'sessions.current': () =>
    session({
      role: 'merchant_owner',
      merchantIds: ['mer_1'],
      assigned: { id: 'mer_1', name: 'Bean There', logoUrl: null, temporary: false },
    }),
})

function Harness({ start, seen }: { start: AnalyticsSearch; seen: (search: AnalyticsSearch) => void }) {
  const [search, setSearch] = useState(start)
  return useSession().session && <Part search={search} onSearch={change} />
  function change(next: Partial<AnalyticsSearch>) {
    const merged = analyticsSearch.read({ ...search, ...next })
    setSearch(merged)
    seen(merged)
  }
}
function Part({ search, onSearch }: { search: AnalyticsSearch; onSearch: (next: Partial<AnalyticsSearch>) => void }) {
  const state = useAnalyticsRange(search)
  return (
    <>
      <RangeToolbar state={state} search={search} onSearch={onSearch} />
      <OverviewTiles range={state.range} search={search} />
    </>
  )
}

function renderOverview(answers: Answers = {}, start: AnalyticsSearch = {}) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Harness start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => session(),
      'analytics.overview': () => overview(),
      'merchants.options': () => [{ id: 'mer_1', name: 'Bean There' }],
      'merchants.get': () => ({ id: 'mer_1', name: 'Bean There' }),
      'plans.list': () => ({ rows: [{ id: 'pln_1', name: 'Daily Cup' }] }),
      ...answers,
    },
  )
  const requested = () => view.calls.filter(({ name }) => name === 'analytics.overview').map(({ input }) => input)
  return { ...view, requested, search: () => latest }
}
const tile = async (label: string) => {
  const head = await screen.findByText(label, { selector: 'section *' })
  const found = head.closest<HTMLElement>('dl > div')
  if (!found) throw new Error(`No tile ${label}`)
  return found
}

describe('the tiles', () => {
  it('show each figure against the days before, and currencies apart', async () => {
    renderOverview()
    expect((await tile('Monthly revenue')).textContent).toMatch(
      /\$12,045\.00.*up.*20\.5%.*vs previous 30 days.*¥45,000 in JPY/,
    )
    expect((await tile('Active')).textContent).toMatch(/1,204.*up.*20\.4%/)
    expect((await tile('Trialing')).textContent).toMatch(/80.*down.*20%/)
    expect((await tile('Churn rate')).textContent).toMatch(/2\.5%.*25 canceled · was 3%/)
    expect((await tile('ARPU')).textContent).toMatch(/\$29\.00.*No change.*— in JPY/)
  })

  it('show the change of a rate in points, with the decimal also of a whole one', async () => {
    renderOverview({ 'analytics.overview': () => overview({ churnRate: figure(7, 3) }) })
    expect((await tile('Churn rate')).textContent).toMatch(/7%.*4\.0 pt/)
  })

  it('call more past due bad and fewer trials too', async () => {
    renderOverview()
    const goodOf = async (label: string) => (await tile(label)).querySelector('[data-good]')?.getAttribute('data-good')
    expect(await goodOf('Past due')).toBe('false')
    expect(await goodOf('Trialing')).toBe('false')
    expect(await goodOf('Active')).toBe('true')
  })

  it('§G24 have no percentage from nothing, nor from what is not known', async () => {
    renderOverview()
    expect((await tile('New subscriptions')).textContent).toMatch(/30.*— no earlier data$/)
    expect((await tile('Redemptions')).textContent).toMatch(/9,001.*— on record since Feb 1$/)
  })

  it('of a merchant without data are zeros and dashes', async () => {
    const none = figure(0, null)
    const noRate = { value: null, previous: null, points: [null, null] }
    renderOverview({
      'analytics.overview': () =>
        overview({
          monthlyRevenue: [],
          averageRevenue: [],
          churnRate: noRate,
          active: none,
          trialing: none,
          pastDue: none,
          started: none,
          canceled: none,
          redemptions: none,
        }),
    })
    expect((await tile('Monthly revenue')).textContent).toMatch(/—No active subscriptions$/)
    expect((await tile('ARPU')).textContent).toMatch(/—/)
    expect((await tile('Churn rate')).textContent).toMatch(/—.*No active subscriptions/)
    expect((await tile('Active')).textContent).toMatch(/0— on record since Jan 1, 2025$/)
  })

  it('say how they are made, how old they are and what they are compared with', async () => {
    renderOverview()
    await userEvent.click(within(await tile('Churn rate')).getByRole('button', { name: 'About Churn rate' }))
    const formula = await screen.findByText(/Canceled ÷ \(active at the end/)
    expect(formula).toBeTruthy()
    expect(screen.getByText(/^As of .*\. Compared to Jan 10.*Feb 8/)).toBeTruthy()
  })

  it('of one plan are marked as estimated', async () => {
    renderOverview({ 'analytics.overview': () => overview({ isEstimated: true }) })
    expect(within(await tile('Active')).getByText('est.')).toBeTruthy()
    expect(screen.getByText(/Past levels of one plan are estimated/)).toBeTruthy()
  })

  it('lead to the lists that they count', async () => {
    renderOverview({}, { range: 7, merchant: 'mer_1', plan: 'pln_1' })
    const hrefOf = (label: string) =>
      screen.getByRole('link', { name: new RegExp(`^${label} \\S*\\d`) }).getAttribute('href')
    await tile('Active')
    const kept = 'range=7&merchant=mer_1&plan=pln_1'
    const ofPlan = 'merchantId=mer_1&planId=pln_1'
    expect(hrefOf('Past due')).toBe(`/subscriptions?${ofPlan}&status=past_due`)
    expect(hrefOf('Churn rate')).toBe(
      `/subscriptions?${ofPlan}&status=canceled&canceledFrom=2026-03-05&canceledTo=2026-03-11`,
    )
    expect(hrefOf('New subscriptions')).toBe(`/subscriptions?${ofPlan}&createdFrom=2026-03-05&createdTo=2026-03-11`)
    expect(hrefOf('Redemptions')).toBe(
      `/analytics?tab=redemptions&${kept}&redeemedFrom=2026-03-05&redeemedTo=2026-03-11&redemptionStatus=completed&${ofPlan}`,
    )
  })

  it('lead an owner to the history of the own merchant', async () => {
    const { requested } = renderOverview(asOwner())
    await tile('Active')
    expect(screen.getByRole('link', { name: /^Redemptions \d/ }).getAttribute('href')).toBe(
      '/redemptions?tab=history&from=2026-02-10&to=2026-03-11&status=completed',
    )
    expect(requested()).toMatchObject([{ merchantId: 'mer_1', from: '2026-02-10', to: '2026-03-11', compare: true }])
  })

  it('that fail offer Retry; those that could not be refreshed stay and say so', async () => {
    const answer = vi.fn<() => Overview>(() => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    })
    const { client } = renderOverview({ 'analytics.overview': answer })
    await screen.findByText('Couldn’t load metrics')
    answer.mockImplementation(() => overview())
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await tile('Active')
    answer.mockImplementation(() => {
      throw new ORPCError('INTERNAL_SERVER_ERROR')
    })
    await client.refetchQueries()
    expect(await screen.findByText('Couldn’t refresh')).toBeTruthy()
    expect((await tile('Active')).textContent).toMatch(/1,204/)
  })

  it('are saved with a row for each day, exact amounts, and what they are of', async () => {
    renderOverview()
    await tile('Active')
    const save = async (table: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Save metrics as CSV' }))
      await userEvent.click(await screen.findByRole('menuitem', { name: table, hidden: true }))
      return downloads.at(-1) ?? ['', '']
    }
    const [name, text] = await save('By day')
    expect(name).toBe('analytics-by-step-2026-03-10.csv')
    const lines = text.split(/\r?\n/)
    expect(lines[0]).toContain('Churn %,Monthly revenue (USD),Monthly revenue (JPY),ARPU (USD),ARPU (JPY)')
    expect(lines[1]).toBe('2026-03-09,2026-03-09,1204,80,12,30,25,9001,2.5,11000.00,45000,29.00,')
    expect(lines).toHaveLength(4)
    const [, compared] = await save('This range and the previous one')
    expect(compared.split('\r\n').slice(1)).toEqual([
      '2026-02-09,2026-03-10,1204,80,12,30,25,9001,2.5,12045.00,45000,29.00,',
      '2026-01-10,2026-02-08,1000,100,10,0,20,,3,10000.00,0,29.00,',
      '',
    ])
  })
})

describe('the range', () => {
  it('begins with 30 days, in the zone of the platform, and is compared', async () => {
    const { requested } = renderOverview()
    await tile('Active')
    expect(requested()).toEqual([{ from: '2026-02-10', to: '2026-03-11', compare: true }])
    expect(screen.getByText(/^Feb 10.*Mar 11$/)).toBeTruthy()
    expect(screen.queryAllByText(/Asia\/Kathmandu/)).toEqual([])
  })

  it('is chosen by button and by key, and cleared with X', async () => {
    const { requested, search } = renderOverview({}, { merchant: 'mer_1', compare: false })
    await tile('Active')
    fireEvent.keyDown(document.body, { key: '3' })
    await waitFor(() =>
      expect(requested().at(-1)).toMatchObject({ from: '2025-12-12', to: '2026-03-11', compare: false }),
    )
    await userEvent.click(screen.getByRole('button', { name: '7 days' }))
    expect(search().range).toBe(7)
    await userEvent.click(screen.getByRole('switch', { name: 'Compare to previous period' }))
    expect(search()).toEqual({ range: 7, merchant: 'mer_1' })
    fireEvent.keyDown(document.body, { key: 'x' })
    expect(search()).toEqual({})
  })

  it('of own days is asked for once it is one', async () => {
    const { requested, search } = renderOverview()
    await tile('Active')
    await userEvent.click(screen.getByRole('button', { name: 'Custom' }))
    const [from, to] = [screen.getByLabelText('From'), screen.getByLabelText('To')]
    const type = (field: HTMLElement, day: string) => {
      fireEvent.change(field, { target: { value: day } })
      fireEvent.blur(field)
    }
    const apply = screen.getByRole('button', { name: 'Apply' })
    type(from, '2026-03-01')
    type(to, '2026-02-01')
    expect(screen.getByRole('alert').textContent).toBe('The end date is before the start date.')
    await userEvent.click(apply)
    expect(search()).toEqual({ range: 'custom', from: '2026-02-10', to: '2026-03-11' })
    type(from, '')
    expect(screen.getByRole('alert').textContent).toBe('Choose both days.')
    type(from, '2016-01-01')
    expect(screen.getByRole('alert').textContent).toBe('A range can have up to ten years.')
    type(from, '2026-01-01')
    await userEvent.click(apply)
    expect(search()).toEqual({ range: 'custom', from: '2026-01-01', to: '2026-02-01' })
    expect(requested().at(-1)).toMatchObject({ from: '2026-01-01', to: '2026-02-01' })
  })

  it('that the URL cannot mean is reported, and the last 30 days are shown', async () => {
    const { requested } = renderOverview({}, { range: 'custom', from: '2026-03-05', to: '2026-03-01' })
    await tile('Active')
    expect(screen.getAllByRole('alert')[0]?.textContent).toBe(
      'The end date is before the start date. Showing the last 30 days.',
    )
    expect(requested()).toEqual([{ from: '2026-02-10', to: '2026-03-11', compare: true }])
  })

  it('says that a date in the URL is malformed', async () => {
    const search = analyticsSearch.read({ range: 'custom', from: '2026-13-41', to: '2026-03-10' })
    const { requested } = renderOverview({}, search)
    await tile('Active')
    expect(screen.getByText(/A date in the URL is missing or isn’t a date\. Showing the last 30 days/)).toBeTruthy()
    expect(requested()).toEqual([{ from: '2026-02-10', to: '2026-03-11', compare: true }])
  })

  it('of another merchant forgets the plan', async () => {
    const { search, requested } = renderOverview({}, { merchant: 'mer_1', plan: 'pln_1' })
    await screen.findByText('Daily Cup')
    expect(requested().at(-1)).toMatchObject({ merchantId: 'mer_1', planId: 'pln_1' })
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Merchant' }))
    expect(search()).toEqual({})
  })

  it('has no merchant to choose for an owner, but plans', async () => {
    renderOverview(asOwner(), { merchant: 'mer_9' })
    fireEvent.click(await screen.findByRole('button', { name: /^Filter/ }))
    const choices = await screen.findByRole('dialog', { name: /filter/i, hidden: true })
    fireEvent.click(await within(choices).findByText('Plan'))
    expect(within(choices).queryByText('Merchant')).toBeNull()
    expect(await within(choices).findByText('Daily Cup')).toBeTruthy()
  })
})
