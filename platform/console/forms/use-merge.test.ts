import { describe, expect, it } from 'vitest'
import { holds, mergeValues, type MergeLabels } from './use-merge'

type Values = { name: string; line1: string; city: string; open: boolean; items: string[]; taxId: string }
const loaded: Values = { name: 'Cup', line1: '1 Quay', city: 'Porto', open: false, items: [], taxId: '' }
const labels: MergeLabels<Values> = {
  labels: { name: 'Name', line1: 'Address', city: 'Address', open: 'Open', items: 'Items', taxId: 'Tax ID' },
  show: { Items: ({ items }) => `${items.length} items` },
}
const merge = (mine: Partial<Values>, theirs: Partial<Values>) =>
  mergeValues({ loaded, mine: { ...loaded, ...mine }, theirs: { ...loaded, ...theirs } }, labels)

describe('what two people changed', () => {
  it('is theirs where I did not touch it and mine where they did not', () => {
    expect(merge({ name: 'Mine' }, { open: true, items: ['Tea'] })).toEqual({
      values: { ...loaded, name: 'Mine', open: true, items: ['Tea'] },
      conflicts: [],
      takenOver: ['Open', 'Items'],
    })
  })

  it('is a conflict where both changed it, and mine until someone chooses', () => {
    const { values, conflicts, takenOver } = merge({ name: 'Mine', items: [] }, { name: 'Theirs' })
    expect(values.name).toBe('Mine')
    expect(takenOver).toEqual([])
    expect(conflicts).toMatchObject([
      { label: 'Name', mine: { name: 'Mine' }, theirs: { name: 'Theirs' }, texts: { mine: 'Mine', theirs: 'Theirs' } },
    ])
  })

  it('is no conflict where both typed the same', () => {
    expect(merge({ name: 'Same' }, { name: 'Same' })).toMatchObject({ values: { name: 'Same' }, conflicts: [] })
  })

  it('is never mixed from halves that belong together', () => {
    const { values, conflicts } = merge({ line1: '2 Hill' }, { city: 'Lagos' })
    expect(values).toMatchObject({ line1: '2 Hill', city: 'Porto' })
    expect(conflicts).toMatchObject([
      {
        label: 'Address',
        theirs: { line1: '1 Quay', city: 'Lagos' },
        texts: { mine: '2 Hill, Porto', theirs: '1 Quay, Lagos' },
      },
    ])
  })

  it('reads as people say it', () => {
    const { conflicts } = merge({ items: ['Tea'], name: ' ' }, { items: ['Tea', 'Milk'], name: 'Big Cup' })
    expect(conflicts.map((conflict) => conflict.texts)).toEqual([
      { mine: '', theirs: 'Big Cup' },
      { mine: '1 items', theirs: '2 items' },
    ])
  })

  it('of a number that is never filled in is shown by its mask', () => {
    const versions = { loaded, theirs: loaded, kept: { loaded: { taxId: '•••1' }, theirs: { taxId: '•••2' } } }
    expect(mergeValues({ ...versions, mine: loaded }, labels).takenOver).toEqual(['Tax ID'])
    expect(mergeValues({ ...versions, mine: { ...loaded, taxId: '77' } }, labels)).toMatchObject({
      values: { taxId: '77' },
      conflicts: [{ theirs: { taxId: '' }, texts: { mine: 'Your text', theirs: '•••2' } }],
    })
    const unchanged = { ...versions, kept: { loaded: { taxId: '•••1' }, theirs: { taxId: '•••1' } } }
    expect(mergeValues({ ...unchanged, mine: { ...loaded, taxId: '77' } }, labels).conflicts).toEqual([])
  })

  it('is chosen when the fields hold it', () => {
    expect(holds(loaded, { line1: '1 Quay', city: 'Porto' })).toBe(true)
    expect(holds(loaded, { line1: '1 Quay', city: 'Lagos' })).toBe(false)
  })
})
