import { runStep, StepFailed } from '../setup/run-step.mjs'

/** Need no service, database or browser. Compiler and linter are incremental. */
const checks = /** @type {[label: string, command: string, args: string[]][]} */ ([
  ['Types, server', 'tsc', ['-b', 'tsconfig.server.json']],
  ['Types, console', 'tsc', ['-b', 'tsconfig.console.json']],
  ['Types, shared', 'tsc', ['-b', 'tsconfig.shared.json']],
  ['Types, browser tests', 'tsc', ['-b', 'e2e/tsconfig.json']],
  ['Types, packages', 'tsc', ['-b', 'packages/client/tsconfig.json', 'packages/firestore-export/tsconfig.json']],
  ['Lint', 'tsx', ['scripts/testing/lint/run-lint.ts']],
  ['Structure', 'tsx', ['scripts/check-structure.ts']],
  ['Unused exports', 'knip', ['--no-progress', '--no-config-hints']],
  ['Format', 'oxfmt', ['--check', '.']],
])

/** Compiler and linter are Go programs that end soon: with more room they collect garbage a quarter less of their time. */
const env = { GOGC: process.env.GOGC ?? '400' }

/**
 * Runs the checks in sequence, beside other work. `changed`: files to lint instead of all; the other checks are
 * incremental or fast. Resolves with counts and the output of failed checks.
 */
export async function runStaticChecks(changed) {
  const outputs = []
  const chosen = changed ? checks.flatMap((check) => only(check, changed)) : checks
  for (const [label, command, args] of chosen) {
    await runStep(label, command, args, { env }).catch((error) => {
      if (!(error instanceof StepFailed)) throw error
      outputs.push(`--- ${label}\n${error.output.trim()}`)
    })
  }
  return { passed: chosen.length - outputs.length, failed: outputs.length, output: outputs.join('\n\n') }
}

function only([label, command, args], changed) {
  if (label !== 'Lint') return [[label, command, args]]
  const flags = ['--deny-warnings', '--no-error-on-unmatched-pattern']
  return changed.length > 0 ? [[label, 'oxlint', [...flags, ...changed]]] : []
}
