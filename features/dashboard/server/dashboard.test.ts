import { call } from '@orpc/server'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { seedDemo } from '@quaff/database/demo/seed-demo'
import { insertKey } from '@quaff/features/api-keys/testing/api-key-factory'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant, insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { insertPlan } from '@quaff/features/plans/testing/plan-factory'
import { writeRedemptions } from '@quaff/features/redemptions/server'
import { redemptions } from '@quaff/features/redemptions/tables'
import { createSettingsRouter } from '@quaff/features/settings/server'
import { passwordChangedMail } from '@quaff/features/sign-in/server'
import { churnRatePercent, churnWindowStart } from '@quaff/features/subscriptions/churn-rules'
import { sumByCurrency } from '@quaff/features/subscriptions/rules'
import { type SubscriptionWrite, writeSubscriptions } from '@quaff/features/subscriptions/server'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { overallStatistics } from '@quaff/features/subscriptions/testing/row-statistics-factory'
import { createFirstAdministrator } from '@quaff/features/users/server'
import { inTransaction, queueMail, shiftDaysIn, startOfDayIn } from '@quaff/platform/server'
import { adminAuditLogs, jobs, outboxMails } from '@quaff/platform/server/tables'
import { asAdmin, asCustomRole, asOwner, asUser } from '@quaff/platform/testing/actors'
import { contextAs, type TestContext } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { dashboardLimits, dashboardMetricsSchema, merchantOverviewSchema } from '../contract'
import { netRevenue, percentChange } from '../rules'
import { getDashboardMetrics, listQuickActions } from './get-dashboard-metrics'
import { getMerchantOverview } from './get-merchant-overview'
import { listFirstSteps } from './list-first-steps'

const zone = 'Asia/Kathmandu'
const now = new Date('2026-03-10T12:00:00Z')
const dayMs = 86_400_000
const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)

let services: TestServices
beforeAll(async () => {
  services = await createTestServices({ settings: { timeZone: zone } })
})
afterEach(() => services.database.truncate())

const adminContext = async (own = services) => contextAs(own, await asAdmin(own))
/** Advances the clock past the cache lifetime before reading. */
function newMetrics(ctx: TestContext, own = services) {
  own.clock.advance(dashboardLimits.figuresMaxAgeMs)
  return getDashboardMetrics(ctx)
}
const subscribe = (rows: SubscriptionWrite[]) => inTransaction(services, (tx) => writeSubscriptions(services, tx, rows))
const build = (details: Partial<SubscriptionWrite> = {}): SubscriptionWrite => ({
  id: 'sub_1',
  merchantId: 'mer_a',
  status: 'active',
  amountMinor: 1_000,
  createdAt: daysAgo(3),
  updatedAt: daysAgo(3),
  ...details,
})

