const nothing = () => []
const ofList = ({ waitlistId }) => [waitlistId]
const ofForm = ({ formId }) => [formId]
const anyOf = (...columns) => `search_text(${columns.join(` || U&'\\001F' || `)}) like search_text($1)`
const searched = ({ q }) => [`%${q}%`]

const entries = (where, order, values = ofList) => ({
  text: `select id, waitlist_id, email, name, city, postal_code, wanted_venue, source, affiliate_code, status, referral_code,
      referral_count, confirmed_at, invited_at, joined_at, created_at, version from waitlist_entries e
    where ${where} order by ${order} limit 20`,
  values,
})
const newestEntries = 'created_at desc nulls last, id desc nulls last'
const entrySearch = `waitlist_id = $2 and ${anyOf('email', 'name', 'city', 'wanted_venue')}`

/** Affiliate links with their clicks and the attributed subscriptions. */
const links = (where, values = nothing) => ({
  text: `select l.*, m.name as merchant_name, (select sum(d.clicks) from affiliate_days d where d.link_id = l.id) as clicks,
      (select count(*) from subscription_affiliates s where s.code = l.code) as subscriptions,
      (select count(*) from waitlist_entries w where w.affiliate_code = l.code) as waiting
    from affiliate_links l left join merchants m on m.id = l.merchant_id
    where ${where} order by l.created_at desc nulls last, l.id desc nulls last limit 20`,
  values,
})
const submissions = (where, values = nothing) => ({
  text: `select s.id, s.form_id, f.name as form_name, s.business_name, s.email, s.status, s.affiliate_code, s.submitted_at,
      s.version from signup_submissions s join signup_forms f on f.id = s.form_id
    where ${where} order by s.submitted_at desc nulls last, s.id desc nulls last limit 20`,
  values,
})
const applications = (where, values = nothing) => ({
  text: `select s.id, s.kind, s.status, s.email, s.contact_name, s.business_name, s.affiliate_code, s.created_at, s.version,
      u.status as account from merchant_signups s left join users u on u.id = s.user_id
    where ${where} order by s.created_at desc nulls last, s.id desc nulls last limit 20`,
  values,
})

export const growthFloors = {
  waitlists: {
    text: `select w.*, e.status, e.count from waitlists w left join (select waitlist_id, status, count(*) from waitlist_entries
      group by 1, 2) e on e.waitlist_id = w.id order by lower(w.name), w.id`,
    values: nothing,
  },
  'waitlist, people': entries('waitlist_id = $1', newestEntries),
  'waitlist, by status': entries('waitlist_id = $1 and status = $2', newestEntries, ({ waitlistId, status }) => [
    waitlistId,
    status,
  ]),
  'waitlist, by friends': entries('waitlist_id = $1', 'referral_count desc nulls last, id desc nulls last'),
  'waitlist, search': entries(entrySearch, newestEntries, ({ waitlistId, q }) => [`%${q}%`, waitlistId]),
  'waitlist, sources': {
    text: 'select source, count(*) from waitlist_entries where waitlist_id = $1 group by 1 order by 2 desc limit 100',
    values: ofList,
  },
  'waitlist, invite next': {
    text: `select id, email, name, referral_count, created_at from waitlist_entries
      where waitlist_id = $1 and status = 'waiting' order by created_at, id limit $2::int`,
    values: ({ waitlistId, count }) => [waitlistId, count],
  },
  'waitlist, demand': {
    text: `select lower(city) as city, postal_code, count(*), count(*) filter (where status = 'joined') as joined
      from waitlist_entries where waitlist_id = $1 group by 1, 2 order by 3 desc limit 100`,
    values: ofList,
  },
  'affiliate links, all': links('true'),
  'affiliate links of a merchant': links('l.merchant_id = $1', ({ merchantId }) => [merchantId]),
  'affiliate links, search': links(anyOf('l.name', 'l.slug', 'l.code'), searched),
  'affiliate totals, all': {
    text: `select l.status, l.count, (select sum(clicks) from affiliate_days) as clicks,
      (select count(*) from subscription_affiliates) as subscriptions
      from (select status, count(*) from affiliate_links group by 1) l`,
    values: nothing,
  },
  'affiliate totals of a merchant': {
    text: `select l.status, count(*), sum((select sum(d.clicks) from affiliate_days d where d.link_id = l.id)) as clicks,
        sum((select count(*) from subscription_affiliates s where s.code = l.code)) as subscriptions
      from affiliate_links l where l.merchant_id = $1 group by 1`,
    values: ({ merchantId }) => [merchantId],
  },
  'signup forms': {
    text: `select f.id, f.name, f.slug, f.status, f.live_version, f.updated_at, f.version, d.viewed, d.started, s.submitted, s.approved
      from signup_forms f left join (select form_id, sum(viewed) as viewed, sum(started) as started from signup_form_days
          group by 1) d on d.form_id = f.id
        left join (select form_id, count(*) as submitted, count(*) filter (where status = 'approved') as approved
          from signup_submissions group by 1) s on s.form_id = f.id
      order by f.updated_at desc nulls last, f.id desc nulls last limit 20`,
    values: nothing,
  },
  'form funnel': {
    text: `select d.viewed, d.started, s.submitted, s.approved from (select sum(viewed) as viewed, sum(started) as started
        from signup_form_days where form_id = $1 and day > current_date - 30) d,
      (select count(*) as submitted, count(*) filter (where status = 'approved') as approved from signup_submissions
        where form_id = $1 and submitted_at > current_date - 30) s`,
    values: ofForm,
  },
  'submissions, all': submissions('true'),
  'submissions of a form': submissions('s.form_id = $1', ofForm),
  'submissions by status': submissions('s.form_id = $1 and s.status = $2', ({ formId, status }) => [formId, status]),
  'submissions, search': submissions(anyOf('s.business_name', 's.email'), searched),
  'submission counts': { text: 'select status, count(*) from signup_submissions group by 1', values: nothing },
  'applications of the partner pages': applications('true'),
  'applications by status': {
    text: `select s.id, s.kind, t.status, s.email, s.contact_name, s.business_name, s.affiliate_code, s.created_at, s.version
      from merchant_signup_states t join merchant_signups s on s.id = t.signup_id where t.status = $1
      order by t.created_at desc nulls last, t.signup_id desc nulls last limit 20`,
    values: ({ status }) => [status],
  },
}
