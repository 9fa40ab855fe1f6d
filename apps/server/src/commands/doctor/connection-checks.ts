import { randomBytes } from 'node:crypto'
import { access, constants } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { singleSignOnPaths } from '@quaff/features/sign-in/single-sign-on/contract'
import { product } from '@quaff/platform/server'
import { describeProvider, type OpenIdSettings } from '@quaff/platform/server/adapters/identity/open-id-provider'
import { greetSmtp } from '@quaff/platform/server/adapters/mailers'
import type { Examined } from '../../environment'
import type { PostgresSettings } from '../../settings/database-address'
import { existingPart } from '../../settings/start-error'
import { findTool } from '../backup/postgres-tools'
import { fail, ok, sentenceOf, warn, type Check, type Finding, usualLimitMs } from './check'

const hearMs = 2_000
const fullAbove = 0.8
const lag = { warnSeconds: 10, warnBytes: 64 * 1_048_576 }
export const tellOfPooler = 'Set DATABASE_POOLER=transaction and point DATABASE_DIRECT_URL directly at PostgreSQL.'

export function connectionChecks(settings: PostgresSettings, pool: Pool): Check[] {
  return [
    { name: 'connections', run: () => judgeCount(pool), advice: 'See "Database" in docs/operations/install.md.' },
    { name: 'pooler', run: () => judgePooler(settings), advice: 'See "Database" in docs/operations/install.md.' },
    {
      name: 'live events',
      run: () => judgeListening(settings, pool),
      advice: 'Point DATABASE_DIRECT_URL directly at PostgreSQL, not at a pooler.',
    },
    { name: 'pg_dump', run: () => judgeDump(pool), advice: 'Install the PostgreSQL client tools.' },
    {
      name: 'replicas',
      run: () => judgeReplicas(pool),
      advice: 'Ask your database administrator to check the replicas.',
    },
  ]
}

