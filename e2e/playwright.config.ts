import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const port = Number(process.env['E2E_PORT'] ?? 4310)
const smtpPort = port + 1
const mailboxPort = port + 2
// Workers load this file again: the folder is made once and handed on.
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'quaff-e2e-')))
process.env['E2E_MAILBOX_URL'] = `http://127.0.0.1:${mailboxPort}`

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium'

export default defineConfig({
  testDir: './journeys',
  outputDir: '../artifacts/e2e',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['json', { outputFile: '../artifacts/e2e-report.json' }]],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    trace: 'retain-on-failure',
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
  webServer: [
    {
      command: `node --import tsx support/mail-server.ts ${smtpPort} ${mailboxPort}`,
      url: `http://127.0.0.1:${mailboxPort}/`,
      reuseExistingServer: false,
    },
    {
      command: 'node ../dist/server/main.js start',
      url: `http://127.0.0.1:${port}/readyz`,
      timeout: 60_000,
      reuseExistingServer: false,
      env: {
        PORT: String(port),
        DATA_DIR: dataDir,
        SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
        MAIL_FROM: 'Quaff <console@quaff.test>',
      },
    },
  ],
})
