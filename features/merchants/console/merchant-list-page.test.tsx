import { hashKey } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { LiveProvider, SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import type { LiveMessage } from '@quaff/features/sessions/contract'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { chipChange, chipsOf } from '@quaff/platform/console/list/filter-definition'
import { listInput } from '@quaff/platform/console/testing/list-probe'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { merchantStatuses, type MerchantRow } from '../contract'
import { buildMerchantRecord, buildMerchantRow } from '../testing/merchant-record-factory'
import { buildSheetParts } from '../testing/sheet-parts-factory'
import { merchantList, shownTab } from './merchant-list'
import { MerchantListPage } from './merchant-list-page'
import { merchantSearch, type MerchantSearch } from './merchant-search-widget'
import { findMerchantStatusMeta, merchantStatusMeta, timeInStatus } from './merchant-status-pill'

const row = buildMerchantRow
const utc = { timeZone: 'UTC' }
const page = (
  rows: MerchantRow[],
  more: Partial<{ hasMore: boolean; nextCursor: string | null; total: number }> = {},
) => ({ rows, hasMore: false, nextCursor: null, total: rows.length, ...more })
const record = buildMerchantRecord()

function Page({ start, seen }: { start: MerchantSearch; seen: (search: MerchantSearch) => void }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<MerchantSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return <MerchantListPage search={search} onSearch={change} parts={buildSheetParts()} />
}

/** The stream requires a session. */
function Live({ children }: { children: ReactNode }) {
  return useSession().session ? <LiveProvider>{children}</LiveProvider> : null
}

/** A stream that sends the given events and ends on `close`. */
function openStream() {
  const waiting: LiveMessage[] = []
  let wake: () => void = () => undefined
  let closed = false
  async function* messages() {
    while (!closed) {
      yield* waiting.splice(0)
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const send = (message: LiveMessage) => {
    waiting.push(message)
    wake()
  }
  const close = () => {
    closed = true
    wake()
  }
  return { messages, send, close }
}

function renderList(answers: Answers, start: MerchantSearch = {}) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Live>
        <Page start={start} seen={(search) => (latest = search)} />
      </Live>
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'sessions.live': () => new Promise(() => undefined),
      'merchants.counts': () => ({ all: 141, live: 124, review: 7, setup: 6, other: 4 }),
      'merchants.list': () => page([row()]),
      'merchants.get': () => record,
      ...answers,
    },
  )
  return { ...view, search: () => latest }
}

describe('the address of the list', () => {
  it.each<[Record<string, unknown>, MerchantSearch]>([
    [
      { tab: 'live', q: ' tea ', sort: 'revenue', order: 'asc' },
      { tab: 'live', q: 'tea', sort: 'revenue', order: 'asc' },
    ],
    [{ tab: 'pending', q: ['a'], sort: 'price', order: 1 }, {}],
    [
      { status: 'pending', action: 'create', id: 'mer_1' },
      { status: 'pending', action: 'create', id: 'mer_1' },
    ],
    [{ status: 'gone', action: 'drop', id: '../x', view: 'money', desk: 2, other: 1 }, {}],
    [
      { desk: 1, view: 'banking' },
      { desk: true, view: 'banking' },
    ],
    [
      { hasBank: true, isLive: 'false', needsReview: 'yes' },
      { hasBank: true, isLive: false },
    ],
    [
      { createdFrom: '2026-11-01', createdTo: '2026-13-01', page: '3' },
      { createdFrom: '2026-11-01', page: 3 },
    ],
  ])('reads %j', (raw, expected) => {
    expect(merchantSearch.read(raw)).toEqual(expected)
  })

  it('sorts by name, descending, unless told otherwise', () => {
    expect(listInput(merchantList, {}, utc)).toMatchObject({ tab: 'all', sort: 'name', order: 'desc' })
  })

  it('opens a tab of its own for ?status=pending, and asks over all tabs', () => {
    expect(shownTab({ status: 'pending' })).toBe('pending')
    expect(listInput(merchantList, { status: 'pending' }, utc)).toMatchObject({ tab: 'all', status: 'pending' })
  })

  it('offers status, category, bank, live, review and created as filters, and the five sorts of the specification', () => {
    const chips = merchantList.useChips?.({}, utc) ?? {}
    const ids = chipsOf(merchantSearch.fields, chips).map(({ id }) => id)
    expect(ids).toEqual(['status', 'category', 'hasBank', 'isLive', 'needsReview', 'created'])
    expect(merchantList.sort?.options?.map(({ key }) => key)).toEqual([
      'name',
      'subscribers',
      'revenue',
      'activity',
      'created',
    ])
    expect(listInput(merchantList, { status: 'pending_review', category: 'bar' }, utc)).toMatchObject({
      status: 'pending_review',
      category: 'bar',
    })
  })

  it('turns chips into parameters', () => {
    expect(chipChange(merchantList, 'hasBank', 'true')).toEqual({ hasBank: true, page: undefined })
    expect(chipChange(merchantList, 'created', '2026-11-01..')).toEqual({
      createdFrom: '2026-11-01',
      createdTo: undefined,
      page: undefined,
    })
    expect(chipChange(merchantList, 'status', undefined)).toEqual({ status: undefined, page: undefined })
  })
})

