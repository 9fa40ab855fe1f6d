import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../setup/run-step.mjs'
import { countPlaywright } from './count-tests.mjs'
import { reportFolder } from './times.mjs'

/** The output goes through: the run takes minutes, and each journey's line is its progress. */
export async function runBrowserTests(chromiumPath, args = []) {
  mkdirSync(reportFolder, { recursive: true })
  const report = join(reportFolder, 'browser.json')
  rmSync(report, { force: true })
  const { code } = await runCommand(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args],
    { show: true, env: { CHROMIUM_PATH: chromiumPath, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  )
  const { counts, files } = countPlaywright(report)
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed), files }
}
