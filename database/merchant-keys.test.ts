import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@quaff/platform/testing/test-database'

const document = readFileSync(new URL('../docs/scaling.md', import.meta.url), 'utf8')

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})

/** This column has the merchant of a row. In `merchants` it is the id. */
const column = `case c.relname when 'merchants' then 'id' else 'merchant_id' end`
const ofMerchants = `exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = ${column} and not a.attisdropped)`
const namesOf = (table: string, numbers: string) =>
  `array(select a.attname::text from unnest(${numbers}) with ordinality as n(number, place)
    join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number order by n.place)`

async function listed(query: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ text: string }>(query)
  return rows.map(({ text }) => text).toSorted()
}

/** Returns the names in a column of the table below the heading. */
const written = (heading: string, cell: number): string[] => {
  const [, section = ''] = document.split(`### ${heading}\n`)
  const rows = (section.split(/^##/m)[0] ?? '').split('\n').filter((line) => line.startsWith('| '))
  const cells = rows.map((row) => row.split('|')[cell] ?? '')
  return cells.flatMap((text) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)).toSorted()
}

describe('scaling.md', () => {
  it('lists each unique key of a merchant’s table that does not include the merchant', async () => {
    const keys = await listed(
      `select c.relname || ' (' || array_to_string(k.columns, ', ') || ')' as text
        from pg_index x join pg_class c on c.oid = x.indrelid
        cross join lateral (select ${namesOf('c.oid', 'x.indkey::smallint[]')} as columns) as k
        where x.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition
          and ${ofMerchants} and not ${column} = any(k.columns)`,
    )
    expect(keys.length).toBeGreaterThan(10)
    expect(written('Unique keys without the merchant', 1)).toEqual(keys)
  })

  it('lists each foreign key from or to such a table that does not include the merchant', async () => {
    const keys = await listed(
      `select c.relname || ' (' || array_to_string(k.columns, ', ') || ') → ' || target.name as text
        from pg_constraint f join pg_class c on c.oid = f.conrelid
        cross join lateral (select ${namesOf('c.oid', 'f.conkey')} as columns) as k
        cross join lateral (select c.relname as name, ${ofMerchants} as owned from pg_class c where c.oid = f.confrelid) as target
        where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and not c.relispartition
          and ((${ofMerchants} and c.relname <> 'merchants') or target.owned) and not 'merchant_id' = any(k.columns)`,
    )
    expect(keys.length).toBeGreaterThan(5)
    expect(written('Foreign keys without the merchant', 1)).toEqual(keys)
  })

  it('says for each table without a merchant where it belongs', async () => {
    const tables = await listed(
      `select c.relname as text from pg_class c
        where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and not ${ofMerchants}`,
    )
    expect(tables.length).toBeGreaterThan(20)
    expect(written('Tables without a merchant', 2)).toEqual(tables)
  })
})
