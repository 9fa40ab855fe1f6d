import { sql } from 'drizzle-orm'
import { findLacking } from '@quaff/database/migrate'
import { findCounterZone, findCurrencyDecimals } from '@quaff/features/settings/server'
import { type Database, isSameZone } from '@quaff/platform/server'
import { aesFieldCipher, keylessFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import { scryptPasswords } from '@quaff/platform/server/adapters/scrypt-passwords'
import { isOnLoopback, SettingsError, type Examined, type ServerSettings } from '../../environment'
import { readSecrets } from '../../settings/secrets-file'
import { addressOf, explainStart } from '../../settings/start-error'
import { listKeysInUse } from '../backup/describe-database'
import { demoAccountsAdvice, demoAccountsText, findOpenDemoAccounts } from '../demo-accounts'
import { findSteps, stepsText } from '../kept-decimals'
import { requireBankKeys } from '../require-bank-keys'
import { fail, ok, sentenceOf, warn, type Check, type Finding } from './check'
import { tellOfPooler } from './connection-checks'
import type { Machine } from './machine-checks'

const oldestPostgres = 150_000
const apart = { warnMs: 2_000, failMs: 60_000 }

/** Checks that the database answers; other checks need it. */
export function reachCheck(db: Database, { settings }: Examined): Check {
  const advice = 'Start the database, or correct DATABASE_URL.'
  const run = async () => {
    try {
      return await judgeServer(db, settings)
    } catch (error) {
      const seen = sentenceOf(await explainStart(error, settings))
      // PgBouncer rejects session limits.
      return fail(seen, /startup parameter/i.test(seen) ? tellOfPooler : advice)
    }
  }
  return { name: 'database', run, limitMs: 8_000, advice }
}

export function insideChecks(db: Database, examined: Examined, machine: Machine): Check[] {
  return [
    { name: 'database clock', run: () => judgeDatabaseClock(db, machine), advice: 'Run NTP on both machines.' },
    {
      name: 'migrations',
      run: () => judgeMigrations(db, machine.migrationTimes),
      advice: 'See "Database" in docs/operations/install.md.',
    },
    {
      name: 'time zone',
      run: () => unlessOlder(() => judgeZone(db, examined.settings.timeZone)),
      advice: 'See "Aggregates" in docs/operations/reference.md.',
    },
    {
      name: 'currency decimals',
      run: () => unlessOlder(() => judgeDecimals(db)),
      advice: 'See "Decimals of currencies" in docs/operations/reference.md.',
    },
    {
      name: 'field keys',
      run: () => unlessOlder(() => judgeKeys(db, examined)),
      advice: 'See "Keys of bank account numbers" in docs/operations/back-up.md.',
    },
    {
      name: 'demo accounts',
      run: () => unlessOlder(() => judgeDemoAccounts(db, examined.settings)),
      advice: demoAccountsAdvice,
    },
  ]
}

async function judgeServer(db: Database, { database }: ServerSettings): Promise<Finding> {
  const startedAt = performance.now()
  const { rows } = await db.execute<{ version: string; number: number; standby: boolean; trigrams: boolean }>(
    sql`select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      pg_is_in_recovery() as standby,
      exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams`,
  )
  const [server] = rows
  if (!server) throw new Error('The database didn’t report its version')
  const tookMs = Math.round(performance.now() - startedAt)
  if (database.kind === 'embedded') return ok(`embedded in ${database.folder}, PostgreSQL ${server.version}`)
  const seen = `PostgreSQL ${server.version} at ${addressOf(database.connectionString)}, ${tookMs} ms`
  if (server.number < oldestPostgres) return fail(seen, 'Upgrade to PostgreSQL 15 or later.')
  if (server.standby) return fail(`${seen}; this is a read-only standby`, 'Point DATABASE_URL at the primary.')
  if (!server.trigrams)
    return fail(
      `${seen}; extension pg_trgm is missing`,
      'Install the PostgreSQL extensions package, such as postgresql-contrib.',
    )
  return ok(seen)
}

async function judgeDatabaseClock(db: Database, { clock }: Machine): Promise<Finding> {
  const before = clock.now().getTime()
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  )
  const after = clock.now().getTime()
  const there = Number(rows[0]?.ms)
  // Somewhere between the two the database has looked.
  const apartMs = Math.max(0, before - there, there - after)
  const seen = `${(apartMs / 1_000).toFixed(1)} s apart from this machine`
  const advice = 'Run NTP on both machines.'
  if (apartMs >= apart.failMs) return fail(seen, advice)
  return apartMs >= apart.warnMs ? warn(seen, advice) : ok(seen)
}

