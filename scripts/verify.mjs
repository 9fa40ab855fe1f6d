import { parseArgs } from 'node:util'
import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { runScript } from './setup/run-step.mjs'
import { printSummary } from './testing/print-summary.mjs'
import { SecondTries } from './testing/second-tries.mjs'
import { Times } from './testing/times.mjs'
import { chooseTests } from './testing/touched/choose-tests.mjs'
import { verify } from './testing/verify-parts.mjs'

/** `--changed` runs the tests that the changes since the last commit can touch, or since `--since main`. */
const { values } = parseArgs({ options: { changed: { type: 'boolean' }, since: { type: 'string' } } })

checkNode()
await runScript(async () => {
  await installDependencies()
  const isPart = values.changed === true || values.since !== undefined
  const times = new Times(isPart ? 'npm run verify -- --changed' : 'npm run verify')
  const chosen = isPart ? await chooseTests(values.since ?? 'HEAD') : undefined
  const tries = isPart ? undefined : new SecondTries()
  const parts = await verify({ times, tries, chosen })
  times.print()
  tries?.report(new Date().toISOString().slice(0, 10))
  process.exit(printSummary(parts))
})
