import { hashKey } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { DashboardMetrics, QuickAction } from '../contract'
import { chooseDashboard, DashboardPage } from './dashboard-page'
import { dashboardSearch } from './dashboard-search-widget'
import { figuresState } from './figures-badge'

/** Dates of this year are shown without it. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] }))

const measuredAt = new Date('2026-11-20T18:42:00Z')
const live = (percent: number) => ({ percent, source: 'live' as const })

const metrics: DashboardMetrics = {
  totalRevenue: [
    { amountMinor: 23_100_00, currency: 'usd' },
    { amountMinor: 900_00, currency: 'eur' },
  ],
  totalRevenueChange: live(6.2),
  netRevenue: [{ amountMinor: 22_402_00, currency: 'usd' }],
  averageChurnPercent: 3,
  scheduledCancellations: 12,
  activeSubscribers: 9412,
  activeSubscribersChange: {
    percent: 12,
    source: 'estimate',
    missing: { reason: 'unrecorded', recordedSince: new Date('2026-11-21T10:00:00Z') },
  },
  activeMerchants: 128,
  liveMerchants: 124,
  pendingMerchants: 7,
  merchantsInReview: 5,
  oldestPendingSince: new Date('2026-11-14T18:42:00Z'),
  merchantsSource: 'live',
  growthRate: 4.1,
  redemptionsToday: 3864,
  redemptionsChange: live(-2),
  subscriberTrend: [1, 2, 3],
  revenueTrend: [1, 2, 3],
  redemptionHours: [0, 4, 9],
  source: 'live',
  timeZone: 'UTC',
  measuredAt,
}
const actions: QuickAction[] = [
  {
    id: 'review',
    title: 'Review pending merchants',
    description: 'Oldest waits 6 days',
    icon: 'eye-check',
    href: '/merchants?status=pending',
    count: 7,
    urgent: true,
  },
  {
    id: 'create',
    title: 'Create merchant',
    description: 'Starts in pending review',
    icon: 'plus',
    href: '/merchants?action=create',
  },
]
function SignedIn() {
  const { session } = useSession()
  return session ? <DashboardPage search={{}} onSearch={() => undefined} /> : null
}

function renderDashboard(answers: Answers) {
  return renderConsole(
    <SessionProvider>
      <SignedIn />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'dashboard.metrics': () => metrics,
      'dashboard.quickActions': () => actions,
      'activity.recent': () => ({ items: [], notices: [] }),
      ...answers,
    },
  )
}
const fail = () => {
  throw new Error('down')
}
const unrecorded = { percent: 0, source: 'estimate', missing: { reason: 'unrecorded', recordedSince: null } } as const
describe('a platform that has sold nothing', () => {
  it.each([
    [{ activeMerchants: 0, pendingMerchants: 0 }, 'Create merchant', '/merchants?action=create'],
    [{ activeMerchants: 0, pendingMerchants: 1 }, 'Review merchants', '/merchants?status=pending'],
    [{ activeMerchants: 1, pendingMerchants: 0 }, 'View merchants', '/merchants'],
  ])('shows no figures and leads on, with %o to %s', async (counts, label, href) => {
    const empty = { ...metrics, ...counts, activeSubscribersChange: unrecorded, redemptionsChange: unrecorded }
    renderDashboard({ 'dashboard.metrics': () => empty })
    const state = (await screen.findByText('No subscriptions yet')).closest('div')
    expect(screen.queryByText('Total monthly revenue')).toBeNull()
    expect(state?.querySelector('a')?.textContent).toBe(label)
    expect(state?.querySelector('a')?.getAttribute('href')).toBe(href)
  })
})
const tile = (label: string) => screen.getByText(label).closest('[data-wide]') as HTMLElement
describe('which dashboard', () => {
  it.each([
    ['quaff_admin', true, false, 'admin'],
    ['quaff_admin', false, true, 'merchant'],
    ['quaff_admin', false, false, 'admin'],
    ['merchant_owner', false, true, 'merchant'],
    ['merchant_viewer', false, false, 'merchant'],
    ['merchant_owner', true, false, 'merchant'],
    ['auditor', true, false, 'none'],
    ['customer', false, false, 'none'],
  ])(
    '§2.8 is shown to %s, in global view %s, with a current merchant %s: %s',
    (role, isGlobalView, hasMerchant, expected) => {
      expect(chooseDashboard({ role, isGlobalView, hasMerchant })).toBe(expected)
    },
  )

  it.each([
    [{ activity: 'all' }, { activity: 'all' }],
    [{ activity: 'some' }, {}],
    [{ activity: ['all'], other: 1 }, {}],
  ])('reads %j from the address', (raw, expected) => {
    expect(dashboardSearch.read(raw)).toEqual(expected)
  })
})

describe('live badge', () => {
  const fresh = {
    source: 'live' as const,
    readAt: measuredAt,
    now: measuredAt,
    lastReadFailed: false,
    connectionDown: false,
  }
  it.each([
    ['fresh figures', fresh, 'Live Data'],
    ['the live connection is down', { ...fresh, connectionDown: true }, 'Cached just now'],
    ['the last read failed', { ...fresh, lastReadFailed: true }, 'Cached just now'],
    ['old figures', { ...fresh, now: new Date(measuredAt.getTime() + 3 * 60_000) }, 'Cached 3 min'],
    ['the sample', { ...fresh, source: 'sample' as const }, 'Sample data'],
    ['a part of the sample', { ...fresh, partlySample: true }, 'Partly sample data'],
  ])('§8 says where the figures come from: %s', (_name, details, label) => {
    expect(figuresState(details).label).toBe(label)
  })
})

describe('admin dashboard', () => {
  it('§2.8 welcomes by name and shows all nine metrics, net revenue and where they come from', async () => {
    renderDashboard({})
    expect(await screen.findByRole('heading', { name: 'Welcome back, Maya Lindqvist' })).toBeTruthy()
    expect(await screen.findByText('Live Data')).toBeTruthy()
    for (const label of [
      'Total monthly revenue',
      'Net monthly revenue',
      'Active subscribers',
      'Growth rate',
      'Redemptions today',
      'Active merchants',
      'Pending merchants',
    ]) {
      expect(screen.getByText(label)).toBeTruthy()
    }
    expect(screen.getByText('€900.00 in EUR')).toBeTruthy()
    expect(screen.getByText(/^vs same time last \w+day$/)).toBeTruthy()
  })

  it('§9 §G24 shows a dash and the reason in place of an approximated change', async () => {
    renderDashboard({})
    await screen.findByText('9,412')
    expect(screen.queryByText('est.')).toBeNull()
    expect(within(tile('Active subscribers')).getByText('— on record since Nov 21')).toBeTruthy()
    expect(within(tile('Growth rate')).getByText('No rate: on record since Nov 21')).toBeTruthy()
  })

  it('§8 §G24 says "Sample data", offers Retry and draws nothing when the figures are the sample', async () => {
    const { container, calls } = renderDashboard({ 'dashboard.metrics': () => ({ ...metrics, source: 'sample' }) })
    expect((await screen.findAllByText('Sample data')).length).toBeGreaterThan(1)
    expect(screen.queryByText('Live Data')).toBeNull()
    expect(
      container.querySelectorAll('section[aria-label="Metrics"] polyline, section[aria-label="Metrics"] rect'),
    ).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(calls.filter((call) => call.name === 'dashboard.metrics')).toHaveLength(2))
  })

  it.each<[string, Partial<DashboardMetrics>, string, string]>([
    [
      'redemption count 847',
      { redemptionsToday: 847, redemptionsChange: { percent: 15, source: 'sample' } },
      'Redemptions today',
      'Active subscribers',
    ],
    [
      'subscription count 0 and revenue 0',
      { activeSubscribers: 0, activeSubscribersChange: { percent: 0, source: 'sample' } },
      'Active subscribers',
      'Redemptions today',
    ],
    ['merchants that could not be counted', { merchantsSource: 'sample' }, 'Active merchants', 'Growth rate'],
  ])('§8 never calls a part that failed alone live: %s', async (_name, failed, sampleTile, liveTile) => {
    renderDashboard({ 'dashboard.metrics': () => ({ ...metrics, ...failed }) })
    expect(await screen.findByText('Partly sample data')).toBeTruthy()
    const sample = tile(sampleTile)
    expect(within(sample).getByText('Sample')).toBeTruthy()
    expect(within(sample).getByRole('button', { name: 'Retry' })).toBeTruthy()
    expect(within(tile(liveTile)).queryByText('Sample')).toBeNull()
    expect(screen.queryByText('Live')).toBeNull()
    expect(screen.queryByText('Live Data')).toBeNull()
  })

  it.each([
    [{ pendingMerchants: 0, merchantsInReview: 0, oldestPendingSince: null }, 'None waiting'],
    [{ pendingMerchants: 3, merchantsInReview: 0, oldestPendingSince: null }, '3 in setup'],
    [{ pendingMerchants: 3, merchantsInReview: 2, oldestPendingSince: new Date() }, '2 in review · 1 in setup'],
    [{ pendingMerchants: 3, merchantsInReview: 3, oldestPendingSince: new Date() }, 'Oldest waiting less than an hour'],
  ])('says who waits with %j: %s', async (waiting, note) => {
    renderDashboard({ 'dashboard.metrics': () => ({ ...metrics, ...waiting }) })
    await screen.findByText('Live Data')
    expect(tile('Pending merchants').textContent).toContain(note)
    const hrefOf = (name: RegExp) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null
    expect(hrefOf(/^\d in review$/)).toBe(waiting.merchantsInReview > 0 ? '/merchants?tab=review' : null)
  })

  it('§9 polls metrics every 30 s; quick actions are stale after 5 min and refetched every 2 min', async () => {
    const { client } = renderDashboard({})
    await screen.findByText('Live Data')
    const timings = (name: string) => {
      const queries = client.getQueryCache().findAll({ predicate: ({ queryKey }) => hashKey(queryKey).includes(name) })
      return queries.flatMap(({ observers }) => observers.map(({ options }) => options))[0]
    }
    expect(timings('metrics')).toMatchObject({ refetchInterval: 30_000 })
    expect(timings('quickActions')).toMatchObject({ staleTime: 300_000, refetchInterval: 120_000 })
  })

  it('lets each panel fail alone', async () => {
    renderDashboard({ 'dashboard.metrics': fail, 'activity.recent': fail })
    expect(await screen.findByText('Couldn’t load metrics')).toBeTruthy()
    expect(await screen.findByText('Couldn’t load recent activity')).toBeTruthy()
    expect(await screen.findByText('Review pending merchants')).toBeTruthy()
  })

  it('§2.8 shows 6 skeletons, then counts and urgency of the quick actions, and "More Settings"', async () => {
    renderDashboard({})
    expect(await screen.findAllByTestId('quick-action-skeleton')).toHaveLength(6)
    const review = (await screen.findByText('Review pending merchants')).closest('a')
    expect(review?.getAttribute('href')).toBe('/merchants?status=pending')
    expect(review?.dataset.urgent).toBe('true')
    expect(within(review ?? document.body).getByText('7')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'More Settings' }).getAttribute('href')).toBe('/settings')
  })

  it('§2.8 greets by email where there is no display name', async () => {
    renderDashboard({ 'sessions.current': () => buildSession({ displayName: null }) })
    expect(await screen.findByRole('heading', { name: 'Welcome back, maya@quaff.test' })).toBeTruthy()
  })

  it('§6 §G9 shows "No access" to a custom role', async () => {
    renderDashboard({ 'sessions.current': () => buildSession({ role: 'auditor' }) })
    expect(await screen.findByText('No access')).toBeTruthy()
    expect(screen.getByText(/Custom role/)).toBeTruthy()
  })
})
