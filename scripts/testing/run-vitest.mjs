import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runStep, StepFailed } from '../setup/run-step.mjs'
import { countFiles } from './count-tests.mjs'
import { reportFolder } from './times.mjs'

/** The AWS library warns about its next major version in every worker. */
const quiet = { NO_COLOR: '1', AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' }

/**
 * Runs test files, or all of them if none are given. Resolves with counts per project, the times of every file, and the
 * output if something failed. `tries` runs each failed file once more by itself.
 */
export async function runVitest(label, name, { tries, ...options } = {}) {
  const first = await runOnce(label, name, options)
  if (!tries || !first.failure || first.strays > 0) return toResult(first)
  const files = await tries.retry(first.files, async ({ project, file }) => {
    const chosen = { projects: [project], args: [file], env: options.env }
    const again = await runOnce(`${file}, once more`, `${name}-once-more`, chosen)
    return again.failure ? undefined : again.files.find((one) => one.file === file)
  })
  const isRepaired = first.files.some(({ failed }) => failed > 0) && files.every(({ failed }) => failed === 0)
  if (!isRepaired) return toResult({ ...first, files })
  console.log(`${first.failure.output}\n`)
  return toResult({ ...first, files, failure: undefined })
}

/** `strays` counts errors between tests that belong to no known file. */
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
  const counts = Object.fromEntries(projects.map((project) => [project, countFiles(files, project)]))
  const isCounted = Object.values(counts).some(({ failed }) => failed > 0)
  if (failure && !isCounted) counts[projects[0]].failed += 1
  return { counts, files, output: failure?.output ?? '' }
}

function keepFailure(error) {
  if (error instanceof StepFailed) return error
  throw error
}
