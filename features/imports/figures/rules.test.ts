import { describe, expect, it } from 'vitest'
import type { Comparison, Difference } from './contract'
import { comparisonLines } from './rules'

const agreed: Comparison = { sums: 1_204, differences: [], more: 0, lost: [] }
const difference: Difference = {
  figure: 'monthly',
  of: 'm1',
  name: 'Half\u001B[2J Moon',
  currency: 'chf',
  documents: 290_000,
  rows: 287_001,
  counter: null,
  causes: [{ cause: 'aside', value: 2_999 }],
  isExplained: true,
}
const textOf = (facts: Partial<Comparison>) => comparisonLines({ ...agreed, ...facts }).join('\n')

describe('sums in a terminal', () => {
  it('§0044 are one line where they agree', () => {
    expect(textOf({})).toBe('\nAll 1,204 sums agree.')
    expect(textOf({ sums: 1 })).toBe('\nThe one sum agrees.')
  })

  it('§0044 are named where they differ, with the reason, and nothing in a name moves the cursor', () => {
    expect(textOf({ differences: [difference], more: 3 }).split('\n')).toEqual([
      '',
      '4 of 1,204 sums differ, all for known reasons.',
      '  Monthly revenue (CHF), Half [2J Moon',
      '    2,900.00 in the documents, 2,870.01 here',
      '    Stayed aside',
      '  … and 3 more',
    ])
  })

  it('§0044 say where there is no reason, and what part each reason accounts for', () => {
    const counter = { counted: 4, rows: 3 }
    const causes = [{ cause: 'kept' as const, value: 1 }]
    const strange = { ...difference, figure: 'active' as const, documents: 5, rows: 3, causes, counter }
    const text = textOf({ differences: [{ ...strange, isExplained: false }] })
    expect(text).toContain('1 of 1,204 sums differ, 1 of them for no known reason.')
    expect(text).toMatch(/Kept as it is here: -1\n +The counter says 4, its rows 3\n +No known reason/)
    expect(textOf({ lost: [{ kind: 'users', read: 3, accounted: 2 }] })).toContain('Users: 3 read, 2 accounted for')
  })
})
