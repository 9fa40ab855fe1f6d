import { runCommand, StepFailed } from '../../setup/run-step.mjs'

/** The code changed since a commit, the test files that it can touch, and which routers the matrix has to try. */
export async function chooseTests(since) {
  const { code, output } = await runCommand('tsx', ['scripts/testing/touched/list-touched-tests.ts', since])
  if (code !== 0) throw new StepFailed('Choosing the tests', output)
  const { tests, routers, changed } = JSON.parse(output)
  return { changed, files: tests, env: { MATRIX_ROUTERS: routers.join(',') } }
}