async function judgeCount(pool: Pool) {
  const { rows } = await pool.query<{ used: number; most: number }>(
    `select (select count(*) from pg_stat_activity where backend_type = 'client backend')::int as used,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
  )
  const { used = 0, most = 0 } = rows[0] ?? {}
  const seen = `${used} of ${most} in use on this database server`
  if (used <= fullAbove * most) return ok(seen)
  return warn(seen, 'Raise max_connections or add a pooler. Each server uses up to 11 connections.')
}

/** `backup` needs it. A database that is backed up by other tools does not. */
async function judgeDump(pool: Pool) {
  try {
    return ok(`${await findTool('pg_dump', pool)}, as new as the server or newer`)
  } catch (error) {
    return warn(sentenceOf(error), 'Install it, or back up the database another way.')
  }
}

/**
 * While a second connection is within a transaction, a pooler of transactions has to give the first one another
 * connection of the server than it had: then what was named there is not known.
 */
async function judgePooler({ connectionString, directConnectionString, pooled }: PostgresSettings): Promise<Finding> {
  if (pooled)
    return ok(
      `declared; migrations and live events ${directConnectionString === connectionString ? 'use it too' : 'bypass it'}`,
    )
  const named = { name: `doctor_${randomBytes(6).toString('hex')}`, text: 'select pg_backend_pid() as pid' }
  return withClient(connectionString, (first) =>
    withClient(connectionString, async (second) => {
      try {
        const before = await first.query<{ pid: number }>(named)
        await second.query('begin')
        await second.query('select 1')
        const after = await first.query<{ pid: number }>(named)
        if (before.rows[0]?.pid === after.rows[0]?.pid) return ok('no pooler detected')
        return warn('undeclared transaction pooler found (prepared statements supported)', tellOfPooler)
      } catch (error) {
        if (!isUnknownStatement(error)) throw error
        return fail(`undeclared transaction pooler breaks prepared statements: ${sentenceOf(error)}`, tellOfPooler)
      } finally {
        await second.query('rollback').catch(() => undefined)
      }
    }),
  )
}

/** NOTIFY reaches only the session that listens to this channel. */
async function judgeListening({ directConnectionString }: PostgresSettings, pool: Pool): Promise<Finding> {
  const channel = `doctor_${randomBytes(6).toString('hex')}`
  return withClient(directConnectionString, async (client) => {
    const heard = new Promise<boolean>((resolve) => client.on('notification', () => resolve(true)))
    await client.query(`listen ${channel}`)
    await pool.query(`select pg_notify('${channel}', '')`)
    if (await Promise.race([heard, wait(hearMs, false)])) return ok('received on the direct connection')
    return fail(
      `none received within ${hearMs / 1_000} s on the direct connection`,
      'Point DATABASE_DIRECT_URL directly at PostgreSQL and the same database, not at a pooler.',
    )
  })
}

async function judgeReplicas(pool: Pool) {
  const { rows } = await pool.query<{ name: string; state: string | null; seconds: number; bytes: number | null }>(
    `select application_name as name, state, coalesce(extract(epoch from replay_lag), 0)::float8 as seconds,
       pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::float8 as bytes
     from pg_stat_replication order by application_name`,
  )
  if (rows.length === 0) return ok('no replicas')
  if (rows.every(({ state }) => state === null))
    return warn(
      `${rows.length} found, but this user can’t see their lag`,
      'Grant pg_monitor to the user in DATABASE_URL.',
    )
  const replicas = rows.map(
    ({ name, seconds, bytes }) => `${name} ${seconds.toFixed(1)} s and ${Math.round((bytes ?? 0) / 1_024)} kB behind`,
  )
  const isLate = rows.some(
    ({ state, seconds, bytes }) => state !== 'streaming' || seconds > lag.warnSeconds || (bytes ?? 0) > lag.warnBytes,
  )
  if (!isLate) return ok(replicas.join(', '))
  return warn(
    replicas.join(', '),
    'Check the replica’s disk and network. A failover now would wait or lose recent changes.',
  )
}

export async function withClient<Result>(
  connectionString: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 3_000, application_name: product.slug })
  // A connection that breaks fails its query; without a listener it would end the process as well.
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** The statement does not exist, or another client's has its name. */
const isUnknownStatement = (error: unknown) =>
  error instanceof Error && 'code' in error && ['26000', '42P05', '08P01'].includes(String(error.code))

const advice = 'Check OIDC_ISSUER and that this machine can reach it.'

/** Returns no checks if single sign-on is not configured. */
export function identityChecks({ settings: { openId, baseUrl }, errors }: Examined): Check[] {
  const wrong = errors.find(({ name }) => name.startsWith('OIDC_'))
  if (!openId && !wrong) return []
  const run = () => {
    if (wrong || !openId) return Promise.resolve(fail(`${wrong?.name} is invalid`, 'Correct it, then run this again.'))
    return judgeProvider(openId, baseUrl)
  }
  return [{ name: 'single sign-on', run, advice }]
}

/** Only a sign-in can show whether the secret is right. */
async function judgeProvider(openId: OpenIdSettings, baseUrl: string) {
  try {
    const { signsOut } = await describeProvider(openId)
    const signOut = signsOut ? 'supports sign-out' : 'no sign-out'
    const back = `callback ${baseUrl}${singleSignOnPaths.callback}`
    const required = openId.requiredFor.length > 0 ? [`required for ${openId.requiredFor.join(', ')}`] : []
    return ok([`${openId.issuer} responds`, back, signOut, ...required].join('; '))
  } catch (error) {
    return fail(`couldn’t read the configuration of ${openId.issuer}: ${sentenceOf(error)}`, advice)
  }
}

/** Shorter than the whole check, so that the reason is reported. */
const smtpTimeoutMs = usualLimitMs - 1_000

export function mailChecks({ settings: { mail }, errors, isProduction }: Examined): Check[] {
  const isWrong = errors.some(({ name }) => name === 'SMTP_URL')
  const run = () => {
    if (isWrong) return Promise.resolve(fail('SMTP_URL is invalid', 'Correct it, then run this again.'))
    return mail.kind === 'smtp' ? judgeSmtp(mail.url) : judgeMailbox(mail.folder, isProduction)
  }
  return [{ name: 'mail', run, advice: 'Check the host and port in SMTP_URL, and your firewall.' }]
}

async function judgeSmtp(url: string) {
  const { host, username } = new URL(url)
  try {
    await greetSmtp(url, smtpTimeoutMs)
    return ok(`${host} responds${username ? ' and accepts the sign-in' : ''}; no email sent`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const seen = `${host}: ${sentenceOf(error)}`
    if (code === 'EAUTH') return fail(seen, 'Correct the user and password in SMTP_URL.')
    if (code === 'ETLS') return fail(seen, 'Use the server’s encryption: smtps:// for TLS, or smtp:// for STARTTLS.')
    return fail(seen, 'Check the host and port in SMTP_URL, and your firewall.')
  }
}

async function judgeMailbox(folder: string, isProduction: boolean) {
  const seen = `no SMTP_URL: emails are saved to ${folder}`
  if (isProduction) return fail(seen, 'Set SMTP_URL and MAIL_FROM to send invitations.')
  try {
    await access(await existingPart(folder), constants.W_OK)
    return ok(seen)
  } catch {
    return fail(`${seen}, but this user can’t write there`, 'Give this user write access, or choose another DATA_DIR.')
  }
}
