import { createHmac, randomUUID } from 'node:crypto'
import pg from 'pg'
import { secret } from '../parts/consoles.mjs'

const people = 20

/** Signs in as many administrators as the load needs: their session tokens. */
export async function signIn(databaseUrl) {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const tokens = Array.from({ length: people }, () => randomUUID())
  for (const [index, token] of tokens.entries()) {
    const [id, hash] = [`usr_cluster${index}`, createHmac('sha256', secret).update(token).digest('base64url')]
    await client.query(
      `insert into users (id, email, display_name, role, status, created_at, updated_at)
       values ($1, $2, 'Cluster Watcher', 'quaff_admin', 'active', now(), now())`,
      [id, `${id}@quaff.test`],
    )
    await client.query(`insert into admin_records (user_id, role, updated_at) values ($1, 'quaff_admin', now())`, [id])
    await client.query(
      `insert into sessions (id, token_hash, user_id, created_at, expires_at, last_seen_at, authenticated_at)
       values ($1, $2, $3, now(), now() + interval '1 day', now(), now())`,
      [`ses_cluster${index}`, hash, id],
    )
  }
  await client.end()
  return tokens
}

export const headersOf = (token) => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'x-quaff-client': 'console',
})

/** A key for what comes in from the app: `{ secret, signingSecret }`. */
export async function makeKey(origin, token) {
  const sent = {
    name: 'Cluster',
    scopes: ['ingest:users', 'ingest:redemptions'],
    merchantIds: null,
    requestsPerMinute: 6_000,
  }
  const answer = await fetch(`${origin}/api/keys`, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify(sent),
  })
  if (!answer.ok) throw new Error(`No key could be made: ${await answer.text()}`)
  return answer.json()
}

/** Sends one signed delivery; throws unless the status is 200. */
export async function deliver(origin, key, kind, events, signal) {
  const body = JSON.stringify({ events })
  const seconds = Math.floor(Date.now() / 1_000)
  const hex = createHmac('sha256', key.signingSecret).update(`${seconds}.${body}`).digest('hex')
  const headers = {
    authorization: `Bearer ${key.secret}`,
    'content-type': 'application/json',
    'quaff-signature': `t=${seconds},v1=${hex}`,
  }
  const answer = await fetch(`${origin}/ingest/${kind}`, { method: 'POST', headers, body, signal })
  if (!answer.ok)
    throw new Error(`${kind} ${answer.status} ${/"reason":"(\w+)"/.exec(await answer.text())?.[1] ?? ''}`.trim())
  return answer.json()
}
