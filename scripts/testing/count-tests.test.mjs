import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countPlaywright, countVitest } from './count-tests.mjs'

let folder = ''
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'quaff-count-'))))
afterAll(() => rmSync(folder, { recursive: true }))

function write(report) {
  const file = join(folder, 'report.json')
  writeFileSync(file, JSON.stringify(report))
  return file
}

const vitestFile = (name, ...statuses) => ({
  name,
  status: statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status) => ({ status })),
})

it('sorts tests by the folder that they lie in', () => {
  const file = write({
    testResults: [
      vitestFile('/repo/features/plans/rules.test.ts', 'passed', 'passed'),
      vitestFile('/repo/features/plans/server/create-plan.test.ts', 'passed', 'failed'),
      vitestFile('/repo/platform/console/money-text.test.tsx', 'passed', 'skipped'),
    ],
  })
  expect(countVitest(file)).toEqual({
    unit: { passed: 2, failed: 0, skipped: 0 },
    server: { passed: 1, failed: 1, skipped: 0 },
    console: { passed: 1, failed: 0, skipped: 1 },
  })
})

it('counts a file that does not load as a failure', () => {
  const broken = { ...vitestFile('/repo/apps/server/src/router.test.ts'), status: 'failed' }
  expect(countVitest(write({ testResults: [broken] })).server.failed).toBe(1)
})

it('adds up what Playwright reports', () => {
  const stats = { expected: 5, flaky: 1, unexpected: 2, skipped: 3 }
  expect(countPlaywright(write({ stats, errors: [{}] }))).toEqual({ passed: 6, failed: 3, skipped: 3 })
})

it('counts nothing where there is no report', () => {
  expect(countPlaywright(join(folder, 'none.json'))).toEqual({ passed: 0, failed: 0, skipped: 0 })
})
