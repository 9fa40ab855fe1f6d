import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'

const failOnConsoleError = './platform/testing/fail-on-console-error.ts'
// A far-off zone with a quarter-hour offset shows every place that trusts the machine's own.
const env = { TZ: 'Asia/Kathmandu' }
// Files of one worker share their modules: loading them took longer than most tests.
const exclude = ['**/node_modules/**', '**/dist/**', '**/artifacts/**']
// Most of what a test makes is gone with it: with more room for the young, it is not copied first. Projects do not take
// these over from the root.
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=128', '--initial-old-space-size=1024']
// One second is not enough on a busy machine.
const expect = { poll: { timeout: 10_000 } }
// These are for what hangs. Where many others want the processor, the first test of a file, which loads and compiles what
// the others find, takes ten times as long as elsewhere.
const limits = { testTimeout: 60_000, hookTimeout: 60_000 }
const shared = { env, pool: 'forks', isolate: false, exclude, execArgv, expect, ...limits } as const

/** A glob's result changes without a change of its file, so such files are never cached. */
const withoutGlobs: Plugin = {
  name: 'quaff:without-globs',
  configureVitest({ experimental_defineCacheKeyGenerator: defineKey }) {
    defineKey(({ sourceCode }) => (sourceCode.includes('import.meta.glob') ? false : undefined))
  },
}

/** Finds the package from its sources where node_modules has no link to it yet. */
const exported = fileURLToPath(new URL('packages/firestore-export', import.meta.url))
const resolve = {
  alias: [
    { find: /^@quaff\/firestore-export\/(testing\/.+)$/, replacement: `${exported}/$1.ts` },
    { find: '@quaff/firestore-export/source/values', replacement: `${exported}/src/values.ts` },
    { find: '@quaff/firestore-export/source', replacement: `${exported}/src/index.ts` },
  ],
}

export default defineConfig({
  test: {
    env,
    maxWorkers: 2,
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/quaff/modules' },
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'unit',
          environment: 'node',
          sequence: { groupOrder: 3 },
          include: [
            'features/**/{,*-}{rules,permissions,contract}.test.ts',
            'features/*.test.ts',
            'platform/shared/**/*.test.ts',
            'packages/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
            'lab/**/*.test.mjs',
          ],
          setupFiles: [failOnConsoleError],
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'server',
          globalSetup: './scripts/testing/build-threads.mjs',
          environment: 'node',
          sequence: { groupOrder: 1 },
          // On PostgreSQL nothing of these is different: they run once, on the embedded database.
          exclude: process.env['TEST_DATABASE_URL']
            ? [...exclude, '**/{matrix,malformed-rest,round-trip-budgets}.test.ts']
            : exclude,
          include: [
            'features/**/server/**/*.test.{ts,tsx}',
            'apps/server/**/*.test.{ts,tsx}',
            'platform/server/**/*.test.{ts,tsx}',
            'platform/testing/**/*.test.ts',
            'database/**/*.test.ts',
          ],
          setupFiles: [failOnConsoleError, './platform/testing/server-setup.ts'],
        },
      },
      {
        resolve,
        plugins: [react(), withoutGlobs],
        test: {
          ...shared,
          name: 'console',
          // Console tests often wait, so a third worker uses the idle time.
          maxWorkers: 3,
          environment: 'happy-dom',
          sequence: { groupOrder: 2 },
          include: [
            'features/**/console/**/*.test.{ts,tsx}',
            'platform/console/**/*.test.{ts,tsx}',
            'apps/console/**/*.test.{ts,tsx}',
          ],
          setupFiles: [failOnConsoleError, './platform/console/testing/console-setup.ts'],
        },
      },
    ],
  },
})
