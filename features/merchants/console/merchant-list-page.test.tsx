import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { merchantStatuses, type MerchantRow } from '../contract'
import { listInputOf, merchantFilterChange, shownTab } from './list/merchant-filters'
import { MerchantListPage } from './merchant-list-page'
import { validateMerchantSearch, type MerchantSearch } from './merchant-search-widget'
import { businessTypeLabel, merchantLook, merchantLooks } from './merchant-status'
import { timeInStatus } from './time-in-status'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'

const row = (change: Partial<MerchantRow> = {}): MerchantRow => ({
  id: 'mer_1',
  name: 'Wren & Rye Coffee',
  logoUrl: null,
  businessType: 'coffee_shop',
  status: 'active',
  needsReview: false,
  applicationStatus: 'approved',
  isLive: true,
  statusChangedAt: new Date('2026-01-01T00:00:00Z'),
  contactEmail: null,
  ownerEmail: null,
  hasTaxId: true,
  hasBank: false,
  completeness: 86,
  totalLocations: 2,
  totalSubscribers: 150,
  activeSubscribers: 143,
  monthlyRevenue: [{ amountMinor: 3432_00, currency: 'eur' }],
  redemptionCount: 1377,
  lastActivity: null,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  ...change,
})
const page = (
  rows: MerchantRow[],
  more: Partial<{ hasMore: boolean; nextCursor: string | null; total: number }> = {},
) => ({
  rows,
  hasMore: false,
  nextCursor: null,
  total: rows.length,
  ...more,
})
const record = {
  ...row(),
  description: null,
  contactPhone: null,
  website: 'https://wrenandrye.test',
  businessName: null,
  address: { line1: '1 Main St', city: 'Portland', region: 'OR', postalCode: '97202' },
  ownerName: 'Dana Whitlock',
  allowMultipleLocations: true,
  requireLocationCheck: false,
  checklist: [
    { step: 'profile', done: true, required: true },
    { step: 'bank', done: false, required: true },
    { step: 'branding', done: false, required: false },
  ],
  updatedAt: new Date('2026-01-01T00:00:00Z'),
}

function Page({ start, seen }: { start: MerchantSearch; seen: (search: MerchantSearch) => void }) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<MerchantSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return <MerchantListPage search={search} onSearch={change} />
}

function renderList(answers: Answers, start: MerchantSearch = {}) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
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
    [{ status: 'gone', action: 'drop', id: '../x', other: 1 }, {}],
    [
      { hasBank: true, isLive: 'false', needsReview: 'yes' },
      { hasBank: true, isLive: false },
    ],
    [
      { createdFrom: '2026-11-01', createdTo: '2026-13-01', page: '3' },
      { createdFrom: '2026-11-01', page: 3 },
    ],
  ])('reads %j', (raw, expected) => {
    expect(validateMerchantSearch(raw)).toEqual(expected)
  })

  it('sorts by name, descending, unless told otherwise', () => {
    expect(listInputOf({}, 'UTC')).toMatchObject({ tab: 'all', sort: 'name', order: 'desc' })
  })

  it('opens the review tab for ?status=pending, and asks over all tabs', () => {
    expect(shownTab({ status: 'pending' })).toBe('review')
    expect(listInputOf({ status: 'pending' }, 'UTC')).toMatchObject({ tab: 'all', status: 'pending' })
  })

  it('turns chips into parameters', () => {
    expect(merchantFilterChange('hasBank', 'true')).toEqual({ hasBank: true, page: undefined })
    expect(merchantFilterChange('created', '2026-11-01..')).toEqual({
      createdFrom: '2026-11-01',
      createdTo: undefined,
      page: undefined,
    })
    expect(merchantFilterChange('status', undefined)).toEqual({ status: undefined, page: undefined })
  })
})

describe('status pill', () => {
  it.each([
    [{ status: 'active', isLive: true, needsReview: false }, 'Active'],
    [{ status: 'active', isLive: false, needsReview: false }, 'Not live'],
    [{ status: 'active', isLive: true, needsReview: true }, 'Needs review'],
    [{ status: 'pending_review', isLive: false, needsReview: true }, 'Pending review'],
    [{ status: 'pending', isLive: false, needsReview: false }, 'Setup'],
    [{ status: 'suspended', isLive: true, needsReview: false }, 'Suspended'],
    [{ status: 'rejected', isLive: false, needsReview: false }, 'Rejected'],
    [{ status: 'archived', isLive: false, needsReview: false }, 'Archived'],
  ] as const)('%j reads %s', (merchant, label) => {
    expect(merchantLooks[merchantLook(merchant)].label).toBe(label)
  })

  it('knows every status', () => {
    for (const status of merchantStatuses)
      expect(merchantLook({ status, isLive: true, needsReview: false })).toBeTruthy()
  })

  it.each([
    ['2026-11-20T00:00:00Z', '1 d'],
    ['2026-11-20T22:00:00Z', '3 h'],
    ['2026-11-21T00:30:00Z', '< 1 h'],
    ['1970-01-01T00:00:00Z', undefined],
  ])('since %s is %s', (since, expected) => {
    expect(timeInStatus(new Date(since), new Date('2026-11-21T01:00:00Z'))).toBe(expected)
  })

  it('words categories, unknown ones too', () => {
    expect(businessTypeLabel('tea_house')).toBe('Tea house')
    expect(businessTypeLabel('kombucha_lab')).toBe('kombucha lab')
  })
})

describe('merchants page', () => {
  it('shows title, count, tabs with counts, and the row in its own currency', async () => {
    renderList({})
    expect(await screen.findByText('€3,432.00')).toBeTruthy()
    expect(await screen.findByRole('tab', { name: /Pending review\s*7/ })).toBeTruthy()
    expect(screen.getByRole('heading', { name: /Merchants\s*141/ })).toBeTruthy()
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByText('143 / 150')).toBeTruthy()
    expect(screen.getAllByText('—').length).toBeGreaterThan(0)
  })

  it('shows as many skeleton rows as a page holds', async () => {
    const { container } = renderList({ 'merchants.list': () => new Promise(() => undefined) })
    await waitFor(() => expect(container.querySelectorAll('tbody tr')).toHaveLength(20))
  })

  it('says "No merchants yet" when there are none', async () => {
    renderList({ 'merchants.list': () => page([]) })
    expect(await screen.findByText('No merchants yet')).toBeTruthy()
  })

  it('offers "Clear filters" when nothing matches', async () => {
    const { search } = renderList({ 'merchants.list': () => page([]) }, { q: 'marlowe', status: 'active' })
    expect(await screen.findByText('Nothing matches "marlowe"')).toBeTruthy()
    expect(screen.getByText('1 filter is on.')).toBeTruthy()
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
    expect(await screen.findByText('Merchants could not be loaded')).toBeTruthy()
    expect(await screen.findByRole('tab', { name: /Live\s*124/ })).toBeTruthy()
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Wren & Rye Coffee')).toBeTruthy()
  })

  it('loads more, and the button goes when the next page is empty', async () => {
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
    expect(within(sheet).getByRole('link', { name: 'Open as this merchant' }).getAttribute('href')).toBe('/dashboard')
    fireEvent.keyDown(document, { key: 'Escape' })
    expect(search().id).toBeUndefined()
  })

  it('says in one sentence that creating comes later, and takes the parameter away', async () => {
    const { search } = renderList({}, { action: 'create' })
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }))
    expect(search().action).toBeUndefined()
  })
})
