import pg from 'pg'

/** One per node, so that the load balancer would have chosen each once. */
const tries = 3

/** A freshly started load balancer also routes to standbys until it has health-checked each of them. */
export async function leadsToPrimary(url) {
  for (let count = 0; count < tries; count += 1) {
    const [{ standby }] = await ask(url, 'select pg_is_in_recovery() as standby')
    if (standby) return false
  }
  return true
}

/** Sets the limits that servers behind a pooler cannot set themselves. */
export async function createDatabase(url) {
  const maintenance = url.replace(/quaff$/, 'postgres')
  await ask(maintenance, 'create database quaff')
  await ask(maintenance, `alter database quaff set statement_timeout = '60s'`)
  await ask(maintenance, `alter database quaff set idle_in_transaction_session_timeout = '30s'`)
}

async function ask(connectionString, text) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
