import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LiveProvider, SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { passTime } from '@quaff/platform/console/testing/pass-time'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { PlanGroup, SubscriptionListRow } from '../contract'
import { buildSubscriptionRecord, buildSubscriptionRow } from '../testing/subscription-row-factory'
import { SubscriptionList } from './subscription-list-widget'
import { subscriptionSearch, type SubscriptionSearch } from './subscription-search-widget'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] }))

const row = buildSubscriptionRow
const page = (rows: SubscriptionListRow[], total = rows.length) => ({ rows, hasMore: false, nextCursor: null, total })
const counts = { all: 1_205, active: 1_000, trialing: 100, past_due: 5, canceled: 100 }
const group = (details: Partial<PlanGroup> = {}): PlanGroup => ({
  planId: 'pln_1',
  planName: 'Daily Cup',
  merchantId: 'mer_1',
  merchantName: 'Bean There',
  counts,
  newest: [row({ id: 'sub_7' })],
  ...details,
})
const owner = () =>
  buildSession({
    role: 'merchant_owner',
    merchantIds: ['mer_1'],
    assigned: { id: 'mer_1', name: 'Bean There', logoUrl: null, temporary: false },
  })

type HarnessProps = { start: SubscriptionSearch; merchantId?: string; seen: (search: SubscriptionSearch) => void }
function Harness({ start, merchantId, seen }: HarnessProps) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  const change = (next: Partial<SubscriptionSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return (
    <LiveProvider>
      <SubscriptionList merchantId={merchantId} search={search} onSearch={change} />
    </LiveProvider>
  )
}

function renderList(answers: Answers = {}, start: SubscriptionSearch = {}, merchantId?: string) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Harness start={start} merchantId={merchantId} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'sessions.live': async function* quiet() {
        yield { kind: 'hello', version: 'test' }
        await new Promise(() => undefined)
      },
      'subscriptions.counts': () => counts,
      'subscriptions.list': () => page([row()]),
      'subscriptions.get': () => buildSubscriptionRecord(),
      'subscriptions.byPlan': () => ({ rows: [group()], hasMore: false, nextCursor: null, total: 1 }),
      'merchants.options': () => [],
      'plans.list': () => ({ rows: [{ id: 'pln_1', name: 'Daily Cup' }] }),
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, sent, search: () => latest }
}

describe('the URL of the list', () => {
  it.each<[Record<string, unknown>, SubscriptionSearch]>([
    [
      { status: 'past_due', q: ' ana ', merchantId: 'mer_1', planId: 'pln_1', view: 'plans', newest: 5, id: 'sub_1' },
      { status: 'past_due', q: 'ana', merchantId: 'mer_1', planId: 'pln_1', view: 'plans', newest: '5', id: 'sub_1' },
    ],
    [{ status: 'gone', q: '', merchantId: 'a/b', planId: ['x'], view: 'grid', newest: 7, page: 1 }, {}],
    [
      { createdFrom: '2026-02-30', createdTo: '2026-02-28', page: '3' },
      { createdTo: '2026-02-28', page: 3 },
    ],
  ])('%j reads as %j', (raw, search) => {
    expect(subscriptionSearch.read(raw)).toEqual(search)
  })
})

afterEach(() => vi.useRealTimers())

