import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runStep, StepFailed } from '../setup/run-step.mjs'
import { countVitest, takeOver } from './count-tests.mjs'
import { reportFolder } from './times.mjs'

/** The library warns of its later versions, which are not ours, in every worker. */
const quiet = { NO_COLOR: '1', AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' }

/**
 * Runs test files, all when none are given. Resolves with counts per project, every file's times, and the output when
 * something failed, an error between tests included. `secondTry`: where one file alone failed, it is run once more by
 * itself, decision 0062.
 */
export async function runVitest(label, name, { secondTry = false, ...options } = {}) {
  const first = await runOnce(label, name, options)
  const [failed, ...others] = first.files.filter((file) => file.failed > 0)
  if (!secondTry || !failed || others.length > 0 || first.strays > 0) return toResult(first)
  const again = await runOnce(`${failed.file}, once more`, `${name}-once-more`, {
    projects: [failed.project],
    args: [failed.file],
    env: options.env,
  })
  if (!again.failure) console.log(`${first.failure?.output ?? ''}\n`)
  return toResult(again.failure ? first : { ...first, failure: undefined, files: takeOver(first.files, again.files) })
}

/** `strays`: errors between tests of which nobody knows the file. */
async function runOnce(label, name, { projects = ['unit', 'server', 'console'], args = [], env = {} }) {
  mkdirSync(reportFolder, { recursive: true })
  const report = join(reportFolder, `${name}.json`)
  rmSync(report, { force: true })
  const chosen = projects.flatMap((project) => ['--project', project])
  const reporters = ['--reporter=minimal', '--reporter=./scripts/testing/vitest-counts.mjs']
  const failure = await runStep(label, 'vitest', ['run', ...args, ...chosen, ...reporters], {
    env: { ...env, ...quiet, VITEST_COUNTS_FILE: report },
  }).then(() => undefined, keepFailure)
  const { files, strays } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { files: [], strays: 0 }
  return { projects, files, strays, failure }
}

function toResult({ projects, files, failure }) {
  const counts = Object.fromEntries(projects.map((project) => [project, countVitest(files, project)]))
  const isCounted = Object.values(counts).some(({ failed }) => failed > 0)
  if (failure && !isCounted) counts[projects[0]].failed += 1
  return { counts, files, output: failure?.output ?? '' }
}

function keepFailure(error) {
  if (error instanceof StepFailed) return error
  throw error
}
