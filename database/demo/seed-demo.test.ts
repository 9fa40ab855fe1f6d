import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { isOpenAt } from '@quaff/features/locations/opening/rules'
import { readSchedule } from '@quaff/features/locations/rules'
import { answerFaults, cleanAnswers, fieldFaults } from '@quaff/features/signup-forms/fields/rules'
import { signupForms, signupFormVersions, signupSubmissions } from '@quaff/features/signup-forms/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { demoAccounts, setupAccount } from './accounts'
import { seedDemo } from './seed-demo'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
  await seedDemo(services, { merchants: 40, subscriptions: 1_500 })
})

const rowsOf = async (query: ReturnType<typeof sql>, own = services) => (await own.db.execute(query)).rows
const pairs = async (query: ReturnType<typeof sql>) =>
  Object.fromEntries((await rowsOf(query)).map((row) => [String(row['key']), Number(row['count'])]))

describe('demo data', () => {
  it('has waitlists with people in every state, and an empty one', async () => {
    expect(
      Object.keys(await pairs(sql`select status as key, count(*) from waitlist_entries group by 1`)).toSorted(),
    ).toEqual([...['invited', 'joined', 'removed', 'shortlisted', 'waiting']])
    expect(
      await rowsOf(sql`select slug from waitlists where id not in (select waitlist_id from waitlist_entries)`),
    ).toEqual([{ slug: 'summer-terrace' }])
  })

  it('has signup forms in every state, with answers that fit their questions', async () => {
    const forms = await services.db.select().from(signupForms).orderBy(signupForms.id)
    expect(forms.map(({ status }) => status)).toEqual(['live', 'draft', 'closed'])
    const versions = await services.db.select().from(signupFormVersions)
    expect(versions.flatMap(({ fields }) => fieldFaults(fields))).toEqual([])
    const submissions = await services.db.select().from(signupSubmissions)
    expect(new Set(submissions.map(({ status }) => status))).toEqual(new Set(['submitted', 'approved', 'rejected']))
    for (const { formId, formVersion, answers } of submissions) {
      const fields = versions.find((one) => one.formId === formId && one.number === formVersion)?.fields
      expect(answerFaults(fields ?? [], answers)).toEqual([])
      expect(cleanAnswers(fields ?? [], answers)).toHaveLength(answers.length)
    }
  })

  it('has affiliate links in every state, some with clicks and with subscriptions that came through them', async () => {
    const links = await rowsOf(sql`select l.code, l.status, l.merchant_id is null as platform,
      (select sum(d.clicks) from affiliate_days d where d.link_id = l.id)::int as clicks,
      (select count(*) from subscription_affiliates s where s.code = l.code)::int as subscriptions
      from affiliate_links l order by l.id`)
    expect(links.map(({ code }) => code)).toEqual([
      ...['TABLETENT', 'WINDOW', 'SUMMER', 'LOYALTY', 'NEWS', 'FAIR', 'WINTER'],
    ])
    expect(links[0]).toMatchObject({ status: 'active', platform: false })
    expect(links[2]).toMatchObject({ status: 'archived', clicks: null, subscriptions: 0 })
    for (const index of [0, 3]) expect(links[index]?.['subscriptions']).toBeGreaterThan(0)
    for (const index of [0, 1, 3, 4, 5]) expect(links[index]?.['clicks']).toBeGreaterThan(20)
  })

  it('has the sizes that were asked for, in partitions of its own', async () => {
    expect(
      await rowsOf(sql`select (select count(*) from merchants) as merchants, (select count(*) from subscriptions) as subscriptions,
        (select count(*) from redemptions) > 10000 as redemptions, (select count(*) from redemptions_default) as outside`),
    ).toEqual([{ merchants: 40, subscriptions: 1_500, redemptions: true, outside: 0 }])
  })

  it('knows every status of merchants, users and subscriptions', async () => {
    expect(await pairs(sql`select status as key, count(*) from merchants group by 1`)).toEqual({
      ...{ active: 25, pending_review: 7, pending: 4, rejected: 2, suspended: 1, archived: 1 },
    })
    expect(Object.keys(await pairs(sql`select status as key, count(*) from users group by 1`)).toSorted()).toEqual([
      ...['active', 'pending', 'pending_approval', 'rejected', 'suspended'],
    ])
    expect(
      Object.keys(await pairs(sql`select status as key, count(*) from subscriptions group by 1`)).toSorted(),
    ).toEqual([...['active', 'canceled', 'past_due', 'trialing']])
    expect(
      Object.keys(await pairs(sql`select interval as key, count(*) from plan_prices group by 1`)).toSorted(),
    ).toEqual([...['day', 'month', 'week', 'year']])
    expect(
      Object.keys(await pairs(sql`select currency as key, count(*) from subscription_totals group by 1`)).toSorted(),
    ).toEqual(['eur', 'gbp', 'usd'])
  })

  it('leaves nothing behind when it is interrupted, so that the next start fills the database', async () => {
    const own = await createTestServices()
    // The days of an unknown zone are refused by the database, after the people have been written.
    const interrupted = { ...own, settings: { ...own.settings, timeZone: 'Nowhere/At_All' } }
    await expect(seedDemo(interrupted, { merchants: 2, subscriptions: 20 })).rejects.toThrow('insert into')
    expect(
      await rowsOf(
        sql`select (select count(*) from users) as users, (select count(*) from merchants) as merchants`,
        own,
      ),
    ).toEqual([{ users: 0, merchants: 0 }])
  })

  it('lets the demo accounts in', async () => {
    for (const { email, password } of [...demoAccounts, setupAccount]) {
      const [user] = await rowsOf(sql`select password_hash as hash, status from users where email = ${email}`)
      expect(user?.['status']).toBe('active')
      expect(await services.passwords.verify(password, String(user?.['hash']))).toBe(true)
    }
    expect(
      await rowsOf(sql`select u.email, a.role, array_agg(m.merchant_id order by m.position) filter (where m.merchant_id is not null) as merchants
        from users u join admin_records a on a.user_id = u.id left join user_merchants m on m.user_id = u.id
        where u.email like '%@quaff.test' group by 1, 2 order by 1`),
    ).toEqual([
      { email: 'admin@quaff.test', role: 'quaff_admin', merchants: null },
      { email: 'owner@quaff.test', role: 'merchant_owner', merchants: ['mer_d00001', 'mer_d00002'] },
      { email: 'setup@quaff.test', role: 'merchant_owner', merchants: null },
      { email: 'viewer@quaff.test', role: 'merchant_viewer', merchants: ['mer_d00001'] },
    ])
  })

  it('lives up to now: nothing in the future, a surge in the last hour, a rhythm over the day', async () => {
    const now = services.clock.now().toISOString()
    expect(
      await rowsOf(sql`select (select count(*) from redemptions where redeemed_at > ${now}) as later,
        (select count(*) from subscriptions where greatest(created_at, updated_at) > ${now}) as unborn,
        (select count(*) from redemptions where redeemed_at > ${now}::timestamptz - interval '1 hour' and merchant_id = 'mer_d00001' and status = 'completed') > 50 as surge,
        (select min(redeemed_at) < ${now}::timestamptz - interval '89 days' from redemptions) as long`),
    ).toEqual([{ later: 0, unborn: 0, surge: true, long: true }])
    const hours = await pairs(
      sql`select extract(hour from hour at time zone 'UTC') as key, sum(count) as count from redemption_hours group by 1`,
    )
    expect(hours['8']).toBeGreaterThan((hours['15'] ?? 0) * 1.5)
    expect(hours['12']).toBeGreaterThan(hours['15'] ?? 0)
    expect(hours['3'] ?? 0).toBeLessThan((hours['8'] ?? 0) / 20)
  })

  it('redeems while locations are open, but for a few per cent', async () => {
    const drinks =
      await rowsOf(sql`select r.redeemed_at as at, l.fields from redemptions r join locations l on l.id = r.location_id
      order by md5(r.id) limit 3000`)
    const closed = drinks.filter(({ at, fields }) => {
      const schedule = readSchedule(Object(fields), services.settings.timeZone)
      return isOpenAt(schedule, new Date(String(at))) === false
    })
    expect(drinks).toHaveLength(3_000)
    expect(closed.length).toBeGreaterThan(0)
    expect(closed.length).toBeLessThan(3_000 * 0.03)
  })

  it('has counters that agree with its rows', async () => {
    const differences = sql`select * from (select merchant_id, status, billing_currency as currency, count(*)::int as count, sum(monthly_minor)::bigint as monthly
        from subscriptions group by 1, 2, 3) rows full join (select merchant_id, status, currency, count, monthly_minor as monthly
        from subscription_totals where count <> 0) counters using (merchant_id, status, currency, count, monthly)
      where rows.merchant_id is null or counters.merchant_id is null`
    const unlike = sql`select r.merchant_id from redemption_totals t full join
      (select merchant_id, count(*)::int as count from redemptions where status = 'completed' group by 1) r using (merchant_id) where t.count is distinct from r.count`
    expect(
      await rowsOf(sql`select count(*) as wrong from (${differences}) as differences`).catch(() => rowsOf(differences)),
    ).toEqual([{ wrong: 0 }])
    expect(await rowsOf(unlike)).toEqual([])
  })

  it('has paid the last three months: statements that add up, a failed one, adjustments and a venue without a bank', async () => {
    expect(
      await rowsOf(sql`select p.id from payouts p left join (select l.payout_id, sum(c.amount_minor) as gross, count(*) as count
          from payout_charges l join subscription_charges c on c.subscription_id = l.subscription_id and c.period_start = l.period_start
          group by 1) lines on lines.payout_id = p.id
        left join (select payout_id, sum(amount_minor) as amount from payout_adjustments group by 1) a on a.payout_id = p.id
        where p.gross_minor is distinct from lines.gross or p.renewal_count <> lines.count or p.net_minor < 0
          or p.adjustments_minor <> coalesce(a.amount, 0) or p.net_minor <> p.gross_minor - p.fee_minor + p.adjustments_minor`),
    ).toEqual([])
    const states = await pairs(sql`select period || ' ' || status as key, count(*) from payouts group by 1`)
    expect(Object.keys(states).toSorted()).toEqual([
      ...['2025-12 approved', '2025-12 confirmed', '2026-01 approved', '2026-01 confirmed', '2026-01 failed'],
      ...['2026-02 approved', '2026-02 draft', '2026-02 sent'],
    ])
    expect(
      await rowsOf(sql`select (select count(*) from payout_adjustments) as adjustments,
        (select count(*) from payouts p where p.status in ('sent', 'confirmed') and p.paid_to_last4 is null) as nowhere,
        (select count(distinct p.merchant_id) from payouts p
          where not exists (select 1 from merchant_bank_accounts b where b.merchant_id = p.merchant_id)) as unbanked,
        (select count(distinct c.merchant_id) > 0 from subscription_charges c where c.period_start >= '2026-02-01' and c.period_start < '2026-03-01'
          and not exists (select 1 from payouts p where p.merchant_id = c.merchant_id and p.period = '2026-02')) as waiting,
        (select count(*) from payouts where greatest(generated_at, sent_at, settled_at) > ${services.clock.now().toISOString()}) as later`),
    ).toEqual([{ adjustments: 3, nowhere: 0, unbanked: 1, waiting: true, later: 0 }])
  })

  it('is the same every time', async () => {
    const digest = sql`select (select md5(string_agg(s::text, '' order by id)) from subscriptions s) as subscriptions,
      (select md5(string_agg(r::text, '' order by redeemed_at, id)) from redemptions r) as redemptions,
      (select md5(string_agg(m::text, '' order by id)) from merchants m) as merchants,
      (select md5(string_agg(p::text, '' order by id)) from payouts p) as payouts`
    const worlds = []
    for (let round = 0; round < 2; round++) {
      const own = await createTestServices()
      await seedDemo(own, { merchants: 8, subscriptions: 120 })
      worlds.push(await rowsOf(digest, own))
      await own.close()
    }
    expect(worlds[0]).toEqual(worlds[1])
  })
})
