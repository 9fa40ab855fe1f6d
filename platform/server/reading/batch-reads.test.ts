import { asc, eq, sql } from 'drizzle-orm'
import { bigint, boolean, date, doublePrecision, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countRoundTrips } from '@quaff/platform/testing/database/count-round-trips'
import { createTestDatabase, type TestDatabase } from '@quaff/platform/testing/test-database'
import type { Queryable } from '../context'
import { batchReads } from './batch-reads'

const venues = pgTable('venues_of_test', {
  id: text().primaryKey(),
  openedAt: timestamp('opened_at', { withTimezone: true }),
  day: date(),
  seats: bigint({ mode: 'number' }),
  rating: doublePrecision(),
  isLive: boolean('is_live'),
  details: jsonb().$type<{ floors: number[] }>(),
  tags: text().array(),
})
const drinks = pgTable('drinks_of_test', { id: text().primaryKey(), venueId: text('venue_id'), price: integer() })

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await db.execute(sql`create table venues_of_test (id text primary key, opened_at timestamptz, day date, seats bigint,
    rating float8, is_live boolean, details jsonb, tags text[])`)
  await db.execute(sql`create table drinks_of_test (id text primary key, venue_id text, price integer)`)
  await db
    .insert(venues)
    .values([
      {
        id: 'harbour "$1"',
        openedAt: new Date('2031-05-01T10:00:00.250Z'),
        day: '2031-05-01',
        seats: 9_007_199_254_740_991,
        rating: 4.25,
        isLive: true,
        details: { floors: [0, 1] },
        tags: [`O'Hara`, '$2'],
      },
      { id: 'mill' },
    ])
  await db.insert(drinks).values([
    { id: 'cortado', venueId: 'harbour "$1"', price: 3 },
    { id: 'lungo', price: 2 },
    { id: 'mocha', venueId: 'mill', price: 5 },
  ])
})
afterAll(() => database.close())

/** Counts round trips to the database. Statements that are sent together count once. */
async function roundTripsOf<T>(ask: () => Promise<T>) {
  const counter = await countRoundTrips(database.pool)
  const { result, ...counted } = await counter.during(ask)
  return { answer: result, ...counted }
}

const reads = {
  'every kind of value': (one: Queryable) => one.select().from(venues).orderBy(venues.id),
  'joined rows that are there and that are not': (one: Queryable) =>
    one.select().from(drinks).leftJoin(venues, eq(venues.id, drinks.venueId)).orderBy(drinks.id),
  'two columns of one name': (one: Queryable) =>
    one
      .select({ drink: drinks.id, venue: venues.id })
      .from(drinks)
      .innerJoin(venues, eq(venues.id, drinks.venueId))
      .orderBy(asc(drinks.price)),
  'values in an expression': (one: Queryable) =>
    one
      .select({ n: sql<number>`count(*)`, at: sql<Date>`max(${venues.openedAt})`.mapWith(venues.openedAt) })
      .from(venues)
      .where(eq(venues.id, 'harbour "$1"')),
  'a value within a text that is none': (one: Queryable) =>
    one
      .select({ id: venues.id, aside: sql<string>`'it''s $1' || ${'!'}` })
      .from(venues)
      .where(eq(venues.id, 'mill')),
  'no row': (one: Queryable) => one.select().from(venues).where(eq(venues.id, 'nowhere')),
  'a union': (one: Queryable) =>
    one
      .select({ id: venues.id })
      .from(venues)
      .where(eq(venues.id, 'mill'))
      .unionAll(one.select({ id: drinks.id }).from(drinks).where(eq(drinks.id, 'mocha'))),
  'a number of rows': (one: Queryable) => one.$count(drinks, eq(drinks.price, 5)),
  'a text of its own': async (one: Queryable) =>
    (
      await one.execute<Record<string, unknown>>(
        sql`with cheap as (select id from drinks_of_test where price < ${4}) select id from cheap order by id`,
      )
    ).rows,
}

const isolated = [
  { where: 'the database', run: <T>(work: (one: Queryable) => Promise<T>) => work(db) },
  { where: 'a transaction', run: <T>(work: (one: Queryable) => Promise<T>) => db.transaction(work) },
]

it.each(isolated)('answers each read in $where as it would be answered alone', async ({ run }) => {
  const ask = (one: Queryable) => Promise.all(Object.values(reads).map((read) => read(one)))
  expect(await run((one) => batchReads(one, ask))).toEqual(await ask(db))
})

it('sends the reads of one Promise.all in one round trip', async () => {
  const ask = (one: Queryable) => Promise.all(Object.values(reads).map((read) => read(one)))
  const { statements, roundTrips } = await roundTripsOf(() => batchReads(db, ask))
  expect([statements.length, roundTrips]).toEqual([Object.keys(reads).length, 1])
})

it('sends what each read asks after its answer together as well', async () => {
  const { answer, roundTrips } = await roundTripsOf(() =>
    batchReads(db, (one) =>
      Promise.all(
        ['harbour "$1"', 'mill'].map(async (id) => {
          const [venue] = await one.select({ id: venues.id }).from(venues).where(eq(venues.id, id))
          return one.$count(drinks, eq(drinks.venueId, venue?.id ?? ''))
        }),
      ),
    ),
  )
  expect([answer, roundTrips]).toEqual([[1, 1], 2])
})

it('a batch within a batch is the same batch', async () => {
  const both = (one: Queryable) =>
    batchReads(one, (inner) => Promise.all([reads['no row'](inner), reads['a union'](inner)]))
  const { answer, roundTrips } = await roundTripsOf(() =>
    batchReads(db, (one) => Promise.all([reads['a number of rows'](one), both(one)])),
  )
  expect([answer, roundTrips]).toEqual([[1, [[], [{ id: 'mill' }, { id: 'mocha' }]]], 1])
})

const broken = (one: Queryable) => one.execute(sql`select 1 / (price - 5) from drinks_of_test`)

it('a read that fails leaves the others of its batch alone', async () => {
  const ask = (one: Queryable) =>
    Promise.allSettled([reads['no row'](one), broken(one), reads['a number of rows'](one)])
  const requested = await batchReads(db, ask)
  expect(requested.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

it('a read that fails in a transaction ends it', async () => {
  const requested = db.transaction((tx) => batchReads(tx, (one) => Promise.all([reads['no row'](one), broken(one)])))
  await expect(requested).rejects.toMatchObject({ cause: { message: 'division by zero' } })
  expect(await reads['a number of rows'](db)).toBe(1)
})

it('a lost connection fails the reads that it carried, and the next batch gets another one', async () => {
  const { pool } = database
  const client = await pool.connect()
  Reflect.get(Reflect.get(client, 'connection'), 'stream').destroy()
  client.release()
  const ask = (one: Queryable) => Promise.all([reads['no row'](one), reads['a number of rows'](one)])
  await batchReads(db, ask).catch(() => {})
  expect(await batchReads(db, ask)).toEqual([[], 1])
})

it('reads what a transaction wrote before', async () => {
  const counted = await db.transaction((tx) =>
    batchReads(tx, async (one) => {
      await one.insert(drinks).values({ id: 'flat white', price: 4 })
      const [all, dear] = await Promise.all([one.$count(drinks), one.$count(drinks, eq(drinks.price, 5))])
      await one.delete(drinks).where(eq(drinks.id, 'flat white'))
      return { all, dear }
    }),
  )
  expect(counted).toEqual({ all: 4, dear: 1 })
})
