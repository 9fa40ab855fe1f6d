import { createAdaptorServer } from '@hono/node-server'
import cluster from 'node:cluster'
import { Server } from 'node:http'
import { countNewer, migrate } from '@quaff/database/migrate'
import { uploadLimits } from '@quaff/features/branding/contract'
import { WebhookCourier } from '@quaff/features/webhooks/server'
import { product, type RecurringJob, type Services } from '@quaff/platform/server'
import { tracedCalls, untraced } from '@quaff/platform/server/adapters/traces/traced-calls'
import { webhookPoster } from '@quaff/platform/server/adapters/webhook-poster'
import { keepHeapSmall } from '@quaff/platform/server/keep-heap-small'
import { mountApi } from '../api'
import { buildServer } from '../build-server'
import { findConsole } from '../console-build'
import { SettingsError, type ServerSettings } from '../environment'
import { createJobRunner } from '../jobs'
import { findAddresses, hasPeople, openServices, type OpenServices } from '../services'
import { requireHashConfig } from '../settings/hash-config-file'
import { invitationsOf } from '../short-links'
import { embeddedSource, snapshotsFolder } from './backup/backup-source'
import { findOwnBucket } from './backup/bucket/backup-place'
import { uploadJob } from './backup/bucket/upload-job'
import { snapshotJob } from './backup/snapshot-job'
import { requireCounterZone } from './counter-zone'
import { refuseDemoAccounts } from './demo-accounts'
import { failOnCrash } from './fail-on-crash'
import { requireCurrencyDecimals } from './kept-decimals'
import { requireBankKeys } from './require-bank-keys'
import { runWorkers } from './run-workers'
import { shutDownOnSignal } from './shut-down'
import { waitForDatabase } from './with-database'

/** `start` and `serve`: from the settings to a listening server. */
export async function runServer(settings: ServerSettings) {
  keepHeapSmall('serving')
  const opened = await openServices(settings, failOnCrash)
  const readiness = { accepting: true }
  try {
    const { services, mailer } = opened
    const { version, commit } = services.settings.release
    if (!cluster.isWorker) services.log.info('starting', { version, commit })
    // A worker finds done what needs doing once.
    if (!cluster.isWorker) await prepare(settings, opened)
    if (settings.workers !== null && cluster.isPrimary) {
      await opened.close()
      runWorkers(settings.workers, services.log, settings)
      return
    }
    const { trustedProxies, metricsToken } = settings
    const app = buildServer(services, {
      mount: (hono) => mountApi(hono, services),
      consoleFolder: findConsole(),
      findInvitation: invitationsOf(services),
      trustedProxies,
      metricsToken,
      readiness,
    })
    const server = createAdaptorServer({ fetch: app.fetch })
    if (!(server instanceof Server)) throw new Error('Expected an HTTP/1 server')
    // Uploads have ten minutes (spec §9); the default would end them after five.
    server.requestTimeout = uploadLimits.timeoutMs + 30_000
    const jobs = createJobRunner(services, mailer, await embeddedJobs(settings, opened))
    const poster = webhookPoster({ isPrivateAllowed: services.settings.privateWebhooks === true })
    const traced = services.tracer ? tracedCalls(services.tracer) : untraced
    const courier = new WebhookCourier(services, traced('webhook', poster, ['post']))
    shutDownOnSignal({ server, jobs, courier, opened, readiness }, settings)
    await listen(server, settings)
    await jobs.start()
    courier.start()
    await announce(services, settings)
  } catch (error) {
    // Stopped during the start: work in progress fails, and the stop ends the process.
    if (!readiness.accepting) return
    await opened.close()
    throw error
  }
}

async function prepare(settings: ServerSettings, { services, pool, direct }: OpenServices) {
  if (settings.mode === 'serve') await waitForDatabase(pool, settings, services.log)
  await migrate(direct)
  const newerBy = await countNewer(direct)
  if (newerBy > 0) services.log.warn('schema_newer', { migrations: newerBy })
  await requireBankKeys(services)
  await requireHashConfig(services, settings)
  await requireCounterZone(services)
  await requireCurrencyDecimals(services)
  if (settings.mode === 'start') await seedWhenEmpty(services)
  else await refuseDemoAccounts(services, settings)
}

/** PostgreSQL has its own tools for that, which work on its own machine. */
async function embeddedJobs(settings: ServerSettings, opened: OpenServices): Promise<Record<string, RecurringJob>> {
  if (settings.database.kind !== 'embedded') return {}
  const [folder, bucket] = [snapshotsFolder(settings), findOwnBucket(settings)]
  return {
    take_snapshot: snapshotJob(await embeddedSource(settings, opened), folder),
    ...(bucket ? { upload_snapshot: uploadJob(folder, bucket) } : {}),
  }
}

async function seedWhenEmpty(services: Services) {
  if (await hasPeople(services)) return
  const { seedDemo } = await import('@quaff/database/demo/seed-demo')
  await seedDemo(services)
}

function listen(server: Server, { host, port }: ServerSettings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, host, port)))
    server.listen(port, host, resolve)
  })
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number) {
  if (error.code === 'EADDRINUSE')
    return new SettingsError(`Port ${port} on ${host} is in use. Set PORT to another one.`)
  if (error.code === 'EACCES')
    return new SettingsError(`Port ${port} needs more permissions. Set PORT to one above 1023.`)
  return error
}

async function announce(services: Services, { mode, baseUrl, database }: ServerSettings): Promise<void> {
  // The standard output of `serve` is its log: one JSON object per line.
  if (mode === 'serve') return services.log.info('listening', { baseUrl })
  const lines = [`${product.name} is running at ${baseUrl}`]
  if (mode === 'start') {
    const { demoAccounts } = await import('@quaff/database/demo/accounts')
    const known = await findAddresses(
      services,
      demoAccounts.map(({ email }) => email),
    )
    // A business imported before the first start has no demo accounts.
    const accounts = demoAccounts.filter(({ email }) => known.has(email))
    lines.push('', ...accounts.map(({ label, email, password }) => `${label}  ${email}  ${password}`), '')
  }
  if (database.kind === 'embedded') {
    lines.push(
      'The embedded database can lose data in a power cut. Use PostgreSQL (DATABASE_URL) for data that matters.',
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
}