describe('status pill', () => {
  it.each([
    [{ status: 'active', isLive: true, needsReview: false }, 'Active'],
    [{ status: 'active', isLive: false, needsReview: false }, 'Paused'],
    [{ status: 'active', isLive: true, needsReview: true }, 'Needs review'],
    [{ status: 'pending_review', isLive: false, needsReview: true }, 'Pending review'],
    [{ status: 'pending', isLive: false, needsReview: false }, 'Setup'],
    [{ status: 'suspended', isLive: true, needsReview: false }, 'Suspended'],
    [{ status: 'rejected', isLive: false, needsReview: false }, 'Rejected'],
    [{ status: 'archived', isLive: false, needsReview: false }, 'Archived'],
  ] as const)('%j reads %s', (merchant, label) => {
    expect(merchantStatusMeta[findMerchantStatusMeta(merchant)].label).toBe(label)
  })

  it('knows every status', () => {
    for (const status of merchantStatuses)
      expect(findMerchantStatusMeta({ status, isLive: true, needsReview: false })).toBeTruthy()
  })

  it.each([
    ['2025-09-01T00:00:00Z', { shown: '446 d', spoken: 'for 446 days' }],
    ['2026-11-20T00:00:00Z', { shown: '1 d', spoken: 'for 1 day' }],
    ['2026-11-20T22:00:00Z', { shown: '3 h', spoken: 'for 3 hours' }],
    ['2026-11-21T00:30:00Z', { shown: '< 1 h', spoken: 'for less than an hour' }],
    ['1970-01-01T00:00:00Z', undefined],
  ])('since %s is shown and spoken as %j', (since, expected) => {
    expect(timeInStatus(new Date(since), new Date('2026-11-21T01:00:00Z'))).toEqual(expected)
  })
})

