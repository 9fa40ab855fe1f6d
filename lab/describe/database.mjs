/** Columns, indexes, constraints, triggers, functions and views of a migrated database. */
export async function readSchema(rowsOf) {
  const schema = {}
  for (const { table, name, type, nullable, value, collation } of await rowsOf(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable,
      pg_get_expr(d.adbin, d.adrelid) as value, a.attcollation::regcollation::text as collation
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where n.nspname = 'public' and c.relkind in ('r', 'p', 'v', 'm') and a.attnum > 0 and not a.attisdropped`))
    schema[`${table}.${name}`] = { type, nullable, value, collation }
  for (const { table, name, definition } of await rowsOf(
    `select tablename as table, indexname as name, indexdef as definition from pg_indexes where schemaname = 'public'`,
  ))
    schema[`${table} index ${name}`] = definition
  for (const { table, name, definition } of await rowsOf(`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0`))
    schema[`${table} constraint ${name}`] = definition
  for (const { name, definition } of await rowsOf(`
    select tgrelid::regclass::text || ' trigger ' || tgname as name, pg_get_triggerdef(oid) as definition
    from pg_trigger where not tgisinternal
    union all select 'function ' || p.oid::regprocedure::text, pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
        and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
    union all select 'view ' || viewname, definition from pg_views where schemaname = 'public'
    union all select c.relname || ' options', array_to_string(c.reloptions, ' ') from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.reloptions is not null`))
    schema[name] = definition
  return schema
}

export async function countRows(rowsOf) {
  const tables = await rowsOf(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  const counts = {}
  for (const { name } of tables) counts[name] = (await rowsOf(`select count(*)::int as count from "${name}"`))[0].count
  return counts
}

const demoIds = {
  merchantId: 'select merchant_id as id from subscriptions group by 1 order by count(*) desc, 1 limit 1',
  subscriptionId: 'select id from subscriptions where merchant_id = $1 order by created_at desc, id limit 1',
  planId: 'select plan_id as id from subscriptions where merchant_id = $1 group by 1 order by count(*) desc, 1 limit 1',
  locationId: 'select id from locations where merchant_id = $1 order by id limit 1',
  userId: 'select user_id as id from subscriptions where merchant_id = $1 group by 1 order by count(*) desc, 1 limit 1',
  payoutId: 'select id from payouts where merchant_id = $1 order by renewal_count desc, id limit 1',
  linkId: 'select link_id as id from affiliate_days group by 1 order by sum(clicks) desc, 1 limit 1',
  formId: 'select form_id as id from signup_submissions group by 1 order by count(*) desc, 1 limit 1',
  submissionId: 'select id from signup_submissions order by submitted_at desc, id limit 1',
  waitlistId: 'select waitlist_id as id from waitlist_entries group by 1 order by count(*) desc, 1 limit 1',
  entryId: 'select id from waitlist_entries order by waitlist_id, id limit 1',
  auditId: 'select id from admin_audit_logs order by id limit 1',
  redemptionId: 'select id from redemptions where merchant_id = $1 order by id limit 1',
  applicationId: 'select id from merchant_applications order by id limit 1',
}

/** The record of the demo data behind each id that an input can name; the merchant is the first of the demo owner. */
export async function findDemoIds(rowsOf) {
  const [{ id: merchantId }] =
    await rowsOf(`select merchant_id as id from user_merchants m join users u on u.id = m.user_id
    where u.email = 'owner@quaff.test' order by position limit 1`)
  const found = { merchantId }
  for (const [key, text] of Object.entries(demoIds))
    found[key] = (await rowsOf(text, text.includes('$1') ? [merchantId] : []))[0]?.id
  return found
}

/** Signs in the demo accounts. Resolves with a session token for each. */
export async function openSessions({ services, rowsOf }) {
  const tokens = { anyone: '' }
  for (const person of ['admin', 'owner', 'viewer']) {
    tokens[person] = `session-of-${person}-${'x'.repeat(40)}`
    await rowsOf(
      `insert into sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, authenticated_at)
       select $1, $2, id, $4::timestamptz, $4::timestamptz + interval '1 day', $4, $4 from users where email = $3`,
      [
        `ses_${person}`,
        services.secrets.hash(tokens[person]),
        `${person}@quaff.test`,
        services.clock.now().toISOString(),
      ],
    )
  }
  return tokens
}
