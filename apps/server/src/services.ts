import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { readMigrationTimes } from '@quaff/database/migrate'
import type { Logger, Mailer, Services } from '@quaff/platform/server'
import { aesFieldCipher } from '@quaff/platform/server/adapters/aes-field-cipher'
import { findNewestSnapshot } from '@quaff/platform/server/adapters/backups/backup-folder'
import { diskRoom } from '@quaff/platform/server/adapters/files/disk-room'
import { workbenchFolder } from '@quaff/platform/server/adapters/files/workbench-folder'
import { openIdProvider } from '@quaff/platform/server/adapters/identity/open-id-provider'
import { DatabaseLiveBus } from '@quaff/platform/server/adapters/live/live-bus'
import { startNotifications } from '@quaff/platform/server/adapters/live/postgres-notifications'
import { smtpMailer, fileMailer } from '@quaff/platform/server/adapters/mailers'
import { openPglite, type OpenDatabase } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { pinoLogger } from '@quaff/platform/server/adapters/pino-logger'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import { randomIds, nodeSecrets } from '@quaff/platform/server/adapters/random-ids'
import { repeatTally } from '@quaff/platform/server/adapters/repeat-tally'
import { openReplicas } from '@quaff/platform/server/adapters/replicas/open-replicas'
import { scryptPasswords } from '@quaff/platform/server/adapters/scrypt-passwords'
import { stripeSignatures } from '@quaff/platform/server/adapters/stripe-signatures'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import { openTelemetry } from '@quaff/platform/server/adapters/traces/open-telemetry'
import { tracedCalls, untraced } from '@quaff/platform/server/adapters/traces/traced-calls'
import { traceStatements } from '@quaff/platform/server/adapters/traces/traced-statements'
import { snapshotsFolder } from './commands/backup/backup-source'
import { readConsoleBuild, readRelease } from './console-build'
import type { ServerSettings } from './environment'
import { hashConfigIn, loadHashConfig } from './settings/hash-config-file'
import { loadSecrets } from './settings/secrets-file'
import { addressOf } from './settings/start-error'
import { openFileStore } from './uploads/file-store-settings'

export type OpenServices = {
  services: Services
  pool: Pool
  /** Long connections such as the migration lock. */
  direct: Pool
  mailer: Mailer
  /** Ends the live streams; part of `close`, earlier in a shutdown. */
  stopLive(): Promise<void>
  close(): Promise<void>
}

/** Together with the second between two reads, screens stop claiming to be live within five seconds. */
const livePatienceMs = 3_500

/**
 * Opens the external services of the configuration. `onCrash`: the embedded database has died and the server cannot
 * continue.
 */
export async function openServices(settings: ServerSettings, onCrash: (error: Error) => void): Promise<OpenServices> {
  const release = readRelease()
  const traces = settings.traces ? await openTelemetry(release.version, () => log) : null
  const log: Logger = pinoLogger(settings.logLevel, undefined, traces?.tracer.traceId)
  const { sessionSecret, fieldKeys, stripeSecrets } = await loadSecrets(settings.dataFolder, settings)
  const database = await openDatabase(settings, onCrash)
  const direct = openDirect(settings, database)
  if (traces) traceStatements(database.pool, traces.tracer)
  const traced = traces ? tracedCalls(traces.tracer) : untraced
  const { live, stopLive } = openLive(settings, database, log)
  const replicas = openFollowers(settings, database)
  const services: Services = {
    db: database.db,
    ...(replicas && { replicas }),
    clock: systemClock,
    ids: randomIds,
    log,
    live,
    passwords: scryptPasswords(
      undefined,
      await loadHashConfig(settings.hashConfigFile),
      hashConfigIn(settings.hashConfigFile),
    ),
    secrets: nodeSecrets(sessionSecret),
    files: traced('files', openFileStore(settings.files), ['put', 'get', 'remove', 'check']),
    workbench: workbenchFolder(join(settings.dataFolder, 'imports')),
    fieldCipher: aesFieldCipher(fieldKeys),
    identityProvider:
      settings.openId &&
      traced('provider', openIdProvider(settings.openId), [
        'startSignIn',
        'finishSignIn',
        'findSignOutUrl',
        'readLogout',
      ]),
    paymentSignatures: stripeSecrets && stripeSignatures(stripeSecrets, settings.stripeMode === 'live'),
    ...(settings.database.kind === 'embedded' && { snapshots: snapshotsIn(snapshotsFolder(settings)) }),
    disk: diskRoom(settings.dataFolder),
    repeats: repeatTally(),
    ...(traces && { tracer: traces.tracer }),
    settings: {
      baseUrl: settings.baseUrl,
      timeZone: settings.timeZone,
      consoleBuild: await readConsoleBuild(),
      release,
      secureCookies: settings.baseUrl.startsWith('https:'),
      migrationTimes: readMigrationTimes(),
      mapTiles: settings.mapTiles,
      savesMails: settings.mail.kind === 'files',
      privateWebhooks: settings.privateWebhooks,
    },
  }
  const close = async () => {
    await stopLive()
    if (direct !== database.pool) await direct.end()
    await replicas?.close()
    await database.close()
    await traces?.close()
  }
  return {
    services,
    pool: database.pool,
    direct,
    mailer: traced('mail', openMailer(settings), ['send']),
    stopLive,
    close,
  }
}

