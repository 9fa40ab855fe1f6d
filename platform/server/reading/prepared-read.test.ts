import { eq, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '@quaff/platform/server/context'
import { createTestDatabase } from '@quaff/platform/testing/test-database'
import { batchReads } from './batch-reads'
import { preparedRead } from './prepared-read'

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
