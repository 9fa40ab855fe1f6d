import { expect, it } from 'vitest'
import type { DocumentValue } from './document-values'
import { FieldReader } from './read-fields'

const shownOf = (value: DocumentValue | undefined) => {
  const fields = FieldReader.of(value === undefined ? {} : { name: value })
  fields.tell('name', 'missing', 'changed')
  return fields.problems[0]?.shown
}

it.each<[DocumentValue | undefined, string]>([
  [undefined, ''],
  [null, ''],
  ['', 'an empty text'],
  [[], 'an empty list'],
  [{}, 'an empty map'],
  ['Anna', 'a text of 4 characters'],
  [['x'], 'a list of 1'],
  [{ a: 1 }, 'a map of 1'],
  [false, 'false'],
  [{ $time: '2026-01-01T00:00:00Z' }, 'a time'],
])('a problem with %j is shown as people would say it: %s', (value, shown) => {
  expect(shownOf(value)).toBe(shown)
})
