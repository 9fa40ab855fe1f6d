import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchants } from '@quaff/features/merchants/testing/merchant-factory'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { merchantScope, scopeToMerchant, type MerchantScope } from '@quaff/features/sessions/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { countOfPlans, listNewestOfPlans } from './plan-group-store'
import { listSubscriberRows } from './subscriber-store'
import { countRecentRedemptions, findSubscription, listCharges, listEvents } from './subscription-detail-store'
import { listSubscriptionRows } from './subscription-list-store'

let services: TestServices
let all: MerchantScope
let one: MerchantScope
let other: MerchantScope
const rows = 50_000

/**
 * 100 merchants with a plan each; one of them has 3,000 subscriptions, unordered on disk. One in 7 is trialing, one in
 * 50 past due.
 */
beforeAll(async () => {
  services = await createTestServices()
  const admin = await asAdmin(services)
  all = merchantScope(admin)
  one = scopeToMerchant(admin, 'mer_7')
  other = scopeToMerchant(admin, 'mer_8')
  await insertMerchants(
    services,
    Array.from({ length: 100 }, (_, index) => ({ id: `mer_${index}` })),
  )
  await services.db.insert(subscriptionPlans).values(
    Array.from({ length: 100 }, (_, index) => {
      const at = services.clock.now()
      return { id: `pln_${index}`, merchantId: `mer_${index}`, name: 'Daily Cup', createdAt: at, updatedAt: at }
    }),
  )
  await services.db.execute(sql`
    insert into users (id, email, display_name, created_at, updated_at)
    select 'usr_' || n, md5(n::text) || '@people.test', md5((n * 7)::text), now(), now() from generate_series(1, 20000) n`)
  await services.db.execute(sql`
    insert into subscriptions (id, merchant_id, plan_id, user_id, status, monthly_minor, billing_currency, created_at,
      updated_at, current_period_start, current_period_end)
    select 'sub_' || n, 'mer_' || place, 'pln_' || place, 'usr_' || 1 + n % 20000,
      case when n % 7 = 0 then 'trialing' when n % 50 = 1 then 'past_due' else 'active' end, 2900, 'usd', at, at, at, at
    from (select n, case when n % 20 = 0 then 7 else n % 100 end as place,
        timestamptz '2026-01-01' - n * interval '10 minutes' as at
      from generate_series(1, ${sql.raw(String(rows))}) n order by md5(n::text)) numbered`)
  await services.db.execute(sql`
    insert into subscription_plan_totals select 'mer_' || n / 3, 'pln_' || n, status, 'usd', 7, 20300
    from generate_series(1, 3000) n, unnest(array['active', 'trialing', 'past_due', 'canceled']) status`)
  await services.db.execute(sql`analyze`)
}, 120_000)

const page = (scope: MerchantScope, filter: object = {}) =>
  planOf(services.db, listSubscriptionRows(services.db, scope, filter, { limit: 20 }))

describe("at 50,000 subscriptions, with the planner's own choice", () => {
  it.each([
    ['all', () => page(all), 'subscriptions_created'],
    ['a status', () => page(all, { status: 'past_due' }), 'subscriptions_status_created'],
    ['a plan', () => page(all, { planId: 'pln_7' }), 'subscriptions_plan_created'],
    ['a merchant', () => page(one), 'subscriptions_merchant_created'],
    ['a merchant and a status', () => page(one, { status: 'past_due' }), 'subscriptions_merchant_status'],
    ['a range of days', () => page(all, { createdTo: new Date('2025-12-01') }), 'subscriptions_created'],
    ['the newest of a plan', () => newestOfPlan(all), 'subscriptions_plan_created'],
    ['the newest of a plan of one merchant', () => newestOfPlan(other), 'subscriptions_plan_created'],
    ['the newest of a merchant', () => newestOf({}), 'subscriptions_merchant_created'],
    ['the newest active of a merchant', () => newestOf({ status: 'active' }), 'subscriptions_merchant_created'],
  ])('§7 %s: reads an index in its order', async (_, explain, index) => {
    const plan = await explain()
    expect(plan).toContain(`using ${index} `)
    expect(plan).not.toContain('Seq Scan on subscriptions')
    // Only rows of one instant (by id) and the few picked rows may be sorted.
    expect(plan).not.toMatch(/^ +(-> +)?Sort {2}\(/m)
  })

  it.each([
    ['c4ca4238a0', 'users_search_text'],
    ['佐藤', 'users_search_grams'],
  ])('finds a person by %s with the index %s, and subscriptions by their own', async (q, index) => {
    // A sequential scan of 20,000 people is as fast. With more, the planner chooses the index by itself.
    const query = listSubscriptionRows(services.db, all, { q }, { limit: 20 })
    const plan = await planOf(services.db, query, { without: ['seqscan'] })
    expect(plan).toContain(index)
    expect(plan).toContain('subscriptions_user')
  })

  it('starts the page after a cursor within the index', async () => {
    const [last] = await listSubscriptionRows(services.db, all, {}, { limit: 1 })
    const cursor = Buffer.from(JSON.stringify(['created:desc', last?.sortValue, last?.id])).toString('base64url')
    const plan = await planOf(services.db, listSubscriptionRows(services.db, all, {}, { limit: 20, cursor }))
    expect(plan).toMatch(/Index Cond: .*created_at/)
    expect(plan).toContain('using subscriptions_created ')
  })

  it('§7 counts of plans read only those plans', async () => {
    const plan = await planOf(services.db, countOfPlans(services.db, all, ['pln_1', 'pln_2']))
    expect(plan).toContain('subscription_plan_totals_plan')
    expect(plan).not.toContain('Seq Scan')
  })
})

describe('the detail', () => {
  const requested = { id: 'sub_1', userId: 'usr_2', planId: 'pln_1', since: new Date('2025-12-01') }

  it('returns a subscription without charges, history and redemptions', async () => {
    expect(await findSubscription(services.db, all, 'sub_1')).toMatchObject({ chargeCount: 0 })
    expect(await countRecentRedemptions(services.db, all, requested)).toBe(0)
  })

  it('reads charges and history by their subscription', async () => {
    await services.db.execute(sql`
      insert into subscription_charges (subscription_id, period_start, period_end, merchant_id, amount_minor, currency,
        recorded_at)
      select id, created_at, created_at, merchant_id, 2900, 'usd', created_at from subscriptions`)
    await services.db.execute(sql`
      insert into subscription_events (id, subscription_id, kind, occurred_at)
      select 'sev_' || id, id, 'started', created_at from subscriptions`)
    await services.db.execute(sql`analyze`)
    expect(await planOf(services.db, listCharges(services.db, all, 'sub_1', 24))).toContain('subscription_charges_pk')
    expect(await planOf(services.db, listEvents(services.db, all, 'sub_1', 100))).toContain(
      'subscription_events_subscription',
    )
  }, 60_000)
})

function newestOfPlan(scope: MerchantScope): Promise<string> {
  return planOf(services.db, listNewestOfPlans(services.db, scope, ['pln_8', 'pln_9'], 10))
}

function newestOf(filter: { status?: 'active' }): Promise<string> {
  return planOf(services.db, listSubscriberRows(services.db, one, { ...filter, limit: 200 }))
}
