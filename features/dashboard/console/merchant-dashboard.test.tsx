import { hashKey } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Week } from '@quaff/features/locations/contract'
import { buildMerchantRecord } from '@quaff/features/merchants/testing/merchant-record-factory'
import type { SetupStep } from '@quaff/features/onboarding/contract'
import { buildOnboardingState } from '@quaff/features/onboarding/testing/onboarding-factory'
import type { PayoutSummary } from '@quaff/features/payouts/statement-contract'
import type { UsageRow, VenueToday } from '@quaff/features/redemptions/usage-contract'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { weekdays } from '@quaff/platform/shared/calendar'
import type { MerchantOverview } from '../contract'
import { DashboardPage } from './dashboard-page'

/** Dates of this year are shown without it. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-27T12:00:00Z'), toFake: ['Date'] }))

const measuredAt = new Date('2026-11-20T18:42:00Z')
const live = (percent: number) => ({ percent, source: 'live' as const })

const overview: MerchantOverview = {
  merchant: {
    id: 'mer_1',
    name: 'Foxglove Tea House',
    status: 'active',
    needsReview: false,
    applicationStatus: 'approved',
    isLive: true,
    temporary: false,
  },
  monthlyRevenue: [{ amountMinor: 11_450_06, currency: 'usd' }],
  revenueChange: live(3.8),
  activeSubscribers: 460,
  subscribersChange: live(2.4),
  trialing: 35,
  pastDue: 8,
  churnRate: 3.4,
  churned: 16,
  scheduledCancellations: 5,
  locations: 3,
  activePlans: 4,
  redemptions30Days: 5208,
  redemptionWeek: { days: [10, 9, 8, 7, 6, 5, 4], daysBefore: [9, 9, 9, 9, 9, 9, 9], totalBefore: 57 },
  revenueByPlan: [
    { planId: 'pln_1', planName: 'Daily Cup', active: 214, monthly: { amountMinor: 6_119_06, currency: 'usd' } },
    { planId: null, planName: 'Unknown Plan', active: 9, monthly: { amountMinor: 5_816, currency: 'jpy' } },
  ],
  timeZone: 'UTC',
  measuredAt,
}
const redemption: UsageRow = {
  id: 'red_1',
  merchantId: 'mer_1',
  merchantName: 'Foxglove Tea House',
  subscriberName: 'Tess F.',
  userId: null,
  locationId: 'loc_1',
  locationName: 'Harbor',
  planId: 'pln_1',
  planName: 'Daily Cup',
  redeemedAt: new Date('2026-11-27T10:38:00Z'),
  method: 'barcode',
  status: 'completed',
  sincePreviousMs: null,
  flags: [],
  voided: null,
  kept: null,
}
const everyDay = { timeZone: 'UTC', week: readWeekOf('07:00', '18:00'), closures: [] }
const today: VenueToday = {
  measuredAt: new Date('2026-11-27T12:00:00Z'),
  timeZone: 'UTC',
  today: 41,
  weekAgo: 38,
  hours: [0, 0, 0, 0, 0, 0, 0, 0, 14, 9, 8, 10],
  flagged: { count: 2, isPartial: false, rows: [{ ...redemption, id: 'red_2', flags: ['outside_hours'] }] },
  last: redemption,
  schedules: [everyDay, everyDay],
}
const payouts: PayoutSummary = {
  period: '2026-11',
  start: new Date('2026-11-01T00:00:00Z'),
  end: new Date('2026-12-01T00:00:00Z'),
  closed: null,
  soFar: [soFar(12_362_65, 'usd'), soFar(9_000, 'jpy')],
  feeBasisPoints: 300,
  held: [],
  last: null,
  measuredAt: new Date('2026-11-27T12:00:00Z'),
  timeZone: 'UTC',
}
function soFar(net: number, currency: string): PayoutSummary['soFar'][number] {
  return {
    currency,
    gross: net,
    fee: 0,
    adjustments: 0,
    net,
    renewalCount: 1,
    lateCount: 0,
    waiting: [],
    waitingCount: 0,
  }
}
function readWeekOf(open: string, close: string): Week {
  return Object.fromEntries(weekdays.map((day) => [day, [{ open, close }]]))
}
const owner = buildSession({
  role: 'merchant_owner',
  merchantIds: ['mer_1'],
  displayName: 'Tomás',
  assigned: { id: 'mer_1', name: 'Foxglove Tea House', logoUrl: null, temporary: false },
})

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
      'dashboard.merchantOverview': () => overview,
      'merchants.get': () => buildMerchantRecord(),
      'redemptions.today': () => today,
      'payouts.summary': () => payouts,
      'chargeRefunds.disputes': () => [],
      ...answers,
    },
  )
}
const overviewWith = (merchant: Partial<MerchantOverview['merchant']>) => ({
  'sessions.current': () => owner,
  'dashboard.merchantOverview': () => ({ ...overview, merchant: { ...overview.merchant, ...merchant } }),
})

const inSetup = (done: readonly SetupStep[]) => ({
  ...overviewWith({ applicationStatus: 'pending_setup' }),
  'onboarding.state': () => buildOnboardingState({ done }),
})

describe('merchant dashboard', () => {
  it('§2.8 §G14 is named after the merchant and leads to locations, plans, redemptions and analytics', async () => {
    renderDashboard(overviewWith({}))
    expect(await screen.findByRole('heading', { name: 'Foxglove Tea House Dashboard' })).toBeTruthy()
    expect(await screen.findByText('4 active plans')).toBeTruthy()
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(targets).toEqual(
      expect.arrayContaining(['/locations', '/plans', '/redemptions', '/analytics', '/merchants/find-customer']),
    )
    expect(screen.queryByText('Pending Review')).toBeNull()
  })

  it.each([[{ needsReview: true }], [{ status: 'pending_review' }]])(
    '§2.8 says "Pending Review" with %j and that setup may continue',
    async (merchant) => {
      renderDashboard(overviewWith(merchant))
      expect(await screen.findByText('Pending Review')).toBeTruthy()
      expect(screen.getByText(/team is reviewing.*continue setting up/)).toBeTruthy()
    },
  )

  it.each([
    [{ activePlans: 0 }, 'Nothing for sale', '/plans'],
    [{ locations: 0 }, 'Nowhere to redeem', '/locations'],
  ])('warns about a live venue with %j', async (details, title, href) => {
    renderDashboard({ ...overviewWith({}), 'dashboard.merchantOverview': () => ({ ...overview, ...details }) })
    const notice = (await screen.findByText(title)).closest<HTMLElement>('[data-tone=warn]')
    expect(
      within(notice ?? document.body)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe(href)
  })

  it('says nothing of that about a venue that is paused', async () => {
    renderDashboard({
      ...overviewWith({}),
      'dashboard.merchantOverview': () => ({ ...overview, locations: 0, activePlans: 0 }),
      'merchants.get': () => buildMerchantRecord({ isLive: false }),
    })
    expect(await screen.findByText('What subscribers can buy')).toBeTruthy()
    expect(screen.queryByText('Nothing for sale')).toBeNull()
  })

  const unrecorded = { percent: 0, source: 'estimate', missing: { reason: 'unrecorded', recordedSince: null } } as const
  const empty = { subscribersChange: unrecorded, trialing: 0, pastDue: 0, redemptions30Days: 0 }

  it('shows no figures before anything was sold', async () => {
    renderDashboard({
      ...overviewWith({}),
      'dashboard.merchantOverview': () => ({ ...overview, ...empty, activePlans: 0 }),
      'redemptions.today': () => new Promise(() => undefined),
    })
    expect(await screen.findByText('No subscribers yet')).toBeTruthy()
    for (const title of ['Last 7 days', 'Money', 'Redemptions today']) expect(screen.queryByText(title)).toBeNull()
  })

  it('of a declined venue gives the reason and promises no first pass', async () => {
    renderDashboard({
      ...overviewWith({}),
      'dashboard.merchantOverview': () => ({
        ...overview,
        ...empty,
        merchant: { ...overview.merchant, status: 'rejected' },
      }),
      'merchants.get': () =>
        buildMerchantRecord({ status: 'rejected', isLive: false, statusReason: 'Outside our area.' }),
      'redemptions.today': () => ({ ...today, last: null, flagged: { count: 0, isPartial: false, rows: [] } }),
    })
    expect((await screen.findByText(/^Not selling passes/)).textContent).toContain('Outside our area.')
    expect(screen.queryByText('No subscribers yet')).toBeNull()
    expect(screen.getByRole('link', { name: 'View application' }).getAttribute('href')).toBe('/merchants/onboarding')
    expect(screen.queryByRole('link', { name: 'Find customer' })).toBeNull()
  })

  it('says first what a reviewer asked for, with the way to each step', async () => {
    const requestedAt = new Date('2026-03-10T12:00:00Z')
    const changeRequest = { items: ['taxId' as const], note: 'The number differs.', requestedAt }
    const done = ['profile', 'locations', 'plans', 'banking'] as const
    renderDashboard({
      ...overviewWith({ applicationStatus: 'changes_requested', status: 'pending' }),
      'onboarding.state': () => buildOnboardingState({ phase: 'changes_requested', done, changeRequest }),
    })
    const link = await screen.findByRole('link', { name: 'Tax ID' })
    expect(link.getAttribute('href')).toBe('/merchants/onboarding/business')
    expect(screen.getByText('“The number differs.”')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Make changes' }).getAttribute('href')).toBe('/merchants/onboarding')
    const first = document.querySelector('[data-tone]')
    expect(first?.textContent).toContain('Changes requested')
    expect(first?.compareDocumentPosition(screen.getByRole('navigation', { name: 'This merchant' }))).toBe(4)
  })

  it('tells a viewer that the owner was asked, and offers to look only', async () => {
    const requestedAt = new Date('2026-03-10T12:00:00Z')
    const changeRequest = { items: ['taxId' as const], note: '', requestedAt }
    const details = { phase: 'changes_requested', done: ['profile'], mayEdit: false, changeRequest } as const
    renderDashboard({
      ...overviewWith({ applicationStatus: 'changes_requested', status: 'pending' }),
      'onboarding.state': () => buildOnboardingState({ ...details, done: ['profile'] }),
    })
    expect(await screen.findByText('A reviewer requested changes from the owner.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View progress' }).getAttribute('href')).toBe('/merchants/onboarding')
    expect(screen.queryByRole('link', { name: 'Make changes' })).toBeNull()
  })

  const hero = async () => within(await screen.findByRole('region', { name: 'Today' }))

  it('says at a glance whether it is open and sells, how the day goes, and what is paid next', async () => {
    const { container } = renderDashboard(overviewWith({}))
    const shown = await hero()
    expect(await shown.findByText(/^Open until/)).toBeTruthy()
    for (const text of ['2 of 2 locations open', 'Selling', '4 plans for sale', '41', '3 more', 'Flagged today', '2'])
      expect(shown.getByText(text)).toBeTruthy()
    expect(shown.getByText(/38 by this time last Friday · busiest hour 8:00.*\(14\)/)).toBeTruthy()
    expect(await shown.findByText('$12,362.65')).toBeTruthy()
    expect(shown.getByText('¥9,000 in JPY · November 2026 so far, closes Nov 30')).toBeTruthy()
    expect(await screen.findByText('8 fewer vs previous 7 days, up to this time')).toBeTruthy()
    expect(screen.getByText('Live Data')).toBeTruthy()
    expect(container.querySelectorAll('[data-source]')).toHaveLength(0)
  })

  it.each<[string, Partial<VenueToday>, Partial<PayoutSummary>, RegExp[]]>([
    ['hours', { schedules: [{ ...everyDay, week: null }] }, {}, [/^Open/, /^Closed/]],
    ['locations', { schedules: [] }, {}, [/^Open/, /^Closed/]],
    ['a recorded week before', { weekAgo: null }, {}, [/ more$/, /by this time/]],
    ['charges', {}, { soFar: [] }, [/^Next payout/, /so far/]],
  ])('leaves out what it does not know without %s', async (_, venue, payout, absent) => {
    renderDashboard({
      ...overviewWith({}),
      'redemptions.today': () => ({ ...today, ...venue }),
      'payouts.summary': () => ({ ...payouts, ...payout }),
    })
    const shown = await hero()
    expect(await shown.findByText('41')).toBeTruthy()
    for (const text of absent) expect(shown.queryByText(text)).toBeNull()
  })

  it('names the zone of the location that decides when it closes, and counts those without hours', async () => {
    const schedules = [everyDay, { ...everyDay, timeZone: 'America/Los_Angeles' }, { ...everyDay, week: null }]
    const at = new Date('2026-11-27T17:00:00Z')
    vi.setSystemTime(at)
    renderDashboard({ ...overviewWith({}), 'redemptions.today': () => ({ ...today, schedules }) })
    const shown = await hero()
    expect(await shown.findByText(/^Open until .* \(America\/Los Angeles\)$/)).toBeTruthy()
    expect(shown.getByText('2 of 2 locations open, 1 without hours')).toBeTruthy()
  })

  it('shows a payout on its way before the running month', async () => {
    const last = {
      id: 'pay_1',
      period: '2026-10',
      currency: 'eur',
      net: 70_00,
      status: 'approved' as const,
      at: measuredAt,
    }
    renderDashboard({ ...overviewWith({}), 'payouts.summary': () => ({ ...payouts, last }) })
    const shown = await hero()
    const link = (await shown.findByText('€70.00')).closest('a')
    expect(link?.getAttribute('href')).toBe('/payouts?id=pay_1')
    expect(shown.getByText('October 2026, approved Nov 20')).toBeTruthy()
  })

  it('is not called live while today cannot be read again', async () => {
    let isDown = false
    const { client } = renderDashboard({
      ...overviewWith({}),
      'redemptions.today': () => {
        if (isDown) throw new Error('down')
        return today
      },
    })
    expect(await screen.findByText('Live Data')).toBeTruthy()
    expect(await (await hero()).findByText('41')).toBeTruthy()
    isDown = true
    await client.invalidateQueries({ predicate: ({ queryKey }) => hashKey(queryKey).includes('today') })
    expect((await screen.findAllByText(/^Cached/)).length).toBeGreaterThan(0)
    expect(screen.queryByText('Live Data')).toBeNull()
    expect((await hero()).getByText('41')).toBeTruthy()
  })

  it('voids the last redemption after saying which, with a reason; Cancel has the focus', async () => {
    const { calls } = renderDashboard({ ...overviewWith({}), 'redemptions.void': () => redemption })
    fireEvent.click(await screen.findByRole('button', { name: 'Void last' }))
    const dialog = await screen.findByRole('dialog', { name: 'Void the last redemption?' })
    expect(dialog.textContent).toContain('Tess F., Daily Cup at Harbor')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Scanned twice' }))
    fireEvent.click(within(dialog).getByRole('button', { name: 'Void redemption' }))
    expect(await screen.findByText('Redemption voided')).toBeTruthy()
    expect(calls.find(({ name }) => name === 'redemptions.void')?.input).toEqual({
      redemptionId: 'red_1',
      redeemedAt: redemption.redeemedAt,
      reason: 'Scanned twice',
    })
    await waitFor(() => expect(calls.filter(({ name }) => name === 'redemptions.today').length).toBeGreaterThan(1))
  })

  it('keeps a flagged redemption at once, and Undo flags it again', async () => {
    let kept: UsageRow['kept'] = null
    const { calls } = renderDashboard({
      ...overviewWith({}),
      'redemptions.today': () => (kept ? { ...today, flagged: { ...today.flagged, count: 0, rows: [] } } : today),
      'redemptions.keep': ({ isKept }: { isKept: boolean }) => {
        kept = isKept ? { at: redemption.redeemedAt, by: 'Tomás Rivera' } : null
        return { ...today.flagged.rows[0], kept }
      },
    })
    const inputs = () => calls.filter(({ name }) => name === 'redemptions.keep').map(({ input }) => input)
    fireEvent.click(await screen.findByRole('button', { name: /^Keep the redemption by Tess F\./ }))
    expect(await screen.findByText('Redemption kept')).toBeTruthy()
    await waitFor(async () => expect((await hero()).getByText('Nothing to check')).toBeTruthy())
    fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: /^Keep the redemption by / })).toBeTruthy()
    const key = { redemptionId: 'red_2', redeemedAt: redemption.redeemedAt }
    expect(inputs()).toEqual([
      { ...key, isKept: true },
      { ...key, isKept: false },
    ])
  })

  it('pauses after stating the consequence, and resumes at once with Undo', async () => {
    let record = buildMerchantRecord({ totalSubscribers: 491 })
    const { calls } = renderDashboard({
      ...overviewWith({}),
      'merchants.get': () => record,
      'merchants.setLive': ({ isLive }: { isLive: boolean }) =>
        (record = { ...record, isLive, version: record.version + 1 }),
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Pause sales' }))
    const dialog = await screen.findByRole('dialog', { name: /^Pause sales at / })
    expect(dialog.textContent).toContain('or buy its 4 plans until sales resume.491 subscribers can still redeem.')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Pause sales' }))
    expect(await screen.findByText('Sales paused')).toBeTruthy()
    expect(await (await hero()).findByText('Existing passes still work')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Resume sales' }))
    expect(await screen.findByText('Sales resumed')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.filter(({ name }) => name === 'merchants.setLive').map(({ input }) => input)).toMatchObject([
      { version: 3, isLive: false },
      { version: 4, isLive: true },
    ])
  })

  it('offers nothing that cannot be done: to a viewer, without a redemption, before approval', async () => {
    const counter = () => screen.queryAllByRole('button', { name: /Void|Pause|Resume/ })
    const viewer = { ...owner, user: { ...owner.user, role: 'merchant_viewer' } }
    const first = renderDashboard({ ...overviewWith({}), 'sessions.current': () => viewer })
    expect(await (await hero()).findByText('41')).toBeTruthy()
    expect(counter()).toEqual([])
    first.unmount()
    renderDashboard({
      ...overviewWith({ status: 'pending_review' }),
      'merchants.get': () => buildMerchantRecord({ status: 'pending_review', isLive: false }),
      'redemptions.today': () => ({ ...today, last: null, flagged: { count: 0, isPartial: false, rows: [] } }),
    })
    const shown = await hero()
    expect(await shown.findByText('Not selling passes')).toBeTruthy()
    expect(shown.getByText('Pending review')).toBeTruthy()
    expect(await shown.findByText('Nothing to check')).toBeTruthy()
    expect(counter()).toEqual([])
    expect(screen.queryByRole('heading', { name: /^Flagged today/ })).toBeNull()
  })

  it('§2.8 keeps locations and plans closed until the business profile is done', async () => {
    renderDashboard(inSetup([]))
    expect(await screen.findByText('Complete Your Setup')).toBeTruthy()
    expect(screen.getByText('Welcome to Quaff, Tomás')).toBeTruthy()
    expect(screen.getByText('Business Profile').closest('a')?.getAttribute('href')).toBe(
      '/merchants/onboarding/business',
    )
    for (const title of ['Locations', 'Subscription Plans'])
      expect(screen.getByText(title).closest('a')?.getAttribute('aria-disabled')).toBe('true')
    const steps = screen.getAllByRole('listitem').map((item) => item.textContent)
    const labels = [
      'Complete Business Profile',
      'Add Locations',
      'Create Subscription Plans',
      'Configure Banking',
      'Go Live',
    ]
    labels.forEach((label, index) => expect(steps[index]).toContain(label))
  })

  it('§2.8 opens them once it is saved', async () => {
    renderDashboard(inSetup(['profile']))
    await screen.findByText('1 of 5 done')
    expect(screen.getByText('Subscription Plans').closest('a')?.getAttribute('href')).toBe('/plans')
  })
})
