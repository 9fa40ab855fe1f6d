import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { countVitest } from './count-tests.mjs'
import { rootFolder } from '../setup/root-folder.mjs'
import { runStep, StepFailed } from '../setup/run-step.mjs'

export const reportFolder = join(rootFolder, 'artifacts', 'reports')

/** In pairs: two cores are kept busy, and the first failing pair ends the run. */
const pairs = [
  [
    ['Format', 'oxfmt', ['--check', '.']],
    ['Lint', 'oxlint', ['--deny-warnings', '.']],
  ],
  [
    ['Structure', 'tsx', ['scripts/check-structure.ts']],
    ['Types, shared', 'tsc', ['--noEmit', '-p', 'tsconfig.shared.json']],
  ],
  [
    ['Types, server', 'tsc', ['--noEmit', '-p', 'tsconfig.server.json']],
    ['Types, console', 'tsc', ['--noEmit', '-p', 'tsconfig.console.json']],
    ['Types, browser tests', 'tsc', ['--noEmit', '-p', 'e2e/tsconfig.json']],
  ],
]

/** Resolves with the number of checks; throws StepFailed for the first that fails. */
export async function runStaticChecks() {
  for (const pair of pairs) {
    const results = await Promise.allSettled(pair.map(([label, command, args]) => runStep(label, command, args)))
    const failures = results.filter((result) => result.status === 'rejected').map((result) => result.reason)
    if (failures.length > 0) throw joinFailures(failures)
  }
  return pairs.flat().length
}

/** Runs vitest; resolves with counts also when tests fail, with their output in `failure`. */
export async function runVitest(label, name, { projects = [], files = [], env = {} } = {}) {
  mkdirSync(reportFolder, { recursive: true })
  const report = join(reportFolder, `${name}.json`)
  rmSync(report, { force: true })
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = ['run', ...files, ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const failure = await runStep(label, 'vitest', args, { env: { ...env, NO_COLOR: '1' } }).then(
    () => undefined,
    keepFailure,
  )
  return { counts: countVitest(report), failure }
}

function keepFailure(error) {
  if (error instanceof StepFailed) return error
  throw error
}

function joinFailures(failures) {
  const unexpected = failures.find((failure) => !(failure instanceof StepFailed))
  if (unexpected) return unexpected
  return new StepFailed(
    failures.map((failure) => failure.label).join(', '),
    failures.map((failure) => `--- ${failure.label}\n${failure.output.trim()}`).join('\n\n'),
  )
}