describe('the list', () => {
  it('reloads a second after a change of the viewed merchant', async () => {
    let tell: ((merchantId: string) => void) | undefined
    const live: Answers = {
      'sessions.live': async function* live() {
        yield { kind: 'hello', version: 'test' }
        for (;;) {
          const merchantId = await new Promise<string>((resolve) => (tell = resolve))
          yield { kind: 'event', topic: 'subscription', subjectId: 'sub_1', merchantId }
        }
      },
    }
    const { sent } = renderList(live, {}, 'mer_1')
    await screen.findByText('Ana Pereira')
    await waitFor(() => expect(tell).toBeDefined())
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => tell?.('mer_2'))
    await passTime(1_500)
    expect(sent('subscriptions.list')).toHaveLength(1)
    act(() => tell?.('mer_1'))
    await passTime(500)
    expect(sent('subscriptions.list')).toHaveLength(1)
    await passTime(1_000)
    expect(sent('subscriptions.list')).toHaveLength(2)
    expect(screen.getByText('Ana Pereira')).toBeTruthy()
  })

  it('shows subscriber, merchant, plan and price, each in its own currency', async () => {
    renderList({
      'subscriptions.list': () =>
        page([
          row(),
          row({ id: 'sub_2', subscriberName: null, email: null, userId: null, amount: 4_500, currency: 'jpy' }),
        ]),
    })
    await screen.findByText('Ana Pereira')
    const table = screen.getByRole('grid', { name: 'Subscriptions, newest first' })
    expect(within(table).getByText('Subscriber', { selector: 'a' })).toBeTruthy()
    expect(within(table).getAllByText('Bean There')).toHaveLength(2)
    expect(within(table).getByText('$29.00 / month')).toBeTruthy()
    expect(within(table).getByText('¥4,500 / month')).toBeTruthy()
  })

  it('renders a missing time as "—" and a scheduled end with its day', async () => {
    const never = new Date(0)
    const answers: Answers = {
      'subscriptions.list': () =>
        page([
          row({ createdAt: never, currentPeriodEnd: never }),
          row({ id: 'sub_2', endsAt: new Date('2026-04-03T08:00:00Z') }),
        ]),
    }
    renderList(answers, {}, 'mer_1')
    await screen.findAllByText('Ana Pereira')
    expect(screen.getAllByText('—')).toHaveLength(2)
    expect(screen.getByText(/^Ends Apr|^Ends$/).textContent).toBe('Ends Apr 3')
  })

  it('filters by the status of the tab, whose counts cover everything', async () => {
    const { sent, search } = renderList()
    await userEvent.click(await screen.findByRole('tab', { name: /Past due\s*5/ }))
    await waitFor(() => expect(sent('subscriptions.list').at(-1)).toEqual({ status: 'past_due', limit: 20 }))
    expect(search()).toEqual({ status: 'past_due', page: undefined })
    expect(sent('subscriptions.counts')).toEqual([{}])
  })

  it('filters by status without tabs of its own within the page of a merchant', async () => {
    const { sent, search } = renderList({ 'sessions.current': owner }, { status: 'past_due' }, 'mer_1')
    await screen.findByText('Ana Pereira')
    expect(screen.queryByRole('tablist')).toBeNull()
    expect(screen.getByText('Past due').parentElement?.textContent).toBe('Status Past due')
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Status' }))
    await waitFor(() => expect(sent('subscriptions.list').at(-1)).toEqual({ merchantId: 'mer_1', limit: 20 }))
    expect(search().status).toBeUndefined()
  })

  it('§G27 searches for a person, and offers to clear a search without results', async () => {
    const { sent, search } = renderList({
      'subscriptions.list': ({ q }: { q?: string }) => page(q ? [] : [row()], q ? 0 : 10),
    })
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search subscriptions' }), 'zoë')
    await waitFor(() => expect(sent('subscriptions.list').at(-1)).toEqual({ q: 'zoë', limit: 20 }))
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }))
    expect(search().q).toBeUndefined()
  })

  it('sends days as whole days of the platform’s zone, and resets a plan with its merchant', async () => {
    const start = { merchantId: 'mer_1', planId: 'pln_1', createdFrom: '2026-01-01', createdTo: '2026-01-02' }
    const { sent, search } = renderList({ 'merchants.get': () => ({ id: 'mer_1', name: 'Bean There' }) }, start)
    await screen.findByText('Ana Pereira')
    expect(sent('subscriptions.list')[0]).toEqual({
      merchantId: 'mer_1',
      planId: 'pln_1',
      limit: 20,
      createdFrom: new Date('2026-01-01T00:00:00Z'),
      createdTo: new Date('2026-01-02T23:59:59.999Z'),
    })
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Merchant' }))
    expect(search()).toMatchObject({ merchantId: undefined, planId: undefined })
  })

  it('§G25 says what will appear when there is none, and keeps an error with Retry', async () => {
    renderList({ 'subscriptions.list': () => page([]) })
    expect(await screen.findByText('No subscriptions yet')).toBeTruthy()
  })

  it('fails on its own, and retries', async () => {
    let isDown = true
    renderList({
      'subscriptions.list': () => {
        if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
        return page([row()])
      },
    })
    expect(await screen.findByText('Couldn’t load subscriptions')).toBeTruthy()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: /Retry/ }))
    expect(await screen.findByText('Ana Pereira')).toBeTruthy()
  })

  it('exports all matches or the selection', async () => {
    const files: FileDownload[] = []
    setFileDownloader((file) => Promise.resolve(void files.push(file)))
    renderList({}, { status: 'active' })
    await openListPart('Export')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'JSON', hidden: true }))
    await waitFor(() =>
      expect(files.map(({ body }) => body)).toEqual([{ format: 'json', filter: { status: 'active' } }]),
    )
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Ana Pereira, Daily Cup' }))
    const bar = await screen.findByRole('region', { name: 'Selection' })
    fireEvent.click(within(bar).getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(files.at(-1)?.body).toEqual({ format: 'csv', ids: ['sub_1'] }))
    fireEvent.click(within(bar).getByRole('button', { name: 'Clear' }))
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  })
})

