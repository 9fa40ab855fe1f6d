import { defineConfig } from '@playwright/test'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

/** Takes as long as five others: begun last, it would be waited for by itself. */
const longest = /visitor-runs-no-script/

export default defineConfig({
  testDir: './journeys',
  outputDir: '../artifacts/e2e',
  // Files run in parallel, each on its own server; journeys of a file run in sequence.
  fullyParallel: false,
  // A browser and its server need a core, or journeys wait for each other.
  workers: Math.min(4, availableParallelism()),
  // `npm test` runs a failed file again by itself: decision 0025.
  retries: 0,
  globalSetup: './support/prepare-servers.ts',
  forbidOnly: true,
  timeout: 120_000,
  // The limit of an action: a busy machine may need it, and a missing element still fails.
  expect: { timeout: 30_000 },
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'journeys', testIgnore: longest },
  ],
  reporter: [['list'], ['json', { outputFile: '../artifacts/e2e-report.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    trace: 'off',
    // Without it, waiting for a missing element takes the journey's whole time.
    actionTimeout: 30_000,
    launchOptions: {
      ...(existsSync(chromium) ? { executablePath: chromium } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