/** Returns true if this installation has users. */
export async function hasPeople({ db }: Services): Promise<boolean> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`select 1 from users limit 1`)
  return rows.length > 0
}

/** Returns those of `emails` that have an account. */
export async function findAddresses({ db }: Services, emails: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.execute<{ email: string }>(
    sql`select email from users where email = any(${sql.param([...emails])}::text[])`,
  )
  return new Set(rows.map(({ email }) => email))
}

export async function openDatabase(
  { database }: Pick<ServerSettings, 'database'>,
  onCrash: (error: Error) => void,
): Promise<OpenDatabase> {
  return database.kind === 'postgres' ? openPostgres(database) : openPglite(database.folder, onCrash)
}

/** One connection that bypasses the pooler, opened on demand; without a pooler the pool's own. */
function openDirect({ database }: ServerSettings, { pool }: OpenDatabase) {
  if (database.kind === 'embedded' || database.directConnectionString === database.connectionString) return pool
  return openPostgres({ connectionString: database.directConnectionString, max: 1 }).pool
}

/** Replicas are for servers; a command uses the database itself. */
function openFollowers({ mode, database }: ServerSettings, { db }: OpenDatabase) {
  if (database.kind === 'embedded' || !database.replicas || (mode !== 'start' && mode !== 'serve')) return null
  const { connectionString, pooled, replicas } = database
  return openReplicas({
    primary: { db, connectionString },
    replicas: replicas.connectionStrings.map((address) => ({ connectionString: address, address: addressOf(address) })),
    pooled,
    aloneMs: replicas.aloneMs,
  })
}

function openLive({ database }: ServerSettings, { db, pool }: OpenDatabase, log: Logger) {
  if (database.kind === 'embedded') {
    const live = new DatabaseLiveBus({ db, log })
    return { live, stopLive: () => live.stop() }
  }
  const { directConnectionString: connectionString } = database
  const notifications = startNotifications({ connectionString, pool, log, onNotification: () => live.wakeLocally() })
  const live = new DatabaseLiveBus({ db, log, wakeOthers: notifications.send, patienceMs: livePatienceMs })
  const stopLive = async () => {
    await notifications.stop()
    await live.stop()
  }
  return { live, stopLive }
}

function openMailer({ mail, baseUrl }: ServerSettings) {
  if (mail.kind === 'smtp') return smtpMailer(mail)
  return fileMailer({ ...mail, baseUrl, clock: systemClock, print: (line) => process.stdout.write(`${line}\n`) })
}

function snapshotsIn(folder: string): Services['snapshots'] {
  return { findNewest: async () => (await findNewestSnapshot(folder, systemClock.now()))?.takenAt ?? null }
}
