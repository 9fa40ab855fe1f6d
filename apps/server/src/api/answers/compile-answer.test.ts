import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { compileAnswer, type Place } from './compile-answer'

const library = new StandardRPCJsonSerializer()

/** Schemas of all kinds that answers have, and some that are none of ours. */
const { schema: schemas } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<z.ZodType>(
      z.string(),
      z.int(),
      z.number(),
      z.boolean(),
      z.date(),
      z.null(),
      z.enum(['tea', 'coffee']),
      z.literal(['tea', 7]),
      z.string().trim().max(3),
      z.int().min(2).max(9),
      z.union([z.string(), z.number()]),
      z.string().catch('none'),
      z.iso.date(),
      z.unknown(),
    ),
    tie('schema').map((one) => one.nullable()),
    tie('schema').map((one) => one.optional()),
    tie('schema').map((one) => z.array(one)),
    tie('schema').map((one) => z.array(one).max(1)),
    tie('schema').map((one) => z.record(z.string(), one)),
    tie('schema').map((one) => z.record(z.enum(['tea', 'coffee']), one)),
    fc
      .dictionary(fc.constantFrom('tea', 'coffee', 'at'), tie('schema'), { maxKeys: 3 })
      .map((shape) => z.object(shape)),
    fc.dictionary(fc.constantFrom('tea', 'at'), tie('schema'), { maxKeys: 2 }).map((shape) => z.strictObject(shape)),
    fc.dictionary(fc.constantFrom('tea', 'at'), tie('schema'), { maxKeys: 2 }).map((shape) => z.looseObject(shape)),
  ),
}))
const texts = ['tea', 'coffee', ' tea', '2026-11-26']
const numbers = [7, 12, 0.5, -0, 2 ** 60, Number.NaN, Number.POSITIVE_INFINITY]
const objects = [new Date(0), new Date(Number.NaN), new URL('https://quaff.test/')]
const leaves = [null, undefined, true, 10n, ...texts, ...numbers, ...objects]
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(...leaves),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('tea', 'coffee', 'at', '__proto__'), tie('value'), { maxKeys: 3 }),
  ),
}))

/** Values that a schema is likely to accept: those at random are mostly none. */
function fitting(schema: z.ZodType): fc.Arbitrary<unknown> {
  const { def } = schema
  if (schema instanceof z.ZodNullable) return fc.oneof(fc.constant(null), fitting(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodOptional) return fc.oneof(fc.constant(undefined), fitting(schema.unwrap() as z.ZodType))
  if (schema instanceof z.ZodArray) return fc.array(fitting(schema.element as z.ZodType), { maxLength: 2 })
  if (schema instanceof z.ZodObject) {
    const shape = schema.shape as Record<string, z.ZodType>
    const fields = Object.fromEntries(Object.entries(shape).map(([name, one]) => [name, fitting(one)]))
    return fc.oneof(
      { weight: 8, arbitrary: fc.record(fields) },
      fc.record(fields, { requiredKeys: [] }),
      fc.record({ ...fields, more: fc.constant(1) }),
    )
  }
  if (schema instanceof z.ZodRecord) {
    const of = fitting(schema.valueType as z.ZodType)
    return fc.oneof(fc.dictionary(fc.constantFrom('tea', 'coffee', 'at'), of), fc.record({ tea: of, coffee: of }))
  }
  const fits = leaves.filter((one) => schema.safeParse(one).success)
  return def.type === 'unknown' || fits.length === 0 ? values : fc.constantFrom(...fits)
}

function look(schema: z.ZodType, value: unknown) {
  const { accepts, findInstants } = compileAnswer(schema)
  const found: Place[] = []
  const isAccepted = accepts(value)
  if (isAccepted) findInstants?.(value, [1], found)
  return { isAccepted, found }
}

describe('an answer that is accepted', () => {
  it('is what the schema makes of it, with the instants that the library finds in it', () => {
    let accepted = 0
    const pairs = schemas.chain((schema) =>
      fc.tuple(
        fc.constant(schema),
        fc.oneof({ weight: 4, arbitrary: fitting(schema) }, { weight: 1, arbitrary: values }),
      ),
    )
    fc.assert(
      fc.property(pairs, ([schema, value]) => {
        const { isAccepted, found } = look(schema, value)
        if (!isAccepted) return
        accepted += 1
        const made = schema.safeParse(value)
        expect(made.success).toBe(true)
        expect(value).toEqual(made.data)
        const [, meta, maps, blobs] = library.serialize(value)
        expect([found.map((place) => place.join()).toSorted(), maps, blobs]).toEqual([
          meta.map((place) => place.join()).toSorted(),
          [],
          [],
        ])
      }),
      { numRuns: 5_000, seed: 14 },
    )
    expect(accepted).toBeGreaterThan(1_500)
  })
})

const row = z.object({ id: z.string(), at: z.date().nullable(), note: z.string().optional() })
const page = z.object({ rows: z.array(row), tabs: z.record(z.enum(['all', 'live']), z.int()) })
const tea = { id: 'tea', at: new Date(0), note: 'hot' }
const tabs = { all: 2, live: 1 }

it('the usual page is accepted, and tells where its instants are', () => {
  const { isAccepted, found } = look(page, { rows: [tea, { id: 'mate', at: null }], tabs })
  expect(isAccepted).toBe(true)
  expect(found).toEqual([[1, 'rows', 0, 'at']])
})

it.each<[string, unknown]>([
  ['a column too many', { rows: [{ ...tea, email: 'a@quaff.test' }], tabs }],
  ['a column too few', { rows: [{ id: 'tea' }], tabs }],
  ['another kind', { rows: [{ ...tea, at: '1970-01-01' }], tabs }],
  ['an instant that is none', { rows: [{ ...tea, at: new Date(Number.NaN) }], tabs }],
  ['a name too few in a record', { rows: [], tabs: { all: 1 } }],
  ['a name too many in a record', { rows: [], tabs: { ...tabs, more: 1 } }],
  ['a list with a hole', { rows: Object.assign([tea], { 2: tea }), tabs }],
  [
    'an object of a class',
    { rows: [Object.assign(Object.create({ note: 'cold' }) as object, { id: 'a', at: null })], tabs },
  ],
])('%s is left to the schema', (_, value) => {
  expect(look(page, value).isAccepted).toBe(false)
})
