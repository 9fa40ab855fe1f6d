import pg from 'pg'

const questions = {
  people: `select id from users where id = any($1)`,
  drinks: `select id from redemptions where id = any($1)`,
  locations: `select name as id from locations where name = any($1)`,
}

/** Of all that was answered with "done": how much is not there, and how much is there twice. Asks the primary itself. */
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

/** What the load writes about: `passes` to drink with, and `merchantIds` that may have any number of locations. */
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
