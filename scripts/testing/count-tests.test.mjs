import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countPlaywright, countVitest, takeOver } from './count-tests.mjs'

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'quaff-count-'))))
afterAll(() => rmSync(folder, { recursive: true }))

const journey = (title, status, durations) => ({
  title,
  file: 'somebody-does-it.spec.ts',
  tests: [
    {
      status,
      results: durations.map((duration) => ({
        duration,
        errors: [{ message: '\u001B[31mNo button\u001B[39m\nCall log' }],
      })),
    },
  ],
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
  expect(countVitest(files, 'unit')).toEqual({ passed: 5, failed: 0, skipped: 1, failures: [] })
  expect(countVitest(files, 'server').failures).toEqual(['a.test.ts: asks: no answer'])
  expect(countVitest(files, 'console')).toEqual({ passed: 0, failed: 0, skipped: 0, failures: [] })
})

it('names a journey that passes on a second try, and counts two of them as failed', () => {
  const file = write({
    stats: { expected: 5, flaky: 2, unexpected: 2, skipped: 3 },
    errors: [{}],
    suites: [
      { specs: [], suites: [{ specs: [journey('twice', 'flaky', [100, 50]), journey('once', 'expected', [20])] }] },
    ],
  })
  const { counts, files } = countPlaywright(file)
  expect(counts).toMatchObject({ passed: 5, failed: 5, skipped: 3 })
  expect(counts.failures).toEqual([
    'no words',
    'somebody-does-it.spec.ts: twice: failed and then passed, a defect of the test: No button',
  ])
  expect(files.map(({ testsMs }) => testsMs)).toEqual([150, 20])
})

it('bears one journey that passes on a second try', () => {
  const suites = [{ specs: [journey('twice', 'flaky', [100, 50])] }]
  const { counts } = countPlaywright(
    write({ stats: { expected: 5, flaky: 1, unexpected: 0, skipped: 0 }, errors: [], suites }),
  )
  expect(counts).toMatchObject({ passed: 6, failed: 0, failures: [expect.stringContaining('a defect of the test')] })
})

it('counts nothing where there is no report', () => {
  expect(countPlaywright(join(folder, 'none.json')).counts).toMatchObject({ passed: 0, failed: 0, skipped: 0 })
})

it('takes over the second try of a file, and names what the first one said', () => {
  const first = { project: 'server', passed: 1, failed: 1, skipped: 0, startMs: 5, testsMs: 10 }
  const files = [
    { ...first, file: 'a.test.ts', failures: ['asks: no answer'] },
    { ...first, file: 'b.test.ts', failures: [] },
  ]
  const again = [{ ...first, file: 'a.test.ts', passed: 2, failed: 0, failures: [] }]
  const [taken, other] = takeOver(files, again)
  expect(taken).toEqual({
    ...again[0],
    startMs: 10,
    testsMs: 20,
    failures: ['asks: no answer (failed and then passed, a defect of the test)'],
  })
  expect(other).toBe(files[1])
})
