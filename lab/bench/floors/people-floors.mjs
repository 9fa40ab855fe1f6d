const nothing = () => []
const newest = 'u.created_at desc nulls last, u.id'

/** A page of people with where each of them works. */
const peoplePage = (where, { order = newest, values = nothing, limit = 20 } = {}) => ({
  text: `select u.id, u.email, u.email_is_placeholder, u.display_name, u.photo_url, u.role, u.status, u.phone_number,
      u.subscription_count, u.created_at, u.last_active_at, u.version, (select json_agg(json_build_array(m.id, m.name))
        from user_merchants w join merchants m on m.id = w.merchant_id where w.user_id = u.id) as merchants
    from users u where ${where} order by ${order} limit ${limit}`,
  values,
})
const worksAt = (parameter) => `u.id in (select user_id from user_merchants where merchant_id = ${parameter})`
const ofMerchant = { values: ({ merchantId }) => [merchantId] }
const byName = `search_text(coalesce(nullif(u.display_name, ''), u.email)) collate "C", u.id`
const byActivity = `coalesce(u.last_active_at, '1970-01-01 00:00:00+00'::timestamptz) desc, u.id desc`
const search = `search_text(u.email || U&'\\001F' || coalesce(u.display_name, '')) like search_text($1)`
const figures = `select role, status, count(*), count(*) filter (where created_at >= date_trunc('month', now())) as new
  from users u`

export const peopleFloors = {
  'people, team tab': peoplePage(`u.status = 'active' and u.role <> 'customer'`),
  'people, pending tab': peoplePage(`u.status in ('pending', 'pending_approval')`),
  'people, customers tab': peoplePage(`u.status = 'active' and u.role = 'customer'`),
  'people, blocked tab': peoplePage(`u.status in ('suspended', 'rejected')`),
  'people, everyone': peoplePage('true'),
  'people by name': peoplePage('true', { order: byName }),
  'people by last activity': peoplePage('true', { order: byActivity }),
  'people, search': peoplePage(search, { values: ({ q }) => [`%${q}%`] }),
  'people by status': peoplePage('u.status = $1', { values: ({ status }) => [status] }),
  'people by role': peoplePage('u.role = $1', { values: ({ role }) => [role] }),
  'people of a merchant': peoplePage(worksAt('$1'), ofMerchant),
  'people created lately': peoplePage('u.created_at >= $1', { values: ({ createdFrom }) => [createdFrom] }),
  'people, figures': {
    text: `select role, status, sum(count) as count, 0 as new from user_counts group by 1, 2 union all
      select role, status, 0, count(*) from users where created_at >= date_trunc('month', now()) group by 1, 2`,
    values: nothing,
  },
  'people, figures of one': { text: `${figures} where ${worksAt('$1')} group by 1, 2`, ...ofMerchant },
  'people, 1,000 to select': {
    text: `select u.id from users u where u.status = 'active' and u.role = 'customer' order by ${newest} limit 1000`,
    values: nothing,
  },
  'people, 250 of a selection': peoplePage('u.id = any($1)', { values: ({ ids }) => [ids], limit: 250 }),
  'team of a merchant': peoplePage(`${worksAt('$1')} and u.status = 'active' and u.role <> 'customer'`, ofMerchant),
}
