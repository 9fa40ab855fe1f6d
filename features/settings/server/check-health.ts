import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Services } from '@quaff/platform/server/context'
import { sendMailKind } from '@quaff/platform/server/mail/outbox'
import { currencyDecimals, differingCodes } from '@quaff/platform/shared/money/decimals'
import { healthLimits, type SystemHealth } from '../health-contract'
import { judgeDatabase, judgeJobs, judgeLive, judgeMail, judgeSignIn, judgeVersion } from '../health-rules'
import { settingsPermissions } from '../permissions'
import { findCurrencyDecimals } from './currency-decimals-store'
import { loadPlatformSettings } from './get-platform-settings'
import {
  findAppliedMigration,
  findNewestEvent,
  pingDatabase,
  publishTestEvent,
  readJobFacts,
  readMailFacts,
} from './health-store'
import { runProbe, type Probe } from './probe'

/** Tries every part as the people do who need it, side by side; what takes longer than `probeMs` counts as broken. */
export async function checkHealth(ctx: Context, probeMs: number = healthLimits.probeMs): Promise<SystemHealth> {
  authorize(ctx.actor, settingsPermissions, 'settings.health')
  const parts = await Promise.all(probesOf(ctx).map((probe) => runProbe(probe, probeMs)))
  return { checkedAt: ctx.clock.now(), version: ctx.settings.version, parts }
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
          readMailFacts(db, sendMailKind),
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
      run: async () => judgeJobs(await readJobFacts(db), clock.now()),
      hint: 'Couldn’t read the jobs. Check the database.',
    },
    {
      part: 'version',
      run: async () =>
        judgeVersion(settings.version, await snapshots?.findNewest(), {
          now: clock.now(),
          upMs: process.uptime() * 1_000,
        }),
      hint: 'Couldn’t list snapshots. Check DATA_DIR and its permissions.',
    },
  ]
}

async function probeDatabase({ db, settings, replicas }: Services) {
  const looking = replicas?.look()
  // Heard once the primary has answered; should that fail, nobody hears it.
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

/** The slow half of a sign-in, on a password that is nobody's. */
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
  // Both at once: a stream that breaks while the event is written has to be heard then.
  const [heard] = await Promise.all([arrival, publishTestEvent(db, subjectId).then(() => live.wake())])
  return judgeLive({ newest, deliveredMs: heard ? performance.now() - startedAt : null })
}

async function hear(events: ReturnType<Services['live']['subscribe']>, subjectId: string): Promise<boolean> {
  for await (const event of events) if ('subjectId' in event && event.subjectId === subjectId) return true
  return false
}
