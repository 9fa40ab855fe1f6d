import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { findMutants, isGuarded } from './find-mutants.mjs'
import { instrument } from './instrument.mjs'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const here = (file) => fileURLToPath(new URL(file, import.meta.url))
const chosen = JSON.parse(process.env.MUTATION_TESTS ?? '[]')

/** Switches are put in while the modules are loaded: no file of the checkout, or of a copy, is ever changed. */
const guardSwitches = {
  name: 'guard-switches',
  enforce: 'pre',
  transform(code, id) {
    const path = relative(root, id.split('?')[0]).replaceAll('\\', '/')
    return isGuarded(path) ? { code: instrument(code, findMutants(path, code)), map: null } : undefined
  },
}

/** The matrix takes longest. */
class MatrixFirst extends BaseSequencer {
  async sort(specs) {
    const isMatrix = ({ moduleId }) => moduleId.endsWith('/matrix.test.ts')
    return [...specs].sort((one, other) => Number(isMatrix(other)) - Number(isMatrix(one)))
  }
}

export default defineConfig({
  root,
  plugins: [guardSwitches],
  test: {
    env: { TZ: 'Asia/Kathmandu' },
    include: chosen,
    exclude: ['**/node_modules/**', '**/dist/**', '**/artifacts/**'],
    pool: 'forks',
    maxWorkers: Number(process.env.MUTATION_WORKERS ?? 2),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The first run of a file includes its slow tests, and the judging goes on after it.
    teardownTimeout: 60_000,
    sequence: { sequencer: MatrixFirst },
    runner: here('./mutant-runner.mjs'),
    setupFiles: [`${root}/platform/testing/fail-on-console-error.ts`, `${root}/platform/testing/server-setup.ts`],
  },
})
