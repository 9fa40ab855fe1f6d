import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { readUnstableTests, SecondTries } from './second-tries.mjs'

let folder = ''
let lines = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quaff-second-tries-'))
  lines = []
  vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true })
})

const fileOf = (file, failed) => ({
  project: 'server',
  file,
  passed: 1,
  failed,
  skipped: 0,
  failures: failed > 0 ? [`${file} says no`] : [],
  startMs: 5,
  testsMs: 10,
})
const failing = (...names) => names.map((name) => fileOf(name, 1))
const passes = async ({ file }) => fileOf(file, 0)

it('runs a failed file once more and counts the second try', async () => {
  const tries = new SecondTries()
  const [again, other] = await tries.retry([fileOf('a', 1), fileOf('b', 0)], passes)
  expect(again).toMatchObject({ file: 'a', failed: 0, startMs: 10, testsMs: 20 })
  expect(other.testsMs).toBe(10)
  expect(tries.passed).toEqual([{ file: 'a', project: 'server', error: 'a says no' }])
})

it('keeps a second failure, and a second try in which no test ran', async () => {
  const tries = new SecondTries()
  const twice = await tries.retry(failing('a'), async ({ file }) => fileOf(file, 1))
  const empty = await tries.retry(failing('b'), async ({ file }) => ({ ...fileOf(file, 0), passed: 0 }))
  expect([...twice, ...empty].map(({ failed }) => failed)).toEqual([1, 1])
  expect(tries.passed).toEqual([])
})

it('allows five files over all parts of a run, and fails the sixth without a second try', async () => {
  const tries = new SecondTries()
  const rerun = vi.fn(passes)
  const first = await tries.retry(failing('a', 'b', 'c'), rerun)
  const second = await tries.retry(failing('d', 'e'), rerun)
  const third = await tries.retry(failing('f'), rerun)
  expect([first, second, third].map((files) => files.some(({ failed }) => failed > 0))).toEqual([false, false, true])
  expect(rerun).toHaveBeenCalledTimes(5)
})

it('lists what passed on the second try, and adds up how often that happened', async () => {
  const path = join(folder, 'unstable-tests.json')
  for (const day of ['2026-11-27', '2026-11-28']) {
    const tries = new SecondTries()
    await tries.retry(failing('a'), passes)
    tries.report(day, path)
  }
  expect(lines[0]).toContain('  server a: a says no')
  expect(readUnstableTests(path)).toEqual([
    { file: 'a', project: 'server', error: 'a says no', first: '2026-11-27', last: '2026-11-28', count: 2 },
  ])
})

it('writes nothing after a run in which everything passed', () => {
  const path = join(folder, 'unstable-tests.json')
  new SecondTries().report('2026-11-27', path)
  expect(readUnstableTests(path)).toEqual([])
  expect(lines).toEqual([])
})
