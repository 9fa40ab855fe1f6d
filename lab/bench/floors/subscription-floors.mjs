const nothing = () => []
const ofMerchant = ({ merchantId }) => [merchantId]

const subscriptionPage = (where, values = nothing) => ({
  text: `select s.*, m.name as merchant_name, p.name as plan_name, u.display_name, u.email from subscriptions s
      left join merchants m on m.id = s.merchant_id left join subscription_plans p on p.id = s.plan_id
      left join users u on u.id = s.user_id where ${where} order by s.created_at desc nulls last limit 20`,
  values,
})
const redemptionPage = (where, values = nothing, { order = 'r.redeemed_at desc', limit = 20 } = {}) => ({
  text: `select r.*, m.name as merchant_name, p.name as plan_name, l.name as location_name, u.display_name from redemptions r
      left join merchants m on m.id = r.merchant_id left join subscription_plans p on p.id = r.plan_id
      left join locations l on l.id = r.location_id left join users u on u.id = r.user_id
    where ${where} order by ${order} limit ${limit}`,
  values,
})
const newestOfMerchant = { order: 'r.redeemed_at desc nulls last' }
const totals = (where, values = nothing) => ({
  text: `select status, currency, sum(count) as count, sum(monthly_minor) as minor from subscription_totals
    where ${where} group by 1, 2`,
  values,
})
const planFigures = {
  text: `select p.id, p.name, f.status, f.billing_currency, f.count, f.minor from subscription_plans p left join (
      select plan_id, status, billing_currency, count(*), sum(monthly_minor) as minor from subscriptions
      where merchant_id = $1 group by 1, 2, 3) f on f.plan_id = p.id where p.merchant_id = $1`,
  values: ofMerchant,
}
const hours = {
  text: `select hour, sum(count) as count from redemption_hours where merchant_id = $1 and status = 'completed'
    and hour >= now() - $2::int * interval '1 day' group by 1 order by 1`,
  values: ({ merchantId, days: length = 30 }) => [merchantId, length],
}

/** The hours of a month beside the newest rows of today. */
const dayAtMerchant = (rows) => ({
  text: `select (select json_agg(h) from (select hour, sum(count) as count from redemption_hours where merchant_id = $1
      and status = 'completed' and hour >= now() - interval '30 days' group by 1) h) as hours,
    (select json_agg(f) from (select r.id, r.redeemed_at, r.status, r.plan_id, r.location_id, u.display_name from redemptions r
      left join users u on u.id = r.user_id where r.merchant_id = $1 and r.redeemed_at >= date_trunc('day', now())
      and r.redeemed_at < date_trunc('day', now()) + interval '1 day'
      order by r.redeemed_at desc nulls last limit ${rows}) f) as feed`,
  values: ofMerchant,
})

export const subscriptionFloors = {
  'subscriptions, all': subscriptionPage('true'),
  'subscriptions by status': subscriptionPage('s.status = $1', ({ status }) => [status]),
  'subscriptions of a merchant': subscriptionPage('s.merchant_id = $1', ofMerchant),
  'subscription counts, all': totals('true'),
  'subscription counts of one': totals('merchant_id = $1', ofMerchant),
  'subscriptions by plan': {
    text: `select p.id as plan, p.name as plan_name, f.counts, s.* from (
        select id, name from subscription_plans where merchant_id = $1 order by lower(name), id limit 10) p
      left join (select plan_id, json_agg(json_build_array(status, number)) as counts from (select plan_id, status,
        count(*) as number from subscriptions where merchant_id = $1 group by 1, 2) counted group by 1) f on f.plan_id = p.id
      left join lateral (select s.*, u.display_name, u.email from subscriptions s left join users u on u.id = s.user_id
        where s.plan_id = p.id order by s.created_at desc nulls last limit 10) s on true`,
    values: ofMerchant,
  },
  'subscription statistics, all': totals('true'),
  'subscription statistics of one': totals('merchant_id = $1', ofMerchant),
  'growth, all': {
    text: `select day, sum(created_count) as count from analytics_days where status = 'active' and day > current_date - 30
      group by 1`,
    values: nothing,
  },
  'plan statistics of one': planFigures,
  'live counter': dayAtMerchant(50),
  'today at a merchant': dayAtMerchant(500),
  'redemptions of a merchant': redemptionPage('r.merchant_id = $1', ofMerchant, newestOfMerchant),
  'redemptions, all': redemptionPage('true'),
  'redemptions, voided, all': redemptionPage(`r.status = 'voided'`),
  'redemption filters': {
    text: `select 'location' as kind, id, name from locations where merchant_id = $1 union all
      select 'plan', id, name from subscription_plans where merchant_id = $1 union all
      select 'method', method, method from (select distinct method from (select method from redemptions
        where merchant_id = $1 order by redeemed_at desc nulls last limit 1000) newest) methods`,
    values: ofMerchant,
  },
  'insights, hours of 90 days': hours,
  'insights, locations of 90 days': {
    text: `select location_id, count(*) filter (where redeemed_at >= now() - $2::int * interval '1 day') as now,
        count(*) filter (where redeemed_at < now() - $2::int * interval '1 day') as before from redemptions
      where merchant_id = $1 and status = 'completed' and redeemed_at >= now() - $2::int * interval '2 days'
        and redeemed_at <= now() group by 1`,
    values: ({ merchantId, days: length }) => [merchantId, length],
  },
  'insights, plans': {
    text: `select f.*, d.drinks from (select plan_id, status, billing_currency, count(*), sum(monthly_minor) as minor
        from subscriptions where merchant_id = $1 and status in ('active', 'trialing', 'past_due') group by 1, 2, 3) f
      left join (select plan_id, count(*) as drinks from redemptions where merchant_id = $1 and status = 'completed'
        and redeemed_at > now() - interval '30 days' and redeemed_at <= now() group by 1) d on d.plan_id = f.plan_id`,
    values: ofMerchant,
  },
  'insights, paid but not drinking': {
    text: `select s.id, s.user_id, s.plan_id, s.created_at, d.last_at, count(*) over () as total from subscriptions s
      left join (select user_id, max(redeemed_at) as last_at from redemptions where merchant_id = $1 and status = 'completed'
        and redeemed_at >= now() - interval '28 days' and redeemed_at <= now() group by 1) d on d.user_id = s.user_id
      where s.merchant_id = $1 and s.status = 'active' and s.created_at < now() - interval '14 days'
        and (d.last_at is null or d.last_at < now() - interval '14 days') order by d.last_at nulls first limit 20`,
    values: ofMerchant,
  },
  'insights, heavy users': {
    text: `select d.user_id, u.display_name, d.drinks from (select user_id, count(*) as drinks from redemptions
        where merchant_id = $1 and status = 'completed' and redeemed_at >= now() - interval '30 days' and redeemed_at <= now()
        group by 1 order by 2 desc limit 20) d left join users u on u.id = d.user_id order by d.drinks desc`,
    values: ofMerchant,
  },
  'redemptions of a payout': {
    ...redemptionPage(
      `r.merchant_id = $1 and r.status = 'completed' and r.redeemed_at >= date_trunc('month', now()) - interval '1 month'
        and r.redeemed_at < date_trunc('month', now())`,
      ({ payoutId }) => [payoutId.replace('pay_', 'mer_')],
      { order: 'r.redeemed_at', limit: 50 },
    ),
  },
}
