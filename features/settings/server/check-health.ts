import { authorize, type Context, inTime, releaseText, sendMailKind, type Services } from '@quaff/platform/server'
import { currencyDecimals, differingCodes } from '@quaff/platform/shared/money/decimals'
import { healthLimits, type HealthPart, type PartHealth, type SystemHealth } from '../health-contract'
import {
  type Finding,
  judgeDatabase,
  judgeJobs,
  judgeLive,
  judgeMail,
  judgeSignIn,
  judgeVersion,
} from '../health-rules'
import { settingsPermissions } from '../permissions'
import { loadPlatformSettings } from './get-platform-settings'
import {
  findAppliedMigration,
  findNewestEvent,
  pingDatabase,
  publishTestEvent,
  readJobDetails,
  readMailDetails,
} from './health-store'
import { findCurrencyDecimals, findDrill } from './platform-settings-store'

/** Checks every part in parallel, the way users reach it. A check longer than `probeMs` counts as failed. */
export async function checkHealth(ctx: Context, probeMs: number = healthLimits.probeMs): Promise<SystemHealth> {
  authorize(ctx.actor, settingsPermissions, 'settings.health')
  const parts = await Promise.all(probesOf(ctx).map((probe) => runProbe(probe, probeMs)))
  return { checkedAt: ctx.clock.now(), version: releaseText(ctx.settings.release), parts }
}

function probesOf(services: Services): Probe[] {
  const { db, clock, settings, snapshots } = services
  return [
    { part: 'database', run: () => probeDatabase(services), hint: 'Check that the database is running and reachable.' },
    { part: 'signIn', run: () => probeSignIn(services), hint: 'Password sign-in is down. Restart the server.' },
    {
      part: 'mail',
      async run() {
        const [facts, { supportAddress }] = await Promise.all([
          readMailDetails(db, sendMailKind),
          loadPlatformSettings(db),
        ])
        return judgeMail({ ...facts, hasSupport: supportAddress !== null }, clock.now())
      },
      hint: 'Couldn’t read the email queue. Check the database.',
    },
    {
      part: 'files',
      run: async () => {
        await services.files.check()
        return { state: 'ok', facts: [{ label: 'Test file', value: 'written and deleted' }], hint: null }
      },
      hint: 'Uploads fail. Check the FILES settings, free space and permissions.',
    },
    { part: 'live', run: (signal) => probeLive(services, signal), hint: 'Pages refresh every 2 minutes instead.' },
    {
      part: 'jobs',
      run: async () => judgeJobs(await readJobDetails(db, sendMailKind), clock.now()),
      hint: 'Couldn’t read the jobs. Check the database.',
    },
    {
      part: 'version',
      run: async () =>
        judgeVersion(releaseText(settings.release), await snapshots?.findNewest(), {
          now: clock.now(),
          upMs: process.uptime() * 1_000,
          drill: await findDrill(db),
        }),
      hint: 'Couldn’t list snapshots. Check DATA_DIR and its permissions.',
    },
  ]
}

async function probeDatabase({ db, settings, replicas }: Services) {
  const looking = replicas?.look()
  // The result is used after the primary has answered; if the primary fails, this rejection must not be unhandled.
  looking?.catch(() => {})
  const startedAt = performance.now()
  await pingDatabase(db)
  const roundTripMs = performance.now() - startedAt
  const appliedUpTo = await findAppliedMigration(db)
  const states = (await looking) ?? []
  return judgeDatabase({
    roundTripMs,
    appliedUpTo,
    expected: settings.migrationTimes ?? null,
    otherDecimals: differingCodes((await findCurrencyDecimals(db)) ?? currencyDecimals()),
    replicasBehindSeconds: states.map(({ isUp, behindSeconds }) => (isUp ? (behindSeconds ?? 0) : null)),
  })
}

/** Hashes a random password, the slow part of a sign-in. */
async function probeSignIn({ passwords, secrets }: Services) {
  const startedAt = performance.now()
  await passwords.hash(secrets.newToken())
  return judgeSignIn(performance.now() - startedAt)
}

/** Sends an event the way every change does, and waits for it the way every open page does. */
async function probeLive({ db, live, ids }: Services, signal: AbortSignal) {
  const newest = await findNewestEvent(db)
  const subjectId = ids.newId('health')
  const startedAt = performance.now()
  // Looks back a little: the event may be there before the subscription has found its place.
  const arrival = hear(live.subscribe({ agoMs: healthLimits.probeMs }, signal), subjectId)
  // Both together: a stream that breaks during the write must be noticed.
  const [heard] = await Promise.all([arrival, publishTestEvent(db, subjectId).then(() => live.wake())])
  return judgeLive({ newest, deliveredMs: heard ? performance.now() - startedAt : null })
}

async function hear(events: ReturnType<Services['live']['subscribe']>, subjectId: string) {
  for await (const event of events) if ('subjectId' in event && event.subjectId === subjectId) return true
  return false
}

type Probe = {
  part: HealthPart
  /** Aborted when the time is up. */
  run(signal: AbortSignal): Promise<Finding>
  /** Advice if it throws. */
  hint: string
}

/** Never rejects: a part that throws or times out is a finding. */
export async function runProbe(
  { part, run, hint }: Probe,
  timeoutMs: number = healthLimits.probeMs,
): Promise<PartHealth> {
  const startedAt = performance.now()
  const stop = new AbortController()
  const found = run(stop.signal).catch((error: unknown) => broken(codeOf(error), hint))
  const finding = await inTime(timeoutMs, found, () => broken('No response in time', hint))
  stop.abort()
  return { part, ...finding, tookMs: Math.round(performance.now() - startedAt) }
}

function broken(error: string, hint: string): Finding {
  return { state: 'fail', facts: [{ label: 'Error', value: error }], hint }
}

/** Returns only the code or class, because messages of drivers and mail servers contain addresses and values. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? codeOf(error.cause) : error.name
}
