import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runStep, StepFailed } from '../setup/run-step.mjs'
import { countVitest } from './count-tests.mjs'
import { reportFolder } from './times.mjs'

/** The library warns of its later versions, which are not ours, in every worker. */
const quiet = { NO_COLOR: '1', AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' }

/**
 * Runs test files, all when none are given. Resolves with counts per project, every file's times, and the output when
 * something failed, an error between tests included.
 */
export async function runVitest(label, name, { projects = ['unit', 'server', 'console'], args = [], env = {} } = {}) {
  mkdirSync(reportFolder, { recursive: true })
  const report = join(reportFolder, `${name}.json`)
  rmSync(report, { force: true })
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=minimal', '--reporter=./scripts/testing/vitest-counts.mjs']
  const failure = await runStep(label, 'vitest', ['run', ...args, ...chosen, ...reporters], {
    env: { ...env, ...quiet, VITEST_COUNTS_FILE: report },
  }).then(() => undefined, keepFailure)
  const files = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : []
  const counts = Object.fromEntries(projects.map((project) => [project, countVitest(files, project)]))
  const isCounted = Object.values(counts).some(({ failed }) => failed > 0)
  if (failure && !isCounted) counts[projects[0]].failed += 1
  return { counts, files, output: failure?.output ?? '' }
}

function keepFailure(error) {
  if (error instanceof StepFailed) return error
  throw error
}
