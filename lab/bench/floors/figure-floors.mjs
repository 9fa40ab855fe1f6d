const nothing = () => []
const ofMerchant = ({ merchantId }) => [merchantId]
const range = ({ from, to }) => [from, to]
const merchantRange = ({ merchantId, from, to }) => [merchantId, from, to]

/** From the platform-wide counters that the job sums. */
const daysOfAll = {
  text: `select day, status, currency, created_count, updated_count, entered_count, entered_monthly_minor from analytics_days
    where day between $1::date and $2::date`,
  values: range,
}
const hoursOfAll = {
  text: `select hour, count from analytics_hours where status = 'completed' and hour >= $1::date and hour < $2::date + 1`,
  values: range,
}
/** Every column of the tiles: a day's counters beside its drinks. */
const tilesOfAll = {
  text: `select d.day, d.status, d.currency, d.created_count, d.updated_count, d.entered_count, d.entered_monthly_minor, h.drinks
    from analytics_days d left join (select hour::date as day, sum(count) as drinks from analytics_hours
      where status = 'completed' and hour >= $1::date and hour < $2::date + 1 group by 1) h on h.day = d.day
    where d.day between $1::date and $2::date`,
  values: range,
}
const tilesOfOne = {
  text: `select d.day, d.status, d.currency, d.created_count, d.updated_count, d.entered_count, d.entered_monthly_minor, h.drinks
    from subscription_days d left join (select hour::date as day, sum(count) as drinks from redemption_hours
      where merchant_id = $1 and status = 'completed' and hour >= $2::date and hour < $3::date + 1 group by 1) h on h.day = d.day
    where d.merchant_id = $1 and d.day between $2::date and $3::date`,
  values: merchantRange,
}
const changesOfOne = {
  text: `select day, status, sum(created_count) as created, sum(updated_count) as updated from subscription_days
    where merchant_id = $1 and day between $2::date and $3::date and status in ('active', 'canceled') group by 1, 2`,
  values: merchantRange,
}
/** The newest snapshot of the job. */
const snapshot = (key) => ({
  text: `select data, measured_at from analytics_snapshots where key like '${key}%' order by measured_at desc limit 1`,
  values: nothing,
})

export const figureFloors = {
  'dashboard, administrator': {
    text: `select 'now' as kind, status, currency, sum(count) as count, sum(monthly_minor) as minor from subscription_totals
      group by 2, 3 union all select 'day', day::text, currency, sum(entered_count), sum(entered_monthly_minor)
      from analytics_days where status = 'active' and day > current_date - 30 group by 2, 3`,
    values: nothing,
  },
  'dashboard, quick actions': {
    text: `select id, name, status, status_changed_at from merchants where status = 'pending_review' or needs_review
      order by status_changed_at, id limit 5`,
    values: nothing,
  },
  'dashboard, one merchant': {
    text: `select m.name, m.status, s.*, r.count as drinks, (select json_agg(t) from subscription_totals t
        where t.merchant_id = m.id) as totals, (select json_agg(d) from (select day, sum(created_count) as created,
          sum(updated_count) as updated from subscription_days where merchant_id = m.id and day > current_date - 30 group by 1) d) as days
      from merchants m left join merchant_subscription_stats s on s.merchant_id = m.id
        left join redemption_totals r on r.merchant_id = m.id where m.id = $1`,
    values: ofMerchant,
  },
  'activity feed': {
    text: `(select 'new' as kind, s.id, s.created_at as at, m.name from subscriptions s join merchants m on m.id = s.merchant_id
        order by s.created_at desc nulls last limit 20) union all
      (select 'canceled', s.id, s.updated_at, m.name from subscriptions s join merchants m on m.id = s.merchant_id
        where s.status = 'canceled' order by s.updated_at desc nulls last limit 20) union all
      (select 'person', u.id, u.created_at, u.display_name from users u order by u.created_at desc nulls last, u.id limit 20)`,
    values: nothing,
  },
  'analytics, tiles, all': tilesOfAll,
  'analytics, tiles, all, 90 days': tilesOfAll,
  'analytics, tiles, all, any range': tilesOfAll,
  'analytics, tiles of one': tilesOfOne,
  'analytics, tiles of one, a year': tilesOfOne,
  'analytics, start dates, all': daysOfAll,
  'analytics, plans, all': snapshot('plan_revenue'),
  'analytics, plans of one': {
    text: `select p.id, p.name, f.* from (select plan_id, billing_currency, count(*), sum(monthly_minor) as minor
      from subscriptions where merchant_id = $1 and status = 'active' group by 1, 2) f
      left join subscription_plans p on p.id = f.plan_id`,
    values: ofMerchant,
  },
  'analytics, top merchants': {
    text: `select m.id, m.name, t.currency, t.count, t.monthly_minor, d.created, d.updated from (select * from subscription_totals
        where status = 'active' and currency = 'usd' order by monthly_minor desc, merchant_id limit 20) t
      join merchants m on m.id = t.merchant_id left join lateral (select sum(created_count) as created,
        sum(updated_count) as updated from subscription_days d where d.merchant_id = t.merchant_id
        and d.day between $1::date and $2::date) d on true order by t.monthly_minor desc`,
    values: range,
  },
  'analytics, churn, all': daysOfAll,
  'analytics, churn of one': changesOfOne,
  'analytics, heatmap, all': hoursOfAll,
  'analytics, heatmap of one': {
    text: `select hour, sum(count) as count from redemption_hours where merchant_id = $1 and status = 'completed'
      and hour >= $2::date and hour < $3::date + 1 group by 1`,
    values: merchantRange,
  },
  'analytics, drinks, all': snapshot('drinks'),
  'analytics, drinks of one': {
    text: `select drinks, count(*) from (select user_id, count(*) as drinks from redemptions where merchant_id = $1
      and status = 'completed' and redeemed_at >= $2::date and redeemed_at < $3::date + 1 group by 1) people group by 1`,
    values: merchantRange,
  },
  'analytics, cohorts, all': snapshot('cohorts'),
  'analytics, cohorts of one': {
    text: `select date_trunc('month', created_at) as began, case when status = 'canceled' then date_trunc('month', updated_at) end
        as ended, count(*) from subscriptions
      where merchant_id = $1 and created_at >= date_trunc('month', now()) - interval '12 months' group by 1, 2`,
    values: ofMerchant,
  },
}
