import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { arrayText } from './insert-rows'

let services: TestServices

beforeAll(async () => {
  services = await createTestServices()
})

const awkward = [
  'plain',
  '',
  ' ',
  'null',
  'NULL',
  'nUlL',
  'nulls',
  null,
  'a,b',
  '{}',
  '{a}',
  '"quoted"',
  "it's",
  'back\\slash',
  '\\"',
  '\n\t',
  'Ünïcödé ☕',
  '2026-11-26T14:00:00.000Z',
  '-1.5e3',
  '{"a":"b\\"c","d":[1,null]}',
]

describe('arrays of a column', () => {
  it('come out of the database as they went in', async () => {
    const { rows } = await services.db.execute<{ value: string | null }>(
      sql`select value from unnest(${arrayText(awkward)}::text[]) with ordinality as sent (value, place) order by place`,
    )
    expect(rows.map(({ value }) => value)).toEqual(awkward)
  })

  it('hold numbers, times, truth and documents', async () => {
    const at = '2026-11-26T14:00:00.123Z'
    const { rows } = await services.db.execute<Record<string, unknown>>(sql`
      select number, at = ${at}::timestamptz as is_same, truth, document ->> 'it''s' as said
      from unnest(${arrayText([1, -2, null])}::integer[], ${arrayText([at, at, null])}::timestamptz[],
        ${arrayText([true, false, null])}::boolean[], ${arrayText([JSON.stringify({ "it's": '"\\' }), '{}', null])}::jsonb[])
        as sent (number, at, truth, document)`)
    expect(rows).toEqual([
      { number: 1, is_same: true, truth: true, said: '"\\' },
      { number: -2, is_same: true, truth: false, said: null },
      { number: null, is_same: null, truth: null, said: null },
    ])
  })

  it('may be empty', async () => {
    const { rows } = await services.db.execute<Record<string, unknown>>(
      sql`select cardinality(${arrayText([])}::text[]) as count`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})
