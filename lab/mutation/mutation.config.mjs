import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { findMutants, isGuarded } from './find-mutants.mjs'
import { instrument } from './instrument.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const here = (file) => fileURLToPath(new URL(file, import.meta.url))
const chosen = JSON.parse(process.env.MUTATION_TESTS ?? '[]')

/** Instrumentation depends on these; a cached module is reused while they are unchanged. */
const switches = createHash('sha256')
for (const file of ['find-mutants.mjs', 'guards.mjs', 'instrument.mjs']) switches.update(readFileSync(here(file)))
const switchesHash = switches.digest('hex')

/** Switches are put in while the modules are loaded: no file of the checkout, or of a copy, is ever changed. */
const guardSwitches = {
  name: 'guard-switches',
  enforce: 'pre',
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : switchesHash))
  },
  transform(code, id) {
    const path = relative(root, id.split('?')[0]).replaceAll('\\', '/')
    return isGuarded(path) ? { code: instrument(code, findMutants(path, code)), map: null } : undefined
  },
}

/** The matrix, which takes longest, is named first. */
class AsNamed extends BaseSequencer {
  async sort(specs) {
    const placeOf = ({ moduleId }) => chosen.indexOf(relative(root, moduleId).replaceAll('\\', '/'))
    return [...specs].sort((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  root,
  plugins: [guardSwitches],
  test: {
    env: { TZ: 'Asia/Kathmandu' },
    include: chosen,
    exclude: ['**/node_modules/**', '**/dist/**', '**/artifacts/**'],
    globalSetup: `${root}/scripts/testing/build-threads.mjs`,
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/quaff/mutation' },
    pool: 'forks',
    isolate: false,
    maxWorkers: Number(process.env.MUTATION_WORKERS ?? 2),
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // The first run of a file includes its slow tests, and the judging follows it.
    teardownTimeout: 60_000,
    sequence: { sequencer: AsNamed },
    runner: here('./judging/mutant-runner.mjs'),
    setupFiles: [`${root}/platform/testing/fail-on-console-error.ts`, `${root}/platform/testing/server-setup.ts`],
  },
})
