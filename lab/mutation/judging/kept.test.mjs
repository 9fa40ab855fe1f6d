import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { hashOf, keepFound, readLines } from './kept.mjs'

let root
let results
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kept-'))
  results = join(root, 'kept', 'results.jsonl')
  writeFileSync(join(root, 'rules.ts'), 'if (late) refuse()')
  writeFileSync(join(root, 'rules.test.ts'), 'expect(refused)')
  keepFound(results, mutants, root)
  const line = {
    killed: 'late',
    file: 'rules.test.ts',
    of: hashOf(root, 'rules.ts'),
    by: hashOf(root, 'rules.test.ts'),
  }
  for (const one of [{ tried: 'other', file: 'rules.test.ts' }, line, { done: 'rules.test.ts' }])
    appendFileSync(results, `${JSON.stringify(one)}\n`)
})
afterEach(() => rmSync(root, { recursive: true }))

const mutants = [{ id: 'late', path: 'rules.ts' }]

it('begins with nothing', () => {
  rmSync(results)
  expect(keepFound(results, mutants, root).size).toBe(0)
  expect(readLines(results)).toEqual([])
})

it('keeps what was found, and nothing of what was tried, so that a survivor is asked about again', () => {
  expect(keepFound(results, mutants, root)).toEqual(new Set(['late']))
  expect(readLines(results).map(({ killed }) => killed)).toEqual(['late'])
})

it.each(['rules.ts', 'rules.test.ts'])('forgets what was found once %s has changed', (file) => {
  appendFileSync(join(root, file), ' // changed')
  expect(keepFound(results, mutants, root).size).toBe(0)
})

it('forgets what was found by a test, or about a guard, that is no more', () => {
  expect(keepFound(results, [], root).size).toBe(0)
  rmSync(join(root, 'rules.test.ts'))
  expect(keepFound(results, mutants, root).size).toBe(0)
})

it('reads past a line that was cut off', () => {
  appendFileSync(results, '{"killed":"la')
  expect(keepFound(results, mutants, root)).toEqual(new Set(['late']))
  expect(readFileSync(results, 'utf8').endsWith('}\n')).toBe(true)
})
