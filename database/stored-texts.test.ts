import { beforeAll, describe, expect, it } from 'vitest'
import { codeSchema, slugSchema } from '@quaff/features/affiliates/contract'
import { formSlugSchema, siteSchema } from '@quaff/features/signup-forms/contract'
import { createWaitlistInput } from '@quaff/features/waitlists/contract'
import { scriptPayloads } from '@quaff/platform/testing/script-payloads'
import { createTestDatabase } from '@quaff/platform/testing/test-database'
import { formatted, ownColumns, typed, untyped } from './testing/stored-texts'

let columns: string[]
/** Lists every text column, for example "merchants.name". */
beforeAll(async () => {
  const { pool, close } = await createTestDatabase()
  const { rows } = await pool.query<{ name: string }>(`
    select relname || '.' || attname as name from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind in ('r', 'p') and not relispartition
    where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      and format_type(atttypid, null) ~ '^(text|jsonb|character)'`)
  columns = rows.map(({ name }) => name)
  await close()
})

const isOwn = (column: string) => Object.values(ownColumns).some((names) => names.test(column.split('.')[1] ?? ''))

describe('every text column', () => {
  it('is typed and listed with the texts that show it, or has a reason why it is not typed', () => {
    expect(columns.length).toBeGreaterThan(300)
    const named = [typed, formatted, untyped].flatMap(Object.keys)
    expect(columns.filter((column) => !named.includes(column) && !isOwn(column))).toEqual([])
    expect(named.filter((column) => !columns.includes(column))).toEqual([])
  })

  it('is in one list only', () => {
    const named = [typed, formatted, untyped].flatMap(Object.keys)
    expect(named.filter((column, at) => named.indexOf(column) !== at || isOwn(column))).toEqual([])
  })

  it('has at least one API text if it is typed', () => {
    const silent = Object.entries(typed).filter(([, wires]) => wires.length === 0)
    expect(silent).toEqual([])
  })
})

const formats = {
  slug: [slugSchema, formSlugSchema, createWaitlistInput.shape.slug],
  code: [codeSchema],
  site: [siteSchema],
} as const

describe('a column with a format', () => {
  it.each(Object.entries(formatted))('%s rejects all forty payloads', (_, format) => {
    for (const schema of formats[format]) {
      expect(scriptPayloads.filter((payload) => schema.safeParse(payload).success)).toEqual([])
    }
  })
})
