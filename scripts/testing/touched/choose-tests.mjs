import { runCommand, StepFailed } from '../../setup/run-step.mjs'

/** The code changed since a commit, the test files that it can touch, and which routers the matrix has to try. */
export async function chooseTests(since) {
  const { tests, routers, changed } = await ask('list-touched-tests.ts', since)
  return { changed, files: tests, env: { MATRIX_ROUTERS: routers.join(',') } }
}

async function ask(script, ...args) {
  const { code, output } = await runCommand('tsx', [`scripts/testing/touched/${script}`, ...args])
  if (code !== 0) throw new StepFailed('Choosing the tests', output)
  return JSON.parse(output)
}
