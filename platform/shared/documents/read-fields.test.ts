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
  ['', 'empty text'],
  [[], 'empty list'],
  [{}, 'empty object'],
  ['Anna', 'text of 4 characters'],
  [['x'], 'list of 1'],
  [{ a: 1 }, 'object with 1 field'],
  [false, 'false'],
  [{ $time: '2026-01-01T00:00:00Z' }, 'a time'],
])('a problem with %j is shown in plain words: %s', (value, shown) => {
  expect(shownOf(value)).toBe(shown)
})