describe('merchants page', () => {
  it('shows title, count, tabs with counts, and the row in its own currency', async () => {
    renderList({})
    expect(await screen.findByText('€3,432.00')).toBeTruthy()
    expect(await screen.findByRole('tab', { name: /Pending review\s*7/ })).toBeTruthy()
    expect(screen.getByRole('heading', { name: /Merchants\s*1$/ })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByText('143 / 150')).toBeTruthy()
    expect(screen.getAllByText('—').length).toBeGreaterThan(0)
  })

  it('keeps tab, search and filters in a new order', async () => {
    const { search } = renderList({}, { tab: 'live', q: 'tea', status: 'active', page: 2 })
    fireEvent.click(await screen.findByRole('button', { name: 'Name' }))
    expect(search()).toMatchObject({ tab: 'live', q: 'tea', status: 'active', sort: 'name', order: 'asc' })
    expect(search().page).toBeUndefined()
  })

  it('shows as many skeleton rows as a page holds', async () => {
    const { container } = renderList({ 'merchants.list': () => new Promise(() => undefined) })
    await waitFor(() => expect(container.querySelectorAll('tbody tr')).toHaveLength(20))
  })

  it('§9 asks for 20 merchants and takes them for fresh for 5 minutes', async () => {
    const { calls, client } = renderList({})
    await screen.findByText('Wren & Rye Coffee')
    const requested = calls.filter((call) => call.name === 'merchants.list')
    expect(requested).toMatchObject([{ input: { limit: 20 } }])
    const queries = client
      .getQueryCache()
      .findAll({ predicate: ({ queryKey }) => hashKey(queryKey).includes('"list"') })
    const timings = queries.flatMap(({ observers }) => observers.map(({ options }) => options.staleTime))
    expect(timings).toEqual([5 * 60_000])
  })

  it('says "No merchants yet" when there are none', async () => {
    renderList({ 'merchants.list': () => page([]) })
    expect(await screen.findByText('No merchants yet')).toBeTruthy()
  })

  it('offers "Clear filters" when nothing matches', async () => {
    const { search } = renderList({ 'merchants.list': () => page([]) }, { q: 'marlowe', status: 'active' })
    expect(await screen.findByText('No results for “marlowe”')).toBeTruthy()
    expect(screen.getByText('1 filter applied')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(search()).toMatchObject({ q: undefined, status: undefined })
  })

  it('fails inline with Retry, tabs alive', async () => {
    let isDown = true
    renderList({
      'merchants.list': () => {
        if (isDown) throw new Error('down')
        return page([row()])
      },
    })
    expect(await screen.findByText('Couldn’t load merchants')).toBeTruthy()
    expect(await screen.findByRole('tab', { name: /Live\s*124/ })).toBeTruthy()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Wren & Rye Coffee')).toBeTruthy()
  })

  it('§7 loads more, and the button goes when the next page is empty', async () => {
    renderList({
      'merchants.list': ({ cursor }: { cursor?: string }) =>
        cursor ? page([], { total: 1 }) : page([row()], { hasMore: true, nextCursor: 'next' }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull())
    expect(screen.getByText('Wren & Rye Coffee')).toBeTruthy()
  })

  it('opens a record from its row, with the checklist, and closes with Escape', async () => {
    const { search } = renderList({})
    fireEvent.click(await screen.findByRole('link', { name: 'Wren & Rye Coffee' }))
    expect(search().id).toBe('mer_1')
    const sheet = await screen.findByRole('dialog', { name: 'Wren & Rye Coffee' })
    expect(await within(sheet).findByText('1 of 2 required')).toBeTruthy()
    expect(within(sheet).getByText('1 Main St, Portland, OR 97202')).toBeTruthy()
    expect(within(sheet).getByRole('link', { name: 'Open as this merchant' }).getAttribute('href')).toMatch(
      /^\/dashboard\?openMerchant=/,
    )
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(search().id).toBeUndefined()
  })

  it('opens the create dialog with C, and takes the parameter away when it is closed', async () => {
    const user = userEvent.setup()
    const { search } = renderList({})
    await screen.findByText('Wren & Rye Coffee')
    await user.keyboard('c')
    expect(search().action).toBe('create')
    await screen.findByRole('dialog', { name: 'Create merchant' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(search().action).toBeUndefined())
  })

  it('§2.8 opens the new merchant after "Create and open"', async () => {
    const { search } = renderList(
      { 'merchants.create': () => buildMerchantRecord({ id: 'mer_9', name: 'Tide & Bean' }) },
      { action: 'create' },
    )
    fireEvent.change(await screen.findByLabelText(/^Name/), { target: { value: 'Tide & Bean' } })
    fireEvent.click(screen.getByRole('button', { name: 'Create and open' }))
    await waitFor(() => expect(search()).toMatchObject({ action: undefined, id: 'mer_9' }))
  })

  it('offers the review desk where merchants wait for review, and nowhere else', async () => {
    const { search, unmount } = renderList(
      { 'merchants.reviewQueue': () => ({ items: [], total: 0 }) },
      { status: 'pending' },
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Review desk' }))
    expect(search().desk).toBe(true)
    expect(await screen.findByText('No merchants to review')).toBeTruthy()
    unmount()
    renderList({}, { tab: 'live' })
    await screen.findByText('Wren & Rye Coffee')
    expect(screen.queryByRole('button', { name: 'Review desk' })).toBeNull()
  })

  it('§G4 keeps the tab of the open record in the address', async () => {
    const { search } = renderList({}, { id: 'mer_1', view: 'team' })
    expect(await screen.findByText('team of mer_1')).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Banking' }))
    expect(await screen.findByText('banking of mer_1')).toBeTruthy()
    expect(search().view).toBe('banking')
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(search()).toMatchObject({ id: undefined, view: undefined })
  })

  it('reads the list again a second after others changed something, once for many changes, rows staying', async () => {
    const events = openStream()
    const { calls } = renderList({ 'sessions.live': () => events.messages() })
    await screen.findByText('Wren & Rye Coffee')
    const reads = () => calls.filter((call) => call.name === 'merchants.list').length
    const before = reads()
    act(() => {
      for (let change = 0; change < 5; change += 1)
        events.send({ kind: 'event', topic: 'merchant', subjectId: 'mer_1', merchantId: 'mer_1' })
    })
    await waitFor(() => expect(reads()).toBe(before + 1))
    expect(screen.getByText('Wren & Rye Coffee')).toBeTruthy()
    events.close()
  })
})
