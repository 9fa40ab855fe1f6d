import { delimiter } from 'node:path'
import { buildIfStale } from './setup/build-if-stale.mjs'
import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { onParentGone } from './setup/on-parent-gone.mjs'
import { runScript, runStep, StepFailed } from './setup/run-step.mjs'
import { printSummary } from './testing/print-summary.mjs'
import { runBrowserTests } from './testing/run-browser-tests.mjs'
import { runVitest } from './testing/run-vitest.mjs'
import { SecondTries } from './testing/second-tries.mjs'
import { findChromium, noChromiumMessage } from './testing/services/find-chromium.mjs'
import { findOtherNode } from './testing/services/find-other-node.mjs'
import { findPostgres } from './testing/services/find-postgres.mjs'
import { startPrivatePostgres } from './testing/services/start-private-postgres.mjs'
import { Times } from './testing/times.mjs'
import { verify } from './testing/verify-parts.mjs'

checkNode()
onParentGone(() => process.kill(process.pid, 'SIGTERM'))
await runScript(installDependencies)

const times = new Times('npm test')
const tries = new SecondTries()
const parts = await verify({ times, tries })
const otherNode = await findOtherNode()
await part(`Server tests, PostgreSQL${otherNode.folder ? `, Node ${otherNode.version}` : ''}`, testOnPostgres)
await part(`Unit tests, Node ${otherNode.version}`, testUnits)
const built = await part('Build', async () => (await buildIfStale(), { passed: 1 }))
if (built) await part('Size of the first load', checkSize)
await part('Browser tests', () => (built ? testInBrowser() : { notRun: 'the build failed' }))
times.print()
tries.report(new Date().toISOString().slice(0, 10))
process.exit(printSummary(parts))

/** Every part is run and counted, also after one that failed. Resolves with whether it passed. */
async function part(name, run) {
  const result = await times.measure(name, async () => run()).catch(toFailure)
  if (result.notRun) console.log(`\n!!! ${name} NOT RUN: ${result.notRun}\n`)
  if (result.output) console.log(result.output)
  times.addFiles(result.files ?? [])
  parts.push({ name, ...result })
  return !result.failed && !result.notRun
}

async function checkSize() {
  console.log((await runStep('Size of the first load', process.execPath, ['scripts/check-size.mjs'])).trimEnd())
  return { passed: 1 }
}

/**
 * The second run of the server tests changes the database and, if it can be downloaded, Node: that takes no longer than
 * PostgreSQL alone. Three generated suites (`vitest.config.ts`) are only in the first run.
 */
async function testOnPostgres() {
  const programs = await findPostgres()
  if (programs.reason) return { notRun: programs.reason }
  const postgres = await startPrivatePostgres(programs)
  try {
    return await testOnOtherNode('server', { TEST_DATABASE_URL: postgres.url })
  } finally {
    postgres.stop()
  }
}

function testUnits() {
  return otherNode.reason ? { notRun: otherNode.reason } : testOnOtherNode('unit')
}

async function testOnOtherNode(project, env = {}) {
  const { version, folder } = otherNode
  const label = folder ? `${project} tests on Node ${version}` : `${project} tests`
  const { counts, files, output } = await runVitest(label, `${project}-node-${version}`, {
    projects: [project],
    tries,
    env: folder ? { ...env, PATH: [folder, process.env.PATH].join(delimiter) } : env,
  })
  return { ...counts[project], files: files.map((file) => ({ ...file, project: label })), output }
}

async function testInBrowser() {
  const chromium = await findChromium()
  if (!chromium) return { notRun: noChromiumMessage }
  return runBrowserTests(chromium, [], tries)
}

function toFailure(error) {
  console.log(error instanceof StepFailed ? error.output.trim() : error.stack)
  return { failed: 1 }
}
