import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { existsSync } from 'node:fs'

const failOnConsoleError = './platform/testing/fail-on-console-error.ts'
const ifWritten = (file: string) => (existsSync(new URL(file, import.meta.url)) ? [file] : [])
const everywhere = ['**/node_modules/**', '**/dist/**', '**/artifacts/**']

export default defineConfig({
  test: {
    // A far-off zone with a quarter-hour offset shows every place that trusts the machine's own.
    env: { TZ: 'Asia/Kathmandu' },
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          // Properties run thousands of cases: on a busy machine that takes a while.
          testTimeout: 30_000,
          env: { TZ: 'Asia/Kathmandu' },
          include: [
            'features/**/{rules,permissions,contract}.test.ts',
            'features/*.test.ts',
            'platform/shared/**/*.test.ts',
            'scripts/**/*.test.{ts,mjs}',
          ],
          exclude: everywhere,
          setupFiles: [failOnConsoleError],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          env: { TZ: 'Asia/Kathmandu' },
          include: [
            'features/**/server/**/*.test.{ts,tsx}',
            'apps/server/**/*.test.{ts,tsx}',
            'platform/server/**/*.test.{ts,tsx}',
            'platform/testing/**/*.test.ts',
            'database/**/*.test.ts',
          ],
          exclude: everywhere,
          pool: 'forks',
          testTimeout: 20_000,
          hookTimeout: 60_000,
          setupFiles: [failOnConsoleError, ...ifWritten('./platform/testing/server-setup.ts')],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'console',
          environment: 'happy-dom',
          env: { TZ: 'Asia/Kathmandu' },
          include: [
            'features/**/console/**/*.test.{ts,tsx}',
            'platform/console/**/*.test.{ts,tsx}',
            'apps/console/**/*.test.{ts,tsx}',
          ],
          exclude: everywhere,
          testTimeout: 20_000,
          setupFiles: [failOnConsoleError, ...ifWritten('./platform/testing/console-setup.ts')],
        },
      },
    ],
  },
})
