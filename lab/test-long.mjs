import { parseArgs } from 'node:util'
import { checkNode } from '../scripts/setup/check-node.mjs'
import { installDependencies } from '../scripts/setup/install-dependencies.mjs'
import { runScript } from '../scripts/setup/run-step.mjs'
import { printSummary } from '../scripts/testing/print-summary.mjs'
import { runVitest } from '../scripts/testing/run-vitest.mjs'
import { findPostgres } from '../scripts/testing/services/find-postgres.mjs'
import { startPrivatePostgres } from '../scripts/testing/services/start-private-postgres.mjs'
import { runFullDisk } from './faults/run-full-disk.mjs'
import { runImportKills } from './faults/run-import-kills.mjs'
import { runListeners } from './faults/run-listeners.mjs'
import { runMigrations } from './faults/run-migrations.mjs'
import { runOutside } from './faults/run-outside.mjs'
import { runPointInTime } from './faults/run-point-in-time.mjs'
import { runServerKills } from './faults/run-server-kills.mjs'
import { runSoak } from './faults/run-soak.mjs'
import { runStops } from './faults/run-stops.mjs'
import { runMutation } from './mutation/run-mutation.mjs'

const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string' },
    keep: { type: 'string' },
    ask: { type: 'string', multiple: true },
    near: { type: 'boolean' },
    hours: { type: 'string' },
    minutes: { type: 'string' },
    embedded: { type: 'boolean' },
    ...Object.fromEntries(
      [
        'round-trips',
        'kills',
        'server-kills',
        'malformed',
        'migrations',
        'outside',
        'full-disk',
        'point-in-time',
        'stops',
        'listeners',
        'soak',
      ].map((name) => [name, { type: 'boolean' }]),
    ),
  },
})
/**
 * A thousand rounds each: one link redeemed fifty times in parallel, two administrators who end each other, 10,000 guesses,
 * payouts generated and discarded in parallel, slugs of links freed and taken in parallel, a million random rows and every
 * aggregate compared with them, and an index created on a million rows while others write.
 */
const raceTests = [
  'apps/server/src/commands/aggregates.test.ts',
  'database/migrate.test.ts',
  'features/affiliates/server/former-slugs.test.ts',
  'features/payouts/generation/server/generation-races.test.ts',
  'features/sign-in/server/email-links.test.ts',
  'features/sign-in/server/brute-force.test.ts',
  'features/users/server/target-person.test.ts',
]

const numberOf = (text) => (text === undefined ? undefined : Number(text))

checkNode()
await runScript(installDependencies)
const programs = await findPostgres()
const postgres = programs.reason ? undefined : await startPrivatePostgres(programs)
const parts = await runParts().finally(() => postgres?.stop())
process.exit(printSummary(parts))

/** `lab/README.md` describes the flags. */
async function runParts() {
  const onPostgres = async (run) => (postgres ? run(postgres.url) : { notRun: programs.reason })
  const [sample, seed, workers] = [values.sample, values.seed, values.workers].map(numberOf)
  const soak = () => {
    const [hours, minutes] = [Number(values.hours ?? 24), Number(values.minutes ?? 120)]
    return values.embedded ? runSoak({ hours, minutes }) : onPostgres((url) => runSoak({ hours, minutes, url }))
  }
  /** Long parts by the flag that runs only them. */
  const long = {
    'round-trips': { 'Round trips': () => runRoundTrips(postgres?.url) },
    kills: { 'Killed imports': () => runImportKills(100, postgres?.url) },
    'server-kills': {
      'Killed servers, embedded database': () => runServerKills(sample ?? 100),
      'Killed servers, PostgreSQL': () => onPostgres((url) => runServerKills(sample ?? 100, url)),
    },
    malformed: { 'Malformed bodies': runMalformed },
    outside: { 'Email and files slow, dead, full': runOutside },
    'full-disk': {
      'Full disk, embedded database': () => runFullDisk(),
      'Full disk, PostgreSQL': () => (programs.reason ? { notRun: programs.reason } : runFullDisk(programs)),
    },
    'point-in-time': {
      'Back to a point in time': () => (programs.reason ? { notRun: programs.reason } : runPointInTime(programs)),
    },
    stops: { 'Stops under load': () => onPostgres((url) => runStops(200, url)) },
    listeners: { 'Live listeners': () => onPostgres((url) => runListeners(sample ?? 10_000, url)) },
    soak: { [`Soak${values.embedded ? ', embedded database' : ''}`]: soak },
    migrations: { 'Five servers migrate': () => onPostgres(runMigrations) },
  }
  const play = async (flags) => {
    const played = []
    for (const [name, run] of flags.flatMap((flag) => Object.entries(long[flag])))
      played.push({ name, ...(await run()) })
    return played
  }
  const wanted = Object.keys(long).filter((flag) => values[flag])
  if (wanted.length > 0) return play(wanted)
  // The embedded database does as well, at three times the time.
  const { only, keep, near, ask } = values
  const score = await runMutation({ only, keep, near, ask, sample, seed, workers, databaseUrl: postgres?.url })
  const guards = { name: 'Guards that a test misses', ...score }
  if (only || sample || keep) return [guards]
  return [guards, { name: 'Races on PostgreSQL', ...(await onPostgres(runRaces)) }, ...(await play(Object.keys(long)))]
}

/** Sends 200,000 malformed requests to every endpoint: none may cause a 5xx, show a stack or write a row. */
async function runMalformed() {
  const files = ['matrix', 'malformed-rest', 'malformed-endpoints'].map((name) => `apps/server/src/${name}.test.ts`)
  const args = [...files, '--testNamePattern', 'a malformed']
  const env = { MALFORMED_PER_DOOR: '340' }
  const { counts, output } = await runVitest('Malformed bodies', 'malformed', { projects: ['server'], args, env })
  if (output) console.log(output)
  return { ...counts.server, skipped: 0 }
}

/** Runs on the PostgreSQL server at `url`, where transactions run in parallel. Resolves with the counts of the tests. */
async function runRaces(url) {
  const env = { TEST_DATABASE_URL: url, LONG_ROUNDS: '1000' }
  const { counts, output } = await runVitest('Races on PostgreSQL', 'races', {
    projects: ['server'],
    args: raceTests,
    env,
  })
  if (output) console.log(output)
  return counts.server
}

/**
 * Imports 10,000 small businesses with all collections and value types, exports and compares them, and imports them twice
 * more: over themselves and into an empty database. Runs on the embedded database without `url`.
 */
async function runRoundTrips(url) {
  const env = { LONG_ROUNDS: '1000', ...(url ? { TEST_DATABASE_URL: url } : {}) }
  const args = ['features/imports/server/export/round-trip.test.ts']
  const { counts, output } = await runVitest('Round trips', 'round-trips', { projects: ['server'], args, env })
  if (output) console.log(output)
  return counts.server
}
