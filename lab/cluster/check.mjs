import pg from 'pg'

const questions = {
  people: `select id from users where id = any($1)`,
  drinks: `select id from redemptions where id = any($1)`,
  locations: `select name as id from locations where name = any($1)`,
}

/** Counts acknowledged writes that are missing or duplicated, by asking the primary. */
export async function compare(databaseUrl, acked) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const found = { acked: 0, lost: 0, doubled: 0 }
  for (const [kind, ids] of Object.entries(acked)) {
    const { rows } = await client.query(questions[kind], [ids])
    const there = new Set(rows.map(({ id }) => id))
    found.acked += ids.length
    found.lost += ids.filter((id) => !there.has(id)).length
    found.doubled += rows.length - there.size
  }
  await client.end()
  return found
}

/** Ids for the load: `passes` to redeem, and `merchantIds` for locations. */
export async function readSubjects(databaseUrl) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const passes = await client.query(
    `select id, merchant_id as "merchantId", plan_id as "planId", user_id as "userId" from subscriptions
     where status = 'active' and user_id is not null limit 500`,
  )
  const merchants = await client.query(`select id from merchants where status = 'active' and allow_multiple_locations`)
  await client.end()
  return { passes: passes.rows, merchantIds: merchants.rows.map(({ id }) => id) }
}
