import { buildIfStale } from './setup/build-if-stale.mjs'
import { checkNode } from './setup/check-node.mjs'
import { findChromium, noChromiumMessage } from './testing/find-chromium.mjs'
import { findPostgres } from './testing/find-postgres.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { runBrowserTests } from './testing/run-browser-tests.mjs'
import { runStaticChecks, runVitest } from './testing/run-checks.mjs'
import { onParentGone } from './setup/on-parent-gone.mjs'
import { runScript, runStep, StepFailed } from './setup/run-step.mjs'
import { startPrivatePostgres } from './testing/start-private-postgres.mjs'
import { printSummary } from './testing/print-summary.mjs'

const parts = []

checkNode()
onParentGone(() => process.kill(process.pid, 'SIGTERM'))
await runScript(installDependencies)

await part('Checks', async () => ({ passed: await runStaticChecks() }))
const tests = await runVitest('Unit, server and console tests', 'embedded')
if (tests.failure) console.log(tests.failure.output)
parts.push({ name: 'Unit tests', ...tests.counts.unit })
parts.push({ name: 'Console tests', ...tests.counts.console })
parts.push({ name: 'Server tests, embedded database', ...tests.counts.server })
// Vitest can fail without a failed test, on an error between tests for one.
if (tests.failure && !parts.some((one) => one.failed > 0)) parts.push({ name: 'Test run', failed: 1 })

await part('Server tests, PostgreSQL', testOnPostgres)
const built = await part('Build', async () => (await buildIfStale(), { passed: 1 }))
if (built) await part('Size of the first load', checkSize)
await part('Browser tests', () => (built ? testInBrowser() : { notRun: 'the build failed' }))
process.exit(printSummary(parts))

/** Every part is run and counted, also after one that failed. Resolves with whether it passed. */
async function part(name, run) {
  const result = await run().catch(toFailure)
  if (result.notRun) console.log(`\n!!! ${name} NOT RUN: ${result.notRun}\n`)
  parts.push({ name, ...result })
  return !result.failed && !result.notRun
}

async function checkSize() {
  console.log((await runStep('Size of the first load', process.execPath, ['scripts/check-size.mjs'])).trimEnd())
  return { passed: 1 }
}

async function testOnPostgres() {
  const programs = await findPostgres()
  if (programs.reason) return { notRun: programs.reason }
  const postgres = await startPrivatePostgres(programs)
  try {
    const env = { TEST_DATABASE_URL: postgres.url }
    const { counts, failure } = await runVitest('Server tests on PostgreSQL', 'postgresql', {
      projects: ['server'],
      env,
    })
    if (!failure) return counts.server
    console.log(failure.output)
    return { ...counts.server, failed: Math.max(1, counts.server.failed) }
  } finally {
    postgres.stop()
  }
}

async function testInBrowser() {
  const chromium = await findChromium()
  if (!chromium) return { notRun: noChromiumMessage }
  return runBrowserTests(chromium)
}

function toFailure(error) {
  console.log(error instanceof StepFailed ? error.output.trim() : error.stack)
  return { failed: 1 }
}
