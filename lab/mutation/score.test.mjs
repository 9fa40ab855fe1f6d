import { describe, expect, it } from 'vitest'
import { chooseSample } from './run-mutation.mjs'
import { describeScore, scoreOf } from './score.mjs'

const mutant = (id, feature = 'bars') => ({ id, feature, kind: 'anyRole', path: 'bars.ts', line: 7 })
const mutants = [mutant('one'), mutant('two'), mutant('three', 'clubs')]

describe('the score', () => {
  it('counts a guard that one file misses, and names the others with whether a test passes them', () => {
    const lines = [{ reached: 'one' }, { killed: 'one', file: 'a.test.ts', test: 'refuses' }, { reached: 'two' }]
    const score = scoreOf(mutants, ['a.test.ts'], [...lines, { done: 'a.test.ts' }])
    expect(score).toMatchObject({ total: 3, killed: 1, broken: [] })
    expect(score.survived.map(({ id, reached }) => [id, reached])).toEqual([
      ['two', true],
      ['three', false],
    ])
    const text = describeScore(score, 0)
    expect(text).toContain('Survived: two\n  bars.ts:7')
    expect(text).toContain('Survived, no test passes it: three')
    expect(text).toMatch(/killed 1 of 3 \(33\.3 %\), 0 documented equivalents$/)
  })

  it('never rounds up to a hundred', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => mutant(`guard ${index}`))
    const lines = many.slice(1).map(({ id }) => ({ killed: id }))
    expect(describeScore(scoreOf(many, [], lines), 0)).toContain('(99.9 %)')
  })

  it('takes a test file that does not come to its end for a failure', () => {
    expect(scoreOf([], ['lost.test.ts'], []).broken).toEqual([
      { broken: 'lost.test.ts', why: 'its process ended early' },
    ])
  })
})

describe('a sample', () => {
  const all = Array.from({ length: 100 }, (_, index) => index)

  it('is the same for the same seed, without repetition, and another for another seed', () => {
    const sample = chooseSample(all, 20, 7)
    expect(new Set(sample).size).toBe(20)
    expect(chooseSample(all, 20, 7)).toEqual(sample)
    expect(chooseSample(all, 20, 8)).not.toEqual(sample)
  })

  it('of more than there are is all of them', () => {
    expect(chooseSample(all, 200, 1).sort((a, b) => a - b)).toEqual(all)
  })
})