describe('dashboard metrics', () => {
  it('equal what the rows say, before and after further writes', async () => {
    await seedDemo(services, { merchants: 20, subscriptions: 400 })
    await compareWithRows()
    await subscribe([
      build({ id: 'sub_new', merchantId: 'mer_d00001' }),
      build({
        id: 'sub_d00001',
        merchantId: 'mer_d00002',
        status: 'canceled',
        createdAt: daysAgo(90),
        updatedAt: daysAgo(1),
      }),
    ])
    await inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [{ id: 'red_new', merchantId: 'mer_d00001', redeemedAt: daysAgo(0.01) }]),
    )
    await compareWithRows()
  })

  async function compareWithRows(): Promise<void> {
    const metrics = dashboardMetricsSchema.parse(await newMetrics(await adminContext()))
    const rows = (await services.db.select().from(subscriptions)).map((row) => ({ ...row, price: row.monthlyMinor }))
    const overall = overallStatistics(rows, zone, now)
    expect(metrics).toMatchObject({
      source: 'live',
      timeZone: zone,
      activeSubscribers: overall.activeCount,
      totalRevenue: overall.totalRevenue,
    })
    const windowStart = churnWindowStart(zone, services.clock.now())
    const rates = [...new Set(rows.map(({ merchantId }) => merchantId))].flatMap((merchantId) => {
      const own = rows.filter((row) => row.merchantId === merchantId)
      const active = own.filter(({ status }) => status === 'active').length
      const churned = own.filter(({ status, updatedAt }) => status === 'canceled' && updatedAt >= windowStart).length
      return active + churned === 0 ? [] : [churnRatePercent(active, churned)]
    })
    const averageChurn = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
    expect(metrics.averageChurnPercent).toBeCloseTo(averageChurn)
    expect(metrics.netRevenue).toEqual(netRevenue(overall.totalRevenue, metrics.averageChurnPercent))
    expect(metrics.subscriberTrend.at(-1)).toBe(overall.activeCount)
    expect(metrics.revenueTrend.at(-1)).toBe(overall.totalRevenue[0]?.amountMinor)
    expect(metrics.activeSubscribersChange).toEqual({
      percent: percentChange(overall.activeCount, metrics.subscriberTrend[0]),
      source: 'live',
    })
    expect(metrics.growthRate).toBe(metrics.activeSubscribersChange.percent)
    const taken = (await services.db.select().from(redemptions))
      .filter(({ status }) => status === 'completed')
      .map(({ redeemedAt }) => redeemedAt)
    const between = (from: Date, to: Date) => taken.filter((at) => at >= from && at < to).length
    const read = services.clock.now()
    const [today, weekAgo] = [startOfDayIn(zone, read), shiftDaysIn(zone, read, -7)]
    expect(metrics.redemptionsToday).toBe(taken.filter((at) => at >= today).length)
    expect(metrics.redemptionHours.reduce((sum, count) => sum + count, 0)).toBe(metrics.redemptionsToday)
    const before = between(weekAgo, new Date(weekAgo.getTime() + read.getTime() - today.getTime()))
    expect(metrics.redemptionsChange).toEqual({
      percent: percentChange(metrics.redemptionsToday, before),
      source: 'live',
    })
    const venues = await services.db.select().from(merchants)
    expect(metrics).toMatchObject({
      activeMerchants: venues.filter(({ status }) => status === 'active').length,
      liveMerchants: venues.filter(({ status, isLive }) => status === 'active' && isLive).length,
      pendingMerchants: venues.filter(
        ({ status, needsReview }) => needsReview || status === 'pending_review' || status === 'pending',
      ).length,
    })
  }

  it('§G24 estimate the changes while the store has no earlier period, and say why', async () => {
    await insertMerchant(services, { id: 'mer_a' })
    await subscribe([build()])
    await inTransaction(services, (tx) =>
      writeRedemptions(services, tx, [{ id: 'red_1', merchantId: 'mer_a', redeemedAt: daysAgo(0.1) }]),
    )
    expect(await newMetrics(await adminContext())).toMatchObject({
      totalRevenueChange: { percent: 12, source: 'estimate' },
      activeSubscribersChange: { percent: 12, source: 'estimate' },
      redemptionsChange: { percent: 15, source: 'estimate', missing: { reason: 'unrecorded' } },
      growthRate: 0,
      source: 'live',
    })
  })

  it('§G31 measure them against 30 days ago as soon as it has the 30 days before these too', async () => {
    await insertMerchant(services, { id: 'mer_a' })
    await subscribe(
      [1, 2, 3, 4].map((number) => build({ id: `sub_${number}`, createdAt: daysAgo(60), updatedAt: daysAgo(60) })),
    )
    await subscribe([build({ id: 'sub_5', amountMinor: 3_000 })])
    expect(await newMetrics(await adminContext())).toMatchObject({
      totalRevenueChange: { percent: 75, source: 'live' },
      activeSubscribersChange: { percent: 25, source: 'live' },
      growthRate: 25,
    })
  })

  it('tell since when the longest-waiting merchant waits', async () => {
    await insertMerchants(services, [
      { id: 'mer_a', status: 'pending_review', statusChangedAt: daysAgo(2) },
      { id: 'mer_b', needsReview: true, statusChangedAt: daysAgo(6) },
      { id: 'mer_c', status: 'pending', statusChangedAt: daysAgo(9) },
    ])
    expect(await newMetrics(await adminContext())).toMatchObject({
      pendingMerchants: 3,
      merchantsInReview: 2,
      oldestPendingSince: daysAgo(6),
    })
  })

  it('are for administrators', async () => {
    const owner = contextAs(services, await asOwner(services, ['mer_a']))
    await expect(getDashboardMetrics(owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(listQuickActions(contextAs(services, await asCustomRole(services)))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

describe('dashboard metrics of everybody who asks within a quarter of a minute', () => {
  it('are read once, and say when', async () => {
    await insertMerchants(services, [{ id: 'mer_a' }])
    const first = await newMetrics(await adminContext())
    await subscribe([build()])
    services.clock.advance(dashboardLimits.figuresMaxAgeMs - 1)
    const again = await getDashboardMetrics(await adminContext())
    expect(again).toEqual(first)
    expect(again.measuredAt).not.toEqual(services.clock.now())
    services.clock.advance(1)
    expect(await getDashboardMetrics(await adminContext())).toMatchObject({ activeSubscribers: 1 })
  })
})

describe('dashboard metrics when reads fail (spec §8)', () => {
  it('§8 show 847 redemptions, zero subscriptions, and the whole sample when nothing answers', async () => {
    const broken = await createTestServices()
    const ctx = await adminContext(broken)
    await broken.db.execute(sql`drop table redemption_hours`)
    expect(await newMetrics(ctx, broken)).toMatchObject({
      source: 'live',
      merchantsSource: 'live',
      redemptionsToday: 847,
      redemptionsChange: { percent: 15, source: 'sample' },
      activeSubscribers: 0,
      activeSubscribersChange: { percent: 0, source: 'estimate' },
    })
    await broken.db.execute(sql`drop table subscription_totals`)
    expect(await newMetrics(ctx, broken)).toMatchObject({
      source: 'live',
      activeSubscribers: 0,
      totalRevenue: [{ amountMinor: 0, currency: 'usd' }],
      activeSubscribersChange: { source: 'sample' },
    })
    await broken.db.execute(sql`drop table merchants cascade`)
    const sample = dashboardMetricsSchema.parse(await newMetrics(ctx, broken))
    expect(sample).toMatchObject({
      source: 'sample',
      merchantsSource: 'sample',
      redemptionsToday: 847,
      subscriberTrend: [],
    })
    expect(broken.log.lines.filter(({ event }) => event === 'dashboard.metrics.part_failed')).toHaveLength(6)
    await expect(listQuickActions(ctx)).rejects.toThrow('Failed query')
    await broken.close()
  })
})

describe('quick actions', () => {
  it('count who waits', async () => {
    await insertMerchants(services, [{ status: 'pending_review' }, { status: 'pending' }, {}])
    await asUser(services, { role: 'customer', status: 'pending_approval' }, [])
    const actions = await listQuickActions(await adminContext())
    expect(actions.map(({ id, count, urgent }) => ({ id, count, urgent })).filter(({ count }) => count)).toEqual([
      { id: 'review', count: 2, urgent: true },
      { id: 'users', count: 1, urgent: undefined },
    ])
  })
})

describe('first steps', () => {
  const router = createSettingsRouter([])
  const doneOf = async (ctx: TestContext) => (await listFirstSteps(ctx)).flatMap(({ id, done }) => (done ? [id] : []))
  const save = async (ctx: TestContext, change: object) => {
    const { version, platformFeeBasisPoints, supportAddress, appStoreUrl, playStoreUrl } = await call(
      router.platform,
      undefined,
      { context: ctx },
    )
    const kept = { version, platformFeeBasisPoints, supportAddress, appStoreUrl, playStoreUrl }
    await call(router.updatePlatform, { ...kept, ...change }, { context: ctx })
  }

  it('are shown on a platform that begins by the command, follow each change and end when all are done', async () => {
    const { url } = await createFirstAdministrator(services, 'ada@first.test')
    expect(url).toContain('token=')
    const admin = { ...(await adminContext()), paymentSignatures: null }
    expect(await doneOf(admin)).toEqual([])
    await save(admin, { supportAddress: 'help@first.test', defaultCurrency: 'eur' })
    await insertMerchant(services, { id: 'mer_a' })
    expect(await doneOf(admin)).toEqual(['support', 'region', 'merchant'])
    await inTransaction(services, (tx) =>
      queueMail(services, tx, { to: 'ada@first.test', ...passwordChangedMail('changed') }),
    )
    expect(await doneOf(admin)).not.toContain('mail')
    await services.db.update(outboxMails).set({ sentAt: services.clock.now() })
    expect(await doneOf(admin)).toContain('mail')
    await services.db.update(jobs).set({ lastError: 'ECONNREFUSED' })
    expect(await doneOf(admin)).not.toContain('mail')
    await services.db.delete(jobs)
    await save(admin, { requireSecondFactor: true, backsUpElsewhere: true })
    expect((await listFirstSteps(admin)).filter(({ done }) => !done).map(({ id }) => id)).toEqual(['payments'])
    await insertKey(services, { scopes: ['ingest:subscriptions'] })
    expect(await listFirstSteps(admin)).toEqual([])
  })

  it('are hidden for all administrators and shown again, each audited', async () => {
    await createFirstAdministrator(services, 'ada@first.test')
    const admin = await adminContext()
    await save(admin, { showFirstSteps: false })
    expect(await listFirstSteps(await adminContext())).toEqual([])
    await save(admin, { showFirstSteps: true })
    expect(await listFirstSteps(await adminContext())).toHaveLength(7)
    const rows = await services.db
      .select({ after: adminAuditLogs.after })
      .from(adminAuditLogs)
      .where(eq(adminAuditLogs.action, 'update_platform_settings'))
    expect(rows.map(({ after }) => after)).toEqual([{ showFirstSteps: false }, { showFirstSteps: true }])
  })

  it('stay away from a platform that has an administrator, and from everybody else', async () => {
    const admin = await adminContext()
    await createFirstAdministrator(services, 'bo@first.test')
    expect(await listFirstSteps(admin)).toEqual([])
    const owner = contextAs(services, await asOwner(services, ['mer_a']))
    await expect(listFirstSteps(owner)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('merchant overview', () => {
  it('shows one merchant only', async () => {
    await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
    await subscribe([
      build({ id: 'sub_1' }),
      build({ id: 'sub_2', status: 'trialing' }),
      build({ id: 'sub_3', status: 'past_due' }),
      build({ id: 'sub_4', status: 'canceled' }),
      build({ id: 'sub_5', merchantId: 'mer_b', amountMinor: 77_000 }),
    ])
    const owner = contextAs(services, await asOwner(services, ['mer_a']))
    const overview = merchantOverviewSchema.parse(await getMerchantOverview(owner, { merchantId: 'mer_a' }))
    expect(overview).toMatchObject({
      merchant: { id: 'mer_a', temporary: false },
      activeSubscribers: 1,
      trialing: 1,
      pastDue: 1,
      churned: 1,
      churnRate: 50,
      monthlyRevenue: [{ amountMinor: 1_000, currency: 'usd' }],
      revenueByPlan: [
        { planId: null, planName: 'Unknown Plan', active: 1, monthly: { amountMinor: 1_000, currency: 'usd' } },
      ],
    })
  })

  it('shows zero revenue in the currency of the prices, active ones first', async () => {
    await insertMerchants(services, [{ id: 'mer_yen' }])
    await insertPlan(services, { merchantId: 'mer_yen', name: 'A', active: false, prices: [{ currency: 'eur' }] })
    await insertPlan(services, {
      merchantId: 'mer_yen',
      name: 'B',
      prices: [{ currency: 'eur', active: false }, { currency: 'jpy' }],
    })
    const owner = contextAs(services, await asOwner(services, ['mer_yen']))
    const { monthlyRevenue } = await getMerchantOverview(owner, { merchantId: 'mer_yen' })
    expect(monthlyRevenue).toEqual([{ amountMinor: 0, currency: 'jpy' }])
  })

  it('compares seven days of its own calendar with the seven before, up to this time, across a clock change', async () => {
    services.clock.set(now)
    await insertMerchant(services, { id: 'mer_ny', timeZone: 'America/New_York' })
    // New York turned its clocks forward on March 8.
    const times = [
      '2026-02-20T12:00:00Z',
      '2026-03-03T12:59:00Z',
      '2026-03-03T13:01:00Z',
      '2026-03-08T05:30:00Z',
      '2026-03-09T03:30:00Z',
      '2026-03-10T11:59:00Z',
    ]
    const rows = times.map((at, index) => ({ id: `red_${index}`, merchantId: 'mer_ny', redeemedAt: new Date(at) }))
    const owner = contextAs(services, await asOwner(services, ['mer_ny']))
    await inTransaction(services, (tx) => writeRedemptions(services, tx, rows.slice(1)))
    const week = async () => {
      services.clock.advance(dashboardLimits.merchantFiguresMaxAgeMs)
      return (await getMerchantOverview(owner, { merchantId: 'mer_ny' })).redemptionWeek
    }
    expect(await week()).toEqual({ days: [0, 0, 0, 0, 2, 0, 1], daysBefore: null, totalBefore: null })
    await inTransaction(services, (tx) => writeRedemptions(services, tx, rows.slice(0, 1)))
    expect(await week()).toEqual({ days: [0, 0, 0, 0, 2, 0, 1], daysBefore: [0, 0, 0, 0, 0, 0, 2], totalBefore: 1 })
  })

  it('answers for a foreign merchant as for a missing one', async () => {
    await insertMerchants(services, [{ id: 'mer_a' }, { id: 'mer_b' }])
    const owner = contextAs(services, await asOwner(services, ['mer_a']))
    const refusals = await Promise.all(
      ['mer_b', 'mer_missing'].map((merchantId) =>
        getMerchantOverview(owner, { merchantId }).catch((error: Error) => error),
      ),
    )
    expect(refusals[0]).toMatchObject({ code: 'NOT_FOUND', reason: 'MERCHANT' })
    expect(refusals[1]).toEqual(refusals[0])
    await expect(getMerchantOverview(await adminContext(), { merchantId: 'mer_missing' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('§4 builds a temporary merchant from the own application, and no one else sees it', async () => {
    const applicant = await asOwner(services, [], { applicationId: 'app_1' })
    const stranger = await asOwner(services, [], { applicationId: 'app_1' })
    await services.db.execute(sql`insert into merchant_applications (id, user_id, business, created_at, updated_at)
      values ('app_1', ${applicant.userId}, ${JSON.stringify({ businessName: 'Velvet Anchor' })}::jsonb, now(), now())`)
    const overview = merchantOverviewSchema.parse(
      await getMerchantOverview(contextAs(services, applicant), { merchantId: 'app_1' }),
    )
    expect(overview.merchant).toMatchObject({
      name: 'Velvet Anchor',
      temporary: true,
      applicationStatus: 'pending_setup',
    })
    await expect(getMerchantOverview(contextAs(services, stranger), { merchantId: 'app_1' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('opens the merchant that came of the application before it is assigned', async () => {
    const applicant = await asOwner(services, [], { applicationId: 'app_1' })
    await insertMerchant(services, {
      id: 'mer_new',
      status: 'pending',
      applicationStatus: 'pending_setup',
      bankVerifiedAt: null,
    })
    await services.db.execute(sql`insert into merchant_applications (id, user_id, merchant_id, created_at, updated_at)
      values ('app_1', ${applicant.userId}, 'mer_new', now(), now())`)
    const overview = await getMerchantOverview(contextAs(services, applicant), { merchantId: 'mer_new' })
    expect(overview.merchant).toMatchObject({ id: 'mer_new', temporary: false, applicationStatus: 'pending_setup' })
    expect(sumByCurrency(overview.monthlyRevenue)).toEqual([])
  })
})
