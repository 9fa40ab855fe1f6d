import { eq, lt, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database, Queryable } from '@quaff/platform/server/context'
import { createTestDatabase } from '@quaff/platform/testing/test-database'
import { batchReads } from './batch-reads'
import { preparedRead, repeatedRead } from './prepared-read'

const drinks = pgTable('drinks', { name: text().primaryKey(), price: integer().notNull() })

let db: Database
let close: () => Promise<void>
let built = 0

const priceOf = preparedRead('price_in_a_test', ['name'], (from, { name }: { name: string }) => {
  built += 1
  return from.select({ price: drinks.price }).from(drinks).where(eq(drinks.name, name))
})

beforeAll(async () => {
  ;({ db, close } = await createTestDatabase())
  await db.execute(sql`create table drinks (name text primary key, price integer not null)`)
  await db.insert(drinks).values([
    { name: 'cortado', price: 300 },
    { name: 'mocha', price: 450 },
  ])
})
afterAll(() => close())

it('is built once, and each call reads its own values', async () => {
  expect(await priceOf(db, { name: 'cortado' })).toEqual([{ price: 300 }])
  expect(await priceOf(db, { name: 'mocha' })).toEqual([{ price: 450 }])
  expect(await priceOf(db, { name: "'; drop table drinks; --" })).toEqual([])
  expect(built).toBe(1)
})

it('shares the round trip of a batch', async () => {
  const read = await batchReads(db, (one) =>
    Promise.all([priceOf(one, { name: 'cortado' }), priceOf(one, { name: 'mocha' })]),
  )
  expect(read).toEqual([[{ price: 300 }], [{ price: 450 }]])
})

it('reads what its transaction has written', async () => {
  await db.transaction(async (tx) => {
    await tx.update(drinks).set({ price: 320 }).where(eq(drinks.name, 'cortado'))
    expect(await priceOf(tx, { name: 'cortado' })).toEqual([{ price: 320 }])
  })
  expect(await priceOf(db, { name: 'cortado' })).toEqual([{ price: 320 }])
})

it('builds a repeated read twice, and each of its inputs on its own', async () => {
  let times = 0
  const cheaperThan = (price: number, from: Queryable = db) =>
    repeatedRead(from, ['drinks in a test', price], () => {
      times += 1
      return from.select({ name: drinks.name }).from(drinks).where(lt(drinks.price, price)).orderBy(drinks.name)
    })
  for (let round = 0; round < 4; round += 1) {
    expect(await cheaperThan(400)).toEqual([{ name: 'cortado' }])
    expect(await cheaperThan(500)).toEqual([{ name: 'cortado' }, { name: 'mocha' }])
  }
  expect(times).toBe(4)
  await db.transaction(async (tx) => {
    await tx.update(drinks).set({ price: 490 }).where(eq(drinks.name, 'cortado'))
    expect(await cheaperThan(400, tx)).toEqual([])
  })
  await db.delete(drinks).where(eq(drinks.name, 'mocha'))
  expect(await cheaperThan(500)).toEqual([{ name: 'cortado' }])
})

it('builds a repeated read again after two hundred others', async () => {
  let times = 0
  const read = (name: string) =>
    repeatedRead(db, ['many in a test', name], () => {
      times += name === 'cortado' ? 1 : 0
      return db.select({ price: drinks.price }).from(drinks).where(eq(drinks.name, name))
    })
  for (let round = 0; round < 3; round += 1) await read('cortado')
  expect(times).toBe(2)
  for (let other = 0; other < 200; other += 1) await read(`other ${other}`)
  await read('cortado')
  expect(times).toBe(3)
})