describe('for merchant roles', () => {
  it('is limited to their merchant, with a search by first name and initial and no merchant filter', async () => {
    const { sent } = renderList({ 'sessions.current': owner }, { q: 'ana', merchantId: 'mer_2' }, 'mer_1')
    await screen.findByText('Ana Pereira')
    expect(sent('subscriptions.list')).toEqual([{ merchantId: 'mer_1', q: 'ana', limit: 20 }])
    expect(sent('subscriptions.counts')).toEqual([{ merchantId: 'mer_1' }])
    expect(screen.getByRole('searchbox', { name: 'Search by first name and initial' })).toBeTruthy()
    expect(screen.queryByRole('columnheader', { name: 'Merchant' })).toBeNull()
  })

  it('shows when a subscription was canceled, but not by whom', async () => {
    const canceled = () => page([row({ status: 'canceled', canceledAt: new Date('2026-03-03T08:00:00Z') })])
    const guess = 'by the subscriber or the provider'
    const { unmount } = renderList({ 'subscriptions.list': canceled }, { status: 'canceled' })
    expect(await screen.findByText(guess)).toBeTruthy()
    unmount()
    renderList({ 'sessions.current': owner, 'subscriptions.list': canceled }, { status: 'canceled' }, 'mer_1')
    expect(await screen.findByText('Mar 3')).toBeTruthy()
    expect(screen.queryByText(guess)).toBeNull()
  })
})

describe('by plan', () => {
  it('shows the newest of each plan with counts, and links to all of a plan', async () => {
    const { sent, search } = renderList()
    await userEvent.click(await screen.findByRole('button', { name: 'By plan' }))
    expect(await screen.findByRole('heading', { name: 'Daily Cup, Bean There' })).toBeTruthy()
    expect(sent('subscriptions.byPlan')).toEqual([{ newest: 10, limit: 10 }])
    expect(screen.getByText(/1,000 active, 100 trialing, 5 past due, 100 canceled/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Newest 5' }))
    await waitFor(() => expect(sent('subscriptions.byPlan').at(-1)).toEqual({ newest: 5, limit: 10 }))
    await userEvent.click(screen.getByRole('button', { name: 'Show all 1,205' }))
    expect(search()).toMatchObject({ view: undefined, planId: 'pln_1', merchantId: 'mer_1' })
  })

  it('names deleted plans, which no filter can show', async () => {
    const gone = group({ planId: null, planName: 'Unknown Plan' })
    renderList(
      { 'subscriptions.byPlan': () => ({ rows: [group(), gone], hasMore: false, nextCursor: null, total: 2 }) },
      { view: 'plans' },
    )
    expect(await screen.findByRole('heading', { name: 'Unknown Plan, Bean There' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Show all/ })).toHaveLength(1)
  })

  it('opens a subscription over the groups', async () => {
    const { sent } = renderList({}, { view: 'plans' })
    await userEvent.click(await screen.findByRole('button', { name: 'Ana Pereira' }))
    expect(await screen.findByRole('dialog', { name: 'Ana Pereira' })).toBeTruthy()
    expect(sent('subscriptions.get')).toEqual([{ subscriptionId: 'sub_7' }])
    expect(sent('subscriptions.list')).toEqual([])
  })
})
