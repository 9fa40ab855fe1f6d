import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countFiles, readPlaywrightReport } from './count-tests.mjs'

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'quaff-count-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const journey = (title, status, duration) => ({
  title,
  file: 'owner-does-it.spec.ts',
  tests: [{ status, results: [{ duration, errors: [{ message: '\u001B[31mNo button\u001B[39m\nCall log' }] }] }],
})

function write(report) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

it('adds up the files of one project', () => {
  const files = [
    { project: 'unit', passed: 2, failed: 0, skipped: 1, failures: [] },
    { project: 'server', file: 'a.test.ts', passed: 1, failed: 1, skipped: 0, failures: ['asks: no answer'] },
    { project: 'unit', passed: 3, failed: 0, skipped: 0, failures: [] },
  ]
  expect(countFiles(files, 'unit')).toEqual({ passed: 5, failed: 0, skipped: 1, failures: [] })
  expect(countFiles(files, 'server').failures).toEqual(['a.test.ts: asks: no answer'])
  expect(countFiles(files, 'console')).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] })
})

it('adds up the journeys of each file, and names those that failed', () => {
  const specs = [journey('pays', 'unexpected', 100), journey('reads', 'expected', 20), journey('waits', 'skipped', 0)]
  const { files, strays } = readPlaywrightReport(write({ errors: [], suites: [{ specs: [], suites: [{ specs }] }] }))
  expect(files).toEqual([
    {
      project: 'browser',
      file: 'e2e/journeys/owner-does-it.spec.ts',
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: ['pays: No button'],
      startMs: 0,
      testsMs: 120,
    },
  ])
  expect(strays).toEqual([])
})

it('names errors that belong to no journey, and a report that is missing', () => {
  const { strays } = readPlaywrightReport(write({ errors: [{ message: 'No server' }], suites: [] }))
  expect(strays).toEqual(['No server'])
  expect(readPlaywrightReport(join(folder, 'none.json'))).toEqual({ files: [], strays: ['Playwright wrote no report'] })
})
