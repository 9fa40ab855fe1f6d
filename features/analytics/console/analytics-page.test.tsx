import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { AnalyticsPage } from './analytics-page'
import { analyticsSearch, type AnalyticsSearch } from './analytics-search-widget'

function Harness({ start, seen }: { start: AnalyticsSearch; seen: (search: AnalyticsSearch) => void }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  const change = (next: Partial<AnalyticsSearch>) => {
    const merged = analyticsSearch.read({ ...search, ...next })
    setSearch(merged)
    seen(merged)
  }
  return <AnalyticsPage search={search} onSearch={change} />
}
function renderPage(start: AnalyticsSearch = {}, session = buildSession()) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Harness start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => session,
      'redemptions.list': () => ({ rows: [], hasMore: false, nextCursor: null, total: 0 }),
      'merchants.options': () => [],
      'plans.list': () => ({ rows: [] }),
    },
  )
  return { ...view, search: () => latest }
}

describe('the address of analytics', () => {
  it.each<[Record<string, unknown>, AnalyticsSearch]>([
    [
      { tab: 'overview', range: 7, compare: false },
      { tab: 'overview', range: 7, compare: false },
    ],
    [
      { range: '90', compare: 'false' },
      { range: 90, compare: false },
    ],
    [{ tab: 'money', range: 31, compare: true, merchant: 'a/b', plan: ['x'] }, {}],
    [
      { range: 'custom', from: '2026-02-28', to: '2026-02-30', merchant: 'mer_1', plan: 'pln_1' },
      { range: 'custom', from: '2026-02-28', merchant: 'mer_1', plan: 'pln_1' },
    ],
    [
      { tab: 'redemptions', redemptionStatus: 'completed', range: null },
      { tab: 'redemptions', redemptionStatus: 'completed' },
    ],
  ])('%j reads as %j', (raw, search) => {
    expect(analyticsSearch.read(raw)).toEqual(search)
  })
})

describe('analytics', () => {
  it('§G14 of all merchants begin with the overview; each tab keeps the range', async () => {
    const { search, calls } = renderPage({ range: 7, merchant: 'mer_1' })
    expect(await screen.findByText('All merchants')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Overview' }).getAttribute('aria-selected')).toBe('true')
    expect(await screen.findByRole('button', { name: '7 days', pressed: true })).toBeTruthy()
    await waitFor(() => expect(calls.some(({ name }) => name === 'analytics.overview')).toBe(true))
    await userEvent.click(screen.getByRole('tab', { name: 'Redemptions' }))
    expect(search()).toEqual({ tab: 'redemptions', range: 7, merchant: 'mer_1' })
    expect(await screen.findByText('No redemptions yet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '7 days' })).toBeNull()
    await userEvent.click(screen.getByRole('tab', { name: 'Overview' }))
    expect(search()).toEqual({ range: 7, merchant: 'mer_1' })
  })

  it('of an owner are of the own merchant, and fail panel by panel', async () => {
    const assigned = { id: 'mer_1', name: 'Bean There', logoUrl: null, temporary: false }
    const { calls } = renderPage({}, buildSession({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned }))
    expect(await screen.findByText('Bean There')).toBeTruthy()
    expect(await screen.findByText('Couldn’t load metrics')).toBeTruthy()
    expect(calls.find(({ name }) => name === 'analytics.overview')?.input).toMatchObject({ merchantId: 'mer_1' })
  })
})
