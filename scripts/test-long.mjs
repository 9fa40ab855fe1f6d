import { parseArgs } from 'node:util'
import { runMutation } from './long/mutation/run-mutation.mjs'
import { runImportKills } from './long/run-import-kills.mjs'
import { runMalformed } from './long/run-malformed.mjs'
import { runPointInTime } from './long/run-point-in-time.mjs'
import { runRaces } from './long/run-races.mjs'
import { runRoundTrips } from './long/run-round-trips.mjs'
import { runServerKills } from './long/run-server-kills.mjs'
import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { runScript } from './setup/run-step.mjs'
import { printSummary } from './testing/print-summary.mjs'
import { findPostgres } from './testing/services/find-postgres.mjs'
import { startPrivatePostgres } from './testing/services/start-private-postgres.mjs'

/** `--only users` one feature, repeatable; `--sample 50 --seed 7` some guards of all; either leaves all else out; `--round-trips`, `--kills`, `--server-kills`, `--malformed` or `--point-in-time` these alone. */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string' },
    'round-trips': { type: 'boolean' },
    kills: { type: 'boolean' },
    'server-kills': { type: 'boolean' },
    malformed: { type: 'boolean' },
    'point-in-time': { type: 'boolean' },
  },
})
const numberOf = (text) => (text === undefined ? undefined : Number(text))
const isWhole = !values.only && !values.sample

checkNode()
await runScript(installDependencies)
const programs = await findPostgres()
const postgres = programs.reason ? undefined : await startPrivatePostgres(programs)
const parts = await runParts().finally(() => postgres?.stop())
process.exit(printSummary(parts))

async function runParts() {
  const roundTrips = async () => ({ name: 'Round trips', ...(await runRoundTrips(postgres?.url)) })
  const kills = async () => ({ name: 'Killed imports', ...(await runImportKills(100, postgres?.url)) })
  if (values['round-trips']) return [await roundTrips()]
  if (values.kills) return [await kills()]
  const serverKills = async () => [
    { name: 'Killed servers, embedded database', ...(await runServerKills(100)) },
    postgres
      ? { name: 'Killed servers, PostgreSQL', ...(await runServerKills(100, postgres.url)) }
      : { name: 'Killed servers, PostgreSQL', notRun: programs.reason },
  ]
  if (values['server-kills']) return serverKills()
  const malformed = async () => ({ name: 'Malformed bodies', ...(await runMalformed()) })
  if (values.malformed) return [await malformed()]
  const pointInTime = async () => ({
    name: 'Back to a point in time',
    ...(postgres ? await runPointInTime(programs) : { notRun: programs.reason }),
  })
  if (values['point-in-time']) return [await pointInTime()]
  const [sample, seed, workers] = [values.sample, values.seed, values.workers].map(numberOf)
  // The embedded database does as well, at three times the time.
  const score = await runMutation({ only: values.only, sample, seed, workers, databaseUrl: postgres?.url })
  const guards = { name: 'Guards that a test misses', ...score }
  if (!isWhole) return [guards]
  const races = postgres ? await runRaces(postgres.url) : { notRun: programs.reason }
  return [
    guards,
    { name: 'Races on PostgreSQL', ...races },
    await roundTrips(),
    await kills(),
    ...(await serverKills()),
    await malformed(),
    await pointInTime(),
  ]
}
