import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { printSummary } from './print-summary.mjs'

const notRun = { name: 'Browser tests', notRun: 'no browser' }
const passing = { name: 'Unit tests', passed: 4 }
const failing = { name: 'Console tests', passed: 2, failed: 1, failures: ['a.test.tsx: asks: expected 1 to be 2'] }

describe('the summary of a test run', () => {
  let lines = []
  const lastLine = () => lines.join('\n').split('\n').at(-1)

  beforeEach(() => {
    lines = []
    vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
  })
  afterEach(() => vi.restoreAllMocks())

  it('ends with the totals and passes when nothing failed', () => {
    expect(printSummary([passing, passing], true)).toBe(0)
    expect(lastLine()).toBe('8 passed, 0 failed')
  })

  it('fails when a test failed', () => {
    expect(printSummary([passing, failing], false)).toBe(1)
    expect(lastLine()).toBe('6 passed, 1 failed')
  })

  it('says at the end what failed', () => {
    printSummary([passing, failing], false)
    expect(lines[0]).toBe('\nWhat failed\n  Console tests: a.test.tsx: asks: expected 1 to be 2')
  })

  it('does not print hundreds of failures of one cause', () => {
    printSummary([{ ...failing, failures: Array.from({ length: 500 }, (_, number) => `${number}`) }], false)
    expect(lines[0].split('\n')).toHaveLength(32)
    expect(lines[1]).toBe('  and 470 others')
  })

  it('names a part that was not run, and lets it pass on a desk', () => {
    expect(printSummary([passing, notRun], false)).toBe(0)
    expect(lines.join('\n')).toContain('Browser tests not run: no browser')
    expect(lastLine()).toBe('4 passed, 0 failed')
  })

  it('counts a part that was not run as failed under CI', () => {
    expect(printSummary([passing, notRun], true)).toBe(1)
    expect(lastLine()).toBe('4 passed, 1 failed')
  })
})
