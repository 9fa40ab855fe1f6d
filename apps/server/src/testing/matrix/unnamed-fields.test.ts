import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsBeside, unnamedFields } from './unnamed-fields'

const row = z.object({
  id: z.string(),
  at: z.date().nullable(),
  days: z.record(z.string(), z.object({ count: z.int() })),
})
const page = z.toJSONSchema(
  z.object({
    rows: z.array(row),
    change: z.union([z.object({ before: z.string() }), z.object({ after: z.string() })]),
  }),
  { unrepresentable: 'any' },
)
const named = { rows: [{ id: 'a', at: '2026-01-01', days: { today: { count: 1 } } }], change: { after: 'x' } }

it('a response with the fields of its schema has no others', () => {
  expect(fieldsBeside(page, named)).toEqual([])
})

it.each<[string, object, string[]]>([
  ['at the top', { ...named, taxId: 'x' }, ['taxId']],
  ['in a row', { ...named, rows: [...named.rows, { id: 'b', taxId: 'x' }] }, ['rows[1].taxId']],
  [
    'below a name of a record',
    { ...named, rows: [{ days: { today: { count: 1, sum: 2 } } }] },
    ['rows[0].days.today.sum'],
  ],
  ['in an alternative', { ...named, change: { before: 'x', after: 'y' } }, ['change.after']],
  ['in place of a text', { ...named, rows: [{ id: { taxId: 'x' } }] }, ['rows[0].id']],
])('a surplus field is found %s', (_, value, found) => {
  expect(fieldsBeside(page, value)).toEqual(found)
})

it('an error has the fields of its contract', () => {
  const error = { defined: true, code: 'NOT_FOUND', status: 404, message: 'Not found', data: { reason: 'MERCHANT' } }
  expect(unnamedFields('merchants.get', error)).toEqual([])
  expect(unnamedFields('merchants.get', { ...error, stack: 'x', data: { reason: 'X', query: 'select' } })).toEqual([
    'stack',
    'data.query',
  ])
})
