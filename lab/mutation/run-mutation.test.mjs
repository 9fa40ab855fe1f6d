import { expect, it } from 'vitest'
import { filesToAsk, nearestTests, testsBelow } from './run-mutation.mjs'

const tests = [
  'features/bars/rules.test.ts',
  'features/clubs/server/open-club.test.ts',
  'platform/server/authorize.test.ts',
  'platform/server/adapters/disk.test.ts',
  'apps/server/src/matrix.test.ts',
  'apps/server/src/api.test.ts',
]

it('asks the matrix and the own feature first, in the order of the guards', () => {
  const mutants = [{ feature: 'clubs' }, { feature: 'platform' }, { feature: 'bars' }, { feature: 'clubs' }]
  expect(nearestTests(tests, mutants)).toEqual([
    'apps/server/src/matrix.test.ts',
    'features/clubs/server/open-club.test.ts',
    'platform/server/authorize.test.ts',
    'features/bars/rules.test.ts',
  ])
  expect(nearestTests(tests, [{ feature: 'bars' }])).toEqual([
    'apps/server/src/matrix.test.ts',
    'features/bars/rules.test.ts',
  ])
  expect(nearestTests(tests, [])).toEqual([])
})

it('asks the files alone whose paths begin as is asked, in that order and once each', () => {
  expect(testsBelow(['apps/server/src/api', 'features/', 'features/bars'], tests)).toEqual([
    'apps/server/src/api.test.ts',
    'features/bars/rules.test.ts',
    'features/clubs/server/open-club.test.ts',
  ])
  expect(testsBelow(['database'], tests)).toEqual([])
})

it('asks next who passes a guard that no one has missed, and was not asked about it in every way', () => {
  const lines = [
    { reached: 'open', file: 'tried.test.ts' },
    { tried: 'open', file: 'tried.test.ts', final: true },
    { reached: 'open', file: 'again.test.ts' },
    { tried: 'open', file: 'again.test.ts', final: false },
    { reached: 'open', file: 'next.test.ts' },
    { reached: 'found', file: 'other.test.ts' },
    { killed: 'found', file: 'tried.test.ts' },
  ]
  expect(filesToAsk(lines)).toEqual(['again.test.ts', 'next.test.ts'])
})