async function judgeMigrations(db: Database, times: readonly number[]): Promise<Finding> {
  const lacking = await findLacking(db.$client)
  if (lacking !== null)
    return fail(
      `a newer version changed the database; this version lacks migration ${lacking}`,
      'Start the newer version, or restore a backup from before the update.',
    )
  const applied = await readApplied(db)
  const latest = Math.max(-1, ...applied)
  const newest = Math.max(-1, ...times)
  const newer = applied.filter((time) => time > newest).length
  if (newer > 0)
    return warn(
      `the database is newer by ${newer} ${newer === 1 ? 'migration' : 'migrations'}; normal during an update`,
      'Finish the update, or restore a backup from before it.',
    )
  const pending = times.filter((time) => time > latest).length
  if (pending === 0) return ok(`all ${times.length} applied`)
  return warn(`${pending} of ${times.length} pending`, 'Back up, then restart to apply them.')
}

async function readApplied(db: Database): Promise<number[]> {
  try {
    const { rows } = await db.execute<{ at: string }>(
      sql`select (created_at / 1000 * 1000)::text as at from drizzle.__drizzle_migrations`,
    )
    return rows.map(({ at }) => Number(at))
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function judgeZone(db: Database, timeZone: string): Promise<Finding> {
  const kept = await findCounterZone(db)
  const advice = 'Change PLATFORM_TIME_ZONE back, or stop all servers and run `npm run aggregates -- --rebuild`.'
  if (!kept) return ok(`${timeZone}; no data yet`)
  if (!isSameZone(kept.timeZone, timeZone))
    return fail(`PLATFORM_TIME_ZONE is ${timeZone}, but daily counters use ${kept.timeZone}`, advice)
  if (!kept.isComplete)
    return fail(`daily counters are only partly rebuilt for ${timeZone}`, 'Run `npm run aggregates -- --rebuild`.')
  return ok(`${timeZone}, same as the daily counters`)
}

async function judgeDecimals(db: Database): Promise<Finding> {
  const kept = await findCurrencyDecimals(db)
  if (!kept) return ok('recorded on first start')
  const steps = await findSteps(db, kept)
  if (steps.size === 0) return ok('stored amounts match this version')
  return fail(
    `stored amounts have different decimals: ${stepsText(kept, steps)}`,
    'Back up, stop all servers and run `npm run currencies -- --convert`.',
  )
}

async function judgeKeys(db: Database, { settings, errors }: Examined): Promise<Finding> {
  const inUse = await listKeysInUse({ db })
  if (errors.some(({ name }) => name === 'FIELD_KEYS'))
    return fail(`FIELD_KEYS is invalid; keys in use: ${inUse.join(', ') || 'none'}`, 'Correct FIELD_KEYS.')
  const keys = settings.fieldKeys ?? (await readSecrets(settings.dataFolder))?.fieldKeys ?? []
  if (keys.length === 0 && inUse.length === 0) return ok('no key yet; created on first start')
  const fieldCipher = keys.length === 0 ? keylessFieldCipher() : aesFieldCipher(keys)
  try {
    await requireBankKeys({ db, fieldCipher })
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    const lines = error.message.split('\n').map((line) => line.trim())
    return fail(lines.slice(0, -1).join(' '), lines.at(-1) ?? '')
  }
  const there = keys.map(({ id }) => id).join(', ')
  if (inUse.length === 0) return ok(`${there}; not in use yet`)
  return ok(`${there}; in use: ${inUse.join(', ')}, all verified`)
}

async function judgeDemoAccounts(db: Database, { baseUrl }: ServerSettings): Promise<Finding> {
  const open = await findOpenDemoAccounts({ db, passwords: scryptPasswords() })
  if (open.length === 0) return ok('none with a published password')
  if (isOnLoopback(baseUrl)) return ok(`${open.length} with published passwords, reachable from this machine only`)
  return fail(demoAccountsText(open, baseUrl), demoAccountsAdvice)
}

/** A database without the table is skipped; the migrations check gives the reason. */
async function unlessOlder(run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run()
  } catch (error) {
    if (!isMissing(error)) throw error
    return warn('skipped: the database is older than this version', 'Back up, then restart to apply the migrations.')
  }
}

const missing = ['42P01', '42703', '3F000']

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && missing.includes(String(error.code))) || isMissing(error.cause)
}
