import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationTimes } from '@quaff/database/migrate'
import { inTime } from '@quaff/platform/server'
import { openPglite, type OpenDatabase } from '@quaff/platform/server/adapters/pglite/open-pglite'
import { findLockHolder } from '@quaff/platform/server/adapters/pglite/pglite-lock'
import { openPostgres } from '@quaff/platform/server/adapters/postgres'
import { systemClock } from '@quaff/platform/server/adapters/system-clock'
import type { Examined } from '../../environment'
import { readSecrets } from '../../settings/secrets-file'
import { backupChecks } from './backup-checks'
import { runCheck, usualLimitMs, warn, type Check, type Line, fail, type Finding } from './check'
import { connectionChecks, identityChecks, mailChecks } from './connection-checks'
import { insideChecks, reachCheck } from './database-checks'
import { filesChecks } from './files-checks'
import { machineChecks, type Machine } from './machine-checks'
import { keyTexts, redactor } from './redact'
import { replicaChecks } from './replica-checks'
import { settingsChecks } from './settings-checks'

/** The engine of the embedded database takes seconds to begin, and more after a crash. */
const openLimitMs = 30_000

/** `doctor`: one line for each thing that a server needs. Ends with code 1 when something does not work. */
export async function doctor(examined: Examined) {
  const migrationTimes = readMigrationTimes()
  const machine = { nodeVersion: process.versions.node, clock: systemClock, migrationTimes }
  const isWell = await examine(examined, machine, (line) => void process.stdout.write(`${line}\n`))
  // An abandoned check may still be waiting.
  process.exit(isWell ? 0 : 1)
}

/** Returns true if no check failed. */
export async function examine(examined: Examined, machine: Machine, print: (line: string) => void): Promise<boolean> {
  const kept = await readSecrets(examined.settings.dataFolder).catch(() => null)
  const redact = redactor(
    examined.settings,
    kept ? [kept.sessionSecret, ...keyTexts(kept.fieldKeys), ...(kept.stripeSecrets ?? [])] : [],
  )
  let isWell = true
  const tell = ({ name, finding }: Line) => {
    if (finding.level === 'FAIL') isWell = false
    print(redact(textOf(name, finding)))
  }
  const first = [...machineChecks(examined, machine), ...settingsChecks(examined)].map(runCheck)
  const last = [
    ...mailChecks(examined),
    ...identityChecks(examined),
    ...filesChecks(examined),
    ...backupChecks(examined, machine.clock),
  ].map(runCheck)
  for (const line of first) tell(await line)
  for await (const line of checkDatabase(examined, machine)) tell(line)
  for (const line of last) tell(await line)
  return isWell
}

const marks = { ok: '✓', warn: '!', FAIL: '✗' } as const

/** Keeps a line whole if the text of an error has several. */
function textOf(name: string, finding: Line['finding']) {
  const advice = finding.level === 'ok' ? '' : `${/[.!?]$/.test(finding.seen) ? '' : '.'} Fix: ${finding.advice}`
  return `${marks[finding.level]} ${name.padEnd(14)}  ${finding.seen}${advice}`.replaceAll(/\s*\n\s*/g, ' ')
}

/** Sequential, because the embedded database has one connection. */
async function* checkDatabase(examined: Examined, machine: Machine): AsyncGenerator<Line> {
  let looked: Looked | undefined
  const opening = await runCheck({
    name: 'database',
    limitMs: openLimitMs,
    advice: 'Check the server log. If the folder is damaged, restore a snapshot (docs/operations/back-up.md).',
    async run() {
      looked = await openForLooking(examined)
      return looked.database ? { level: 'ok', seen: '' } : looked.finding
    },
  })
  if (!looked?.database) return yield opening
  const { db, pool, close } = looked.database
  try {
    const reached = await runCheck(reachCheck(db, examined))
    yield reached
    const { database } = examined.settings
    const more =
      database.kind === 'postgres' ? [...connectionChecks(database, pool), ...replicaChecks(database, pool)] : []
    const isThere = reached.finding.level !== 'FAIL'
    const others = [...insideChecks(db, examined, machine), ...more]
    if (!isThere) return yield skipped(others)
    for (const check of others) yield await runCheck(check)
  } finally {
    await inTime(usualLimitMs, close(), () => undefined)
  }
}

const skipped = (checks: readonly Check[]): Line => ({
  name: 'other checks',
  finding: warn(
    `${checks.length} skipped: ${checks.map(({ name }) => name).join(', ')}`,
    'Fix the database check, then run this again.',
  ),
})

/** Without `database` there is nothing to query, and `finding` gives the reason. */
type Looked = { database: OpenDatabase } | { database: null; finding: Finding }

/** Makes no database where there is none, takes no migration, and leaves a running server alone. */
async function openForLooking({ settings, errors }: Examined): Promise<Looked> {
  const wrong = errors.filter(({ name }) => name.startsWith('DATABASE_')).map(({ name }) => name)
  if (wrong.length > 0) {
    const advice = 'Correct the database variables, then run this again.'
    return { database: null, finding: fail(`invalid ${wrong.join(' and ')}`, advice) }
  }
  const { database } = settings
  if (database.kind === 'postgres')
    return { database: openPostgres({ connectionString: database.connectionString, pooled: database.pooled, max: 2 }) }
  const refusal = await refuseEmbedded(database.folder)
  return refusal ? { database: null, finding: refusal } : { database: await openPglite(database.folder, () => {}) }
}

async function refuseEmbedded(folder: string) {
  const data = join(folder, 'data')
  // Opening an incomplete folder would clear and refill it.
  if (!existsSync(join(data, 'PG_VERSION')) || existsSync(`${data}.loading`))
    return warn(`no embedded database in ${folder} yet`, 'New installation: run `npm start`. Otherwise check DATA_DIR.')
  const holder = await findLockHolder(folder)
  if (!holder) return null
  const where = holder.host === null ? '' : ` on ${holder.host}`
  return warn(
    `embedded in ${folder}, in use by process ${holder.pid}${where}; migrations and keys not checked`,
    'None needed. To check everything, stop the server and run this again.',
  )
}
