import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countPlaywright, countVitest } from './count-tests.mjs'

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'quaff-count-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const journey = (title, status, durations) => ({
  title,
  file: 'somebody-does-it.spec.ts',
  tests: [{ status, results: durations.map((duration) => ({ duration })) }],
})

function write(report) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

it('adds up the files of one project', () => {
  const files = [
    { project: 'unit', passed: 2, failed: 0, skipped: 1 },
    { project: 'server', passed: 1, failed: 1, skipped: 0 },
    { project: 'unit', passed: 3, failed: 0, skipped: 0 },
  ]
  expect(countVitest(files, 'unit')).toEqual({ passed: 5, failed: 0, skipped: 1 })
  expect(countVitest(files, 'console')).toEqual({ passed: 0, failed: 0, skipped: 0 })
})

it('counts a journey that passes on a second try as failed, and names it', () => {
  const file = write({
    stats: { expected: 5, flaky: 1, unexpected: 2, skipped: 3 },
    errors: [{}],
    suites: [
      { specs: [], suites: [{ specs: [journey('twice', 'flaky', [100, 50]), journey('once', 'expected', [20])] }] },
    ],
  })
  const { counts, flaky, files } = countPlaywright(file)
  expect(counts).toEqual({ passed: 5, failed: 4, skipped: 3 })
  expect(flaky).toEqual(['somebody-does-it.spec.ts: twice'])
  expect(files.map(({ testsMs }) => testsMs)).toEqual([150, 20])
})

it('counts nothing where there is no report', () => {
  expect(countPlaywright(join(folder, 'none.json')).counts).toEqual({ passed: 0, failed: 0, skipped: 0 })
})
