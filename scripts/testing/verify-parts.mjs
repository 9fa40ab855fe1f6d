import { runStaticChecks } from './run-checks.mjs'
import { runVitest } from './run-vitest.mjs'

const names = { unit: 'Unit tests', server: 'Server tests, embedded database', console: 'Console tests' }

/**
 * Runs the static checks beside all tests that need no service. `chosen` names the test files to run instead of all, and
 * their environment. Resolves with one part for each, for `printSummary`.
 */
export async function verify({ times, tries, chosen }) {
  const [checks, tests] = await Promise.all([
    times.measure('Checks, beside the tests', () => runStaticChecks(chosen?.changed)),
    times.measure('Unit, server and console tests', () => runTests(chosen, tries)),
  ])
  for (const { output } of [checks, tests]) if (output) console.log(output)
  times.addFiles(tests.files)
  return [
    { name: 'Checks', ...checks },
    ...Object.entries(tests.counts).map(([project, counts]) => ({ name: names[project], ...counts })),
  ]
}

function runTests(chosen, tries) {
  if (!chosen) return runVitest('Unit, server and console tests', 'embedded', { tries })
  if (chosen.files.length === 0) return { counts: {}, files: [], output: '' }
  return runVitest(`${chosen.files.length} test files that the changes touch`, 'changed', {
    args: chosen.files,
    env: chosen.env,
  })
}
