import { parseArgs } from 'node:util'
import { runMutation } from './long/mutation/run-mutation.mjs'
import { runRaces } from './long/run-races.mjs'
import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { runScript } from './setup/run-step.mjs'
import { printSummary } from './testing/print-summary.mjs'

/** `--only users` one feature, repeatable; `--sample 50 --seed 7` some guards of all; either leaves the races out. */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    sample: { type: 'string' },
    seed: { type: 'string' },
    workers: { type: 'string' },
  },
})
const numberOf = (text) => (text === undefined ? undefined : Number(text))

checkNode()
await runScript(installDependencies)
const { sample, seed, workers } = values
const score = await runMutation({
  ...values,
  sample: numberOf(sample),
  seed: numberOf(seed),
  workers: numberOf(workers),
})
const parts = [{ name: 'Guards that a test misses', ...score }]
if (!values.only && !values.sample) parts.push({ name: 'Races on PostgreSQL', ...(await runRaces()) })
process.exit(printSummary(parts))
