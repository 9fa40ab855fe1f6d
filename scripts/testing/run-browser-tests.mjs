import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from '../setup/run-step.mjs'
import { countFiles, readPlaywrightReport } from './count-tests.mjs'
import { reportFolder } from './times.mjs'

/** `tries`: runs each failed file once more by itself, with a trace. Playwright's output is shown as it comes. */
export async function runBrowserTests(chromiumPath, args = [], tries) {
  const first = await runOnce(chromiumPath, 'browser', args)
  const files =
    tries && first.strays.length === 0
      ? await tries.retry(first.files, (file) => rerun(chromiumPath, file))
      : first.files
  const { failed, failures, ...counts } = countFiles(files, 'browser')
  const isUnexplained = first.code !== 0 && first.strays.length === 0 && first.files.every((file) => file.failed === 0)
  return {
    ...counts,
    failed: failed + first.strays.length + (isUnexplained ? 1 : 0),
    failures: [...first.strays, ...failures],
    files,
  }
}

async function rerun(chromiumPath, { file }) {
  console.log(`\n${file}, once more by itself`)
  const again = await runOnce(chromiumPath, 'browser-once-more', [file, '--workers=1', '--trace=on'])
  return again.strays.length > 0 ? undefined : again.files.find((one) => one.file === file)
}

async function runOnce(chromiumPath, name, args) {
  mkdirSync(reportFolder, { recursive: true })
  const report = join(reportFolder, `${name}.json`)
  rmSync(report, { force: true })
  const { code } = await runCommand(
    'playwright',
    ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...args],
    { show: true, env: { CHROMIUM_PATH: chromiumPath, PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
  )
  return { code, ...readPlaywrightReport(report) }
}
