import { expect, it } from 'vitest'
import { changedFields } from './change-record'

const before = { name: 'Tent', startsAt: new Date(0), tags: ['a', 'b'], note: null }

it('names the fields that differ, with their values before and after', () => {
  expect(changedFields(before, { ...before, name: 'Table', tags: ['b', 'a'] })).toEqual({
    before: { name: 'Tent', tags: ['a', 'b'] },
    after: { name: 'Table', tags: ['b', 'a'] },
  })
})

it('is null if equal instants, lists and documents are all there is', () => {
  expect(changedFields(before, { ...before, startsAt: new Date(0), tags: ['a', 'b'] })).toBeNull()
})

it('compares only the given fields', () => {
  expect(changedFields(before, { ...before, name: 'Table' }, ['note'])).toBeNull()
})

it('shows a missing field as null', () => {
  expect(changedFields({}, { name: 'Tent' })).toEqual({ before: { name: null }, after: { name: 'Tent' } })
})
