import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectInThread, type OpenDatabase } from '../pglite/open-pglite'
import { createEngine } from '../pglite/pglite-engine'
import { NamingClient } from './naming-client'

let database: OpenDatabase
beforeAll(async () => {
  database = connectInThread(await createEngine({ folder: null }), { Client: NamingClient })
  await database.db.execute(sql`create table drinks (name text)`)
})
afterAll(() => database.close())

const named = async () =>
  (
    await database.pool.query<{ statement: string }>(`select statement from pg_prepared_statements order by 1`)
  ).rows.map(({ statement }) => statement)

it('what is read again and again has a name from its third sending on, and is still answered', async () => {
  const ask = (name: string) => database.pool.query({ text: 'select $1::text as name', values: [name] })
  for (const name of ['flat white', 'cortado']) await ask(name)
  expect(await named()).not.toContain('select $1::text as name')
  expect((await ask('mocha')).rows).toEqual([{ name: 'mocha' }])
  expect((await ask('lungo')).rows).toEqual([{ name: 'lungo' }])
  expect(await named()).toContain('select $1::text as name')
})

it('a union in brackets has one too', async () => {
  const text = '(select $1::text as name) union all ((select $2::text) union all (select $3::text))'
  for (let sending = 0; sending < 3; sending += 1)
    await database.pool.query({ text, values: ['flat white', 'cortado', 'mocha'] })
  expect(await named()).toContain(text)
})

it('what writes, and what is longer than any page asks, has none', async () => {
  const long = `select ${Array.from({ length: 1_500 }, (_, at) => `$${at + 1}::int`).join(', ')}`
  for (let sending = 0; sending < 4; sending += 1) {
    await database.pool.query({ text: 'insert into drinks values ($1)', values: ['ristretto'] })
    await database.pool.query({ text: long, values: Array.from({ length: 1_500 }, (_, at) => at) })
  }
  expect((await named()).filter((text) => text.startsWith('insert') || text === long)).toEqual([])
})

it('what a transaction reads has none, since it may fill the tables itself', async () => {
  const text = 'select name from drinks where name = $1'
  await database.db.transaction(async (tx) => {
    for (let sending = 0; sending < 4; sending += 1)
      await tx.execute(sql`select name from drinks where name = ${'ristretto'}`)
  })
  expect(await named()).not.toContain(text)
  for (let sending = 0; sending < 4; sending += 1) await database.pool.query({ text, values: ['ristretto'] })
  expect(await named()).toContain(text)
})
