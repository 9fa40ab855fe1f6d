import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { readBrandFile } from '@quaff/features/branding/server'
import { isOpenAt } from '@quaff/features/locations/opening-rules'
import { readSchedule } from '@quaff/features/locations/rules'
import { checkRedemptionCounters } from '@quaff/features/redemptions/server'
import { answerErrors, cleanAnswers, fieldErrors } from '@quaff/features/signup-forms/fields-rules'
import { signupForms, signupFormVersions, signupSubmissions } from '@quaff/features/signup-forms/tables'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { demoAccounts, setupAccount } from './accounts'
import { seedDemo } from './seed-demo'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
  await seedDemo(services, { merchants: 40, subscriptions: 1_500 })
})

const rowsOf = async (query: ReturnType<typeof sql>, own = services) =>
  (await own.db.execute<Record<string, unknown>>(query)).rows
const pairs = async (query: ReturnType<typeof sql>) =>
  Object.fromEntries((await rowsOf(query)).map((row) => [String(row['key']), Number(row['count'])]))

describe('demo data', () => {
  it('has waitlists with people in every state, and an empty one', async () => {
    expect(
      Object.keys(await pairs(sql`select status as key, count(*) from waitlist_entries group by 1`)).toSorted(),
    ).toEqual(['invited', 'joined', 'removed', 'shortlisted', 'waiting'])
    expect(
      await rowsOf(sql`select slug from waitlists where id not in (select waitlist_id from waitlist_entries)`),
    ).toEqual([{ slug: 'summer-terrace' }])
  })

  it('has invitations by an owner: waiting, expired and accepted', async () => {
    const now = services.clock.now().toISOString()
    const rows = await rowsOf(sql`select i.accepted_at is not null as accepted, i.expires_at < ${now} as expired,
      exists (select 1 from users u where u.email = i.email) as account from merchant_invitations i order by i.id`)
    expect(rows).toEqual([
      { accepted: false, expired: false, account: false },
      { accepted: false, expired: true, account: false },
      { accepted: true, expired: false, account: true },
    ])
  })

  it('has signup forms in every state, with answers that fit their questions', async () => {
    const forms = await services.db.select().from(signupForms).orderBy(signupForms.id)
    expect(forms.map(({ status }) => status)).toEqual(['live', 'draft', 'closed'])
    const versions = await services.db.select().from(signupFormVersions)
    expect(versions.flatMap(({ fields }) => fieldErrors(fields))).toEqual([])
    const submissions = await services.db.select().from(signupSubmissions)
    expect(new Set(submissions.map(({ status }) => status))).toEqual(new Set(['submitted', 'approved', 'rejected']))
    for (const { formId, formVersion, answers } of submissions) {
      const fields = versions.find((one) => one.formId === formId && one.number === formVersion)?.fields
      expect(answerErrors(fields ?? [], answers)).toEqual([])
      expect(cleanAnswers(fields ?? [], answers)).toHaveLength(answers.length)
    }
  })

  it('has affiliate links in every state, some with clicks and with subscriptions that came through them', async () => {
    const links = await rowsOf(sql`select l.code, l.status, l.merchant_id is null as platform,
      (select sum(d.clicks) from affiliate_days d where d.link_id = l.id)::int as clicks,
      (select count(*) from subscription_affiliates s where s.code = l.code)::int as subscriptions
      from affiliate_links l order by l.id`)
    expect(links.map(({ code }) => code)).toEqual([
      'TABLETENT',
      'WINDOW',
      'SUMMER',
      'LOYALTY',
      'NEWS',
      'FAIR',
      'WINTER',
    ])
    expect(links[0]).toMatchObject({ status: 'active', platform: false })
    expect(links[2]).toMatchObject({ status: 'archived', clicks: null, subscriptions: 0 })
    for (const index of [0, 3]) expect(links[index]?.['subscriptions']).toBeGreaterThan(0)
    for (const index of [0, 1, 3, 4, 5]) expect(links[index]?.['clicks']).toBeGreaterThan(20)
  })

  it('has the requested sizes, in its own partitions', async () => {
    expect(
      await rowsOf(sql`select (select count(*) from merchants) as merchants, (select count(*) from subscriptions) as subscriptions,
        (select count(*) from redemptions) > 10000 as redemptions, (select count(*) from redemptions_default) as outside`),
    ).toEqual([{ merchants: 40, subscriptions: 1_500, redemptions: true, outside: 0 }])
  })

  it('has every status of merchants, users and subscriptions', async () => {
    expect(await pairs(sql`select status as key, count(*) from merchants group by 1`)).toEqual({
      active: 25,
      pending_review: 7,
      pending: 4,
      rejected: 2,
      suspended: 1,
      archived: 1,
    })
    expect(Object.keys(await pairs(sql`select status as key, count(*) from users group by 1`)).toSorted()).toEqual([
      'active',
      'pending',
      'pending_approval',
      'rejected',
      'suspended',
    ])
    expect(
      Object.keys(await pairs(sql`select status as key, count(*) from subscriptions group by 1`)).toSorted(),
    ).toEqual(['active', 'canceled', 'past_due', 'trialing'])
    expect(
      Object.keys(await pairs(sql`select interval as key, count(*) from plan_prices group by 1`)).toSorted(),
    ).toEqual(['day', 'month', 'week', 'year'])
    expect(
      Object.keys(await pairs(sql`select currency as key, count(*) from subscription_totals group by 1`)).toSorted(),
    ).toEqual(['eur', 'gbp', 'usd'])
  })

  it('leaves an empty database after an interruption, so that the next start fills it', async () => {
    const own = await createTestServices()
    // The database rejects days of an unknown zone, after the people were written.
    const interrupted = { ...own, settings: { ...own.settings, timeZone: 'Nowhere/At_All' } }
    await expect(seedDemo(interrupted, { merchants: 2, subscriptions: 20 })).rejects.toThrow('insert into')
    expect(
      await rowsOf(
        sql`select (select count(*) from users) as users, (select count(*) from merchants) as merchants`,
        own,
      ),
    ).toEqual([{ users: 0, merchants: 0 }])
  })

  it('allows the demo accounts to sign in', async () => {
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

  it('ends now: nothing is in the future, and today follows the hours of earlier days', async () => {
    const now = services.clock.now().toISOString()
    expect(
      await rowsOf(sql`select (select count(*) from redemptions where redeemed_at > ${now}) as later,
        (select count(*) from subscriptions where greatest(created_at, updated_at) > ${now}) as unborn,
        (select min(redeemed_at) < ${now}::timestamptz - interval '89 days' from redemptions) as long`),
    ).toEqual([{ later: 0, unborn: 0, long: true }])
    const ofPlatformZone = sql`merchant_id in (select id from merchants where time_zone is null)`
    const byHour = (days: ReturnType<typeof sql>) =>
      pairs(sql`select extract(hour from hour at time zone 'UTC') as key, sum(count)::float / count(distinct hour::date) as count
        from redemption_hours where hour::date ${days} and ${ofPlatformZone} group by 1`)
    const [today, before] = [
      await byHour(sql`= ${now}::date`),
      await byHour(sql`between ${now}::date - 14 and ${now}::date - 1`),
    ]
    expect(
      Object.keys(today)
        .map(Number)
        .every((hour) => hour < 12),
    ).toBe(true)
    for (const hour of [7, 8, 9, 10, 11]) {
      expect(today[hour]).toBeGreaterThan((before[hour] ?? 0) / 2)
      expect(today[hour]).toBeLessThan((before[hour] ?? 0) * 2)
    }
    const hours = await pairs(
      sql`select extract(hour from hour at time zone 'UTC') as key, sum(count) as count from redemption_hours
        where ${ofPlatformZone} group by 1`,
    )
    expect(hours['8']).toBeGreaterThan((hours['15'] ?? 0) * 1.5)
    expect(hours['12']).toBeGreaterThan(hours['15'] ?? 0)
    expect(hours['3'] ?? 0).toBeLessThan((hours['8'] ?? 0) / 20)
  })

  it('renews every subscription by its own interval and charges each period once', async () => {
    const lengths = await rowsOf(sql`
      select own.interval || ' ' || own.count as key, max(charge.period_end - charge.period_start) as longest,
        min(charge.period_end - charge.period_start) as shortest, count(*) > 1 as several,
        count(*) filter (where later.period_start < charge.period_end) as overlapping
      from (select id, coalesce(interval, price_details ->> 'interval') as interval,
        coalesce(interval_count, (price_details ->> 'intervalCount')::int) as count from subscriptions) own
      join subscription_charges charge on charge.subscription_id = own.id
      left join lateral (select min(period_start) as period_start from subscription_charges other
        where other.subscription_id = own.id and other.period_start > charge.period_start) later on true
      group by 1 order by 1`)
    expect(lengths.map(({ key, longest, shortest }) => [key, shortest, longest].join(' | '))).toEqual([
      'day 1 | 1 day | 1 day',
      'month 1 | 28 days | 31 days',
      'month 3 | 89 days | 92 days',
      'week 1 | 7 days | 7 days',
      'week 2 | 14 days | 14 days',
      'year 1 | 365 days | 365 days',
    ])
    expect(lengths.every(({ several, overlapping }) => several === true && overlapping === 0)).toBe(true)
    // A quarter is paid once, and no week of the last months is left out.
    expect(
      await rowsOf(sql`select count(*) filter (where gap) as gaps, count(*) > 1000 as many from (
        select lead(period_start) over (partition by subscription_id order by period_start) <> period_end as gap,
          period_start from subscription_charges where period_start >= '2026-01-01') charges`),
    ).toEqual([{ gaps: 0, many: true }])
  })

  it('has audit rows in order, with the times of their records', async () => {
    expect(
      await rowsOf(sql`select a.action, count(*) > 0 as some, count(*) filter (where a.occurred_at is distinct from case a.action
          when 'create_plan' then p.created_at when 'update_plan' then p.updated_at when 'approve_merchant' then m.status_changed_at
          when 'create_merchant' then m.created_at when 'generate_payout' then o.generated_at when 'grant_admin' then r.updated_at
          else a.occurred_at end) as other, count(*) filter (where u.created_at > a.occurred_at) as before_their_author
        from admin_audit_logs a left join subscription_plans p on p.id = a.target_id left join merchants m on m.id = a.target_id
        left join payouts o on o.id = a.target_id left join admin_records r on r.user_id = a.target_id
        join users u on u.id = a.admin_user_id group by 1 order by 1`),
    ).toEqual(
      [
        'approve_merchant',
        'create_merchant',
        'create_plan',
        'export_users',
        'generate_payout',
        'grant_admin',
        'update_branding',
        'update_merchant',
        'update_plan',
      ].map((action) => ({ action, some: true, other: 0, before_their_author: 0 })),
    )
    expect(
      await rowsOf(sql`select count(*) from (select occurred_at < lag(occurred_at) over (order by sequence) as early
        from admin_audit_logs where action <> 'update_branding') rows where early`),
    ).toEqual([{ count: 0 }])
    expect(
      await rowsOf(sql`select count(*) from user_activity a join users u on u.id = a.user_id
        where a.occurred_at < u.created_at or a.occurred_at > u.last_active_at`),
    ).toEqual([{ count: 0 }])
  })

  it('has some merchants with a logo, each with its own file', async () => {
    const logos = await rowsOf(sql`select m.branding_logo_url as url, i.storage_key as key from merchants m
      join brand_images i on i.merchant_id = m.id where m.branding_logo_url is not null`)
    expect(logos).toHaveLength(6)
    for (const { url, key } of logos) {
      expect(String(url)).toContain(String(key))
      expect((await readBrandFile(services, String(key)))?.contentType).toBe('image/webp')
    }
  })

  it('redeems while locations are open, except for a few percent', async () => {
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

  it('has merchants in several time zones, whose mornings follow local time', async () => {
    const mornings = await rowsOf(sql`
      select m.time_zone as zone, count(*) filter (where extract(hour from r.redeemed_at at time zone m.time_zone) between 6 and 11)
        > count(*) * 0.4 as early, count(*) filter (where l.fields ->> 'timeZone' is distinct from m.time_zone) as elsewhere
      from merchants m join redemptions r on r.merchant_id = m.id left join locations l on l.id = r.location_id and l.fields ? 'timeZone'
      where m.time_zone is not null and l.id is not null group by 1 order by 1`)
    expect(mornings).toEqual(
      ['America/New_York', 'Europe/Berlin', 'Europe/London'].map((zone) => ({ zone, early: true, elsewhere: 0 })),
    )
    expect(await rowsOf(sql`select count(distinct merchant_id) > 3 as many from subscription_local_days`)).toEqual([
      { many: true },
    ])
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

  it('a drink of a day pass costs about as much as a single one', async () => {
    const now = services.clock.now().toISOString()
    const ofDayPass = sql`plan_id in (select plan_id from plan_prices where interval = 'day')`
    const [row] = await rowsOf(sql`select
      (select count(*)::int * 7200 from subscriptions where status = 'active' and ${ofDayPass}) as revenue,
      (select count(*)::int from redemptions where ${ofDayPass}
        and redeemed_at > ${now}::timestamptz - interval '30 days') as drinks`)
    const perDrink = Number(row?.['revenue']) / Number(row?.['drinks'])
    expect(perDrink).toBeGreaterThan(240)
    expect(perDrink).toBeLessThan(960)
  })

  it('links each redemption to the one before, across batches', async () => {
    const { rows } = await services.db.execute<{ id: string }>(sql`select id from merchants`)
    const venueIds = rows.map(({ id }) => id)
    expect(await checkRedemptionCounters(services, services.db, venueIds)).toEqual([])
    const linked = await rowsOf(sql`select count(previous_at) > count(*) / 2 as most from redemptions`)
    expect(linked).toEqual([{ most: true }])
  })

  it('has payouts for three months: consistent statements, a failed one, adjustments and a merchant without bank details', async () => {
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
      '2025-12 approved',
      '2025-12 confirmed',
      '2026-01 approved',
      '2026-01 confirmed',
      '2026-01 failed',
      '2026-02 approved',
      '2026-02 draft',
      '2026-02 sent',
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

  it('is deterministic', async () => {
    const digest = sql`select (select md5(string_agg(s::text, '' order by id)) from subscriptions s) as subscriptions,
      (select md5(string_agg(r::text, '' order by redeemed_at, id)) from redemptions r) as redemptions,
      (select md5(string_agg((to_jsonb(m) - 'branding_logo_url')::text, '' order by id)) from merchants m) as merchants,
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
