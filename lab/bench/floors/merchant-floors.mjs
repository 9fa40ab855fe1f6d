const nothing = () => []
const ofMerchant = ({ merchantId }) => [merchantId]

/** A page of merchants with what each row shows, from the same counters. */
const byName = 'merchants m left join merchant_subscription_stats s on s.merchant_id = m.id'
/** Each merchant has counters: their index gives the order. */
const byCounters = 'merchant_subscription_stats s join merchants m on m.id = s.merchant_id'
const merchantPage = (where, order, from = byName) => ({
  text: `select m.id, m.name, m.status, m.status_changed_at, m.needs_review, m.application_status, m.contact_email,
      m.business_type, m.tax_id, m.address, m.is_live, m.logo_url, m.bank_verified_at, m.created_at, u.email, u.display_name,
      s.total_subscribers, s.active_subscribers, s.monthly_revenue_minor, s.currency, s.last_activity_at, r.count as drinks,
      (select count(*) from locations l where l.merchant_id = m.id) as locations,
      (select count(*) from subscription_plans p where p.merchant_id = m.id and p.active) as plans
    from ${from} left join redemption_totals r on r.merchant_id = m.id left join users u on u.id = m.owner_id
    where ${where} order by ${order} limit 20`,
  values: nothing,
})
const live = `m.status = 'active' and m.is_live and not m.needs_review`
const foundIn = (columns) => `search_text(${columns.join(` || U&'\\001F' || `)}) like search_text($1)`
const nameSearch = foundIn(['m.name', `coalesce(m.description, '')`, `coalesce(m.contact_email, '')`])

const reviewQueue = {
  text: `select m.id, m.name, m.business_type, m.status, m.is_live, m.status_changed_at, m.contact_email, m.address, m.tax_id,
      m.bank_verified_at, m.logo_url, (select count(*) from locations l where l.merchant_id = m.id) as locations,
      (select count(*) from subscription_plans p where p.merchant_id = m.id and p.active) as plans
    from merchants m where m.status = 'pending_review' or m.needs_review order by m.status_changed_at, m.id limit $1::int`,
  values: ({ limit = 50 }) => [limit],
}

export const merchantFloors = {
  'merchants by name': merchantPage('true', 'lower(m.name) desc, m.id desc'),
  'merchants by subscribers': merchantPage('true', 's.active_subscribers desc, s.merchant_id desc', byCounters),
  'merchants by revenue': merchantPage('true', 's.monthly_revenue_minor desc, s.merchant_id desc', byCounters),
  'merchants by activity': merchantPage('true', 's.last_activity_at desc, s.merchant_id desc', byCounters),
  'merchants created': merchantPage('true', 'm.created_at desc, m.id desc'),
  'merchants, live tab': merchantPage(live, 'lower(m.name) desc, m.id desc'),
  'merchants, search': { ...merchantPage(nameSearch, 'lower(m.name) desc, m.id desc'), values: ({ q }) => [`%${q}%`] },
  'merchant counts': {
    text: 'select status, needs_review, is_live, application_status, count(*) from merchants group by 1, 2, 3, 4',
    values: nothing,
  },
  'one merchant': {
    text: `select m.*, s.*, r.count as drinks, u.email, u.display_name from merchants m
      left join merchant_subscription_stats s on s.merchant_id = m.id
      left join redemption_totals r on r.merchant_id = m.id left join users u on u.id = m.owner_id where m.id = $1`,
    values: ofMerchant,
  },
  'merchant impact': {
    text: `select s.total_subscribers, s.active_subscribers, r.count as drinks,
        (select sum(t.count) from subscription_totals t where t.merchant_id = m.id) as subscriptions,
        (select count(*) from payouts p where p.merchant_id = m.id) as payouts,
        (select count(*) from user_merchants w where w.merchant_id = m.id) as people
      from merchants m left join merchant_subscription_stats s on s.merchant_id = m.id
        left join redemption_totals r on r.merchant_id = m.id where m.id = $1`,
    values: ofMerchant,
  },
  'review queue': reviewQueue,
  'review queue, all ranked': reviewQueue,
  'switcher options': {
    text: 'select id, name, status, logo_url from merchants order by lower(name), id limit 50',
    values: nothing,
  },
  locations: {
    text: 'select * from locations where merchant_id = $1 order by lower(name), id limit 20',
    values: ofMerchant,
  },
  plans: {
    text: `select p.*, (select json_agg(r) from plan_prices r where r.plan_id = p.id) as prices, f.figures
      from subscription_plans p left join (
        select plan_id, json_agg(json_build_array(status, currency, count, monthly_minor)) as figures
        from subscription_plan_totals where merchant_id = $1 group by 1) f on f.plan_id = p.id
      where p.merchant_id = $1 order by p.name, p.id`,
    values: ofMerchant,
  },
  'promotion grid': {
    text: `select m.id, m.name, m.status, m.logo_url, m.business_type, p.* from merchants m
      left join merchant_promotions p on p.merchant_id = m.id and p.promotion_id = $1 order by lower(m.name), m.id limit 20`,
    values: ({ promotionId }) => [promotionId],
  },
  'promotions of a merchant': {
    text: `select m.id, m.name, m.status, p.* from merchants m left join merchant_promotions p on p.merchant_id = m.id
      where m.id = $1 order by p.promotion_id`,
    values: ofMerchant,
  },
  subscribers: {
    text: `select s.*, p.name as plan_name, u.email, u.display_name from subscriptions s
      left join subscription_plans p on p.id = s.plan_id left join users u on u.id = s.user_id
      where s.merchant_id = $1 order by s.created_at desc nulls last limit 200`,
    values: ofMerchant,
  },
  'audit of a merchant': {
    text: 'select * from admin_audit_logs where merchant_id = $1 order by occurred_at desc nulls last limit 20',
    values: ofMerchant,
  },
  'bank details': { text: 'select * from merchant_bank_accounts where merchant_id = $1', values: ofMerchant },
}
