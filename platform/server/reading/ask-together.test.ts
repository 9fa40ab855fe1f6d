import { asc, eq, sql } from 'drizzle-orm'
import { bigint, boolean, date, doublePrecision, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '@quaff/platform/testing/test-database'
import type { Queryable } from '../context'
import { askTogether } from './ask-together'

const venues = pgTable('venues_of_test', {
  id: text().primaryKey(),
  openedAt: timestamp('opened_at', { withTimezone: true }),
  day: date(),
  seats: bigint({ mode: 'number' }),
  rating: doublePrecision(),
  isLive: boolean('is_live'),
  facts: jsonb().$type<{ floors: number[] }>(),
  tags: text().array(),
})
const drinks = pgTable('drinks_of_test', { id: text().primaryKey(), venueId: text('venue_id'), price: integer() })

let database: TestDatabase
let db: TestDatabase['db']
beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  await db.execute(sql`create table venues_of_test (id text primary key, opened_at timestamptz, day date, seats bigint,
    rating float8, is_live boolean, facts jsonb, tags text[])`)
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
        facts: { floors: [0, 1] },
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

/** What went to the database meanwhile. */
async function sentBy<T>(ask: () => Promise<T>): Promise<{ answer: T; sent: number }> {
  const { pool } = database
  const own: Pool['query'] = pool.query
  let sent = 0
  const query = (...values: never[]) => {
    sent += 1
    return Reflect.apply(own, pool, values)
  }
  Object.assign(pool, { query })
  try {
    return { answer: await ask(), sent }
  } finally {
    Object.assign(pool, { query: own })
  }
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
      await one.execute(
        sql`with cheap as (select id from drinks_of_test where price < ${4}) select id from cheap order by id`,
      )
    ).rows,
}

it('answers each read as it would be answered alone, all of them in one statement', async () => {
  const ask = (one: Queryable) => Promise.all(Object.values(reads).map((read) => read(one)))
  const alone = await sentBy(() => ask(db))
  const together = await sentBy(() => askTogether(db, ask))
  expect(together.answer).toEqual(alone.answer)
  expect([alone.sent, together.sent]).toEqual([Object.keys(reads).length, 1])
})

it('sends what is asked after an answer together as well', async () => {
  const { answer, sent } = await sentBy(() =>
    askTogether(db, (one) =>
      Promise.all(
        ['harbour "$1"', 'mill'].map(async (id) => {
          const [venue] = await one.select({ id: venues.id }).from(venues).where(eq(venues.id, id))
          return one.$count(drinks, eq(drinks.venueId, venue?.id ?? ''))
        }),
      ),
    ),
  )
  expect([answer, sent]).toEqual([[1, 1], 2])
})

it('gathers what is to go together within what goes together', async () => {
  const both = (one: Queryable) =>
    askTogether(one, (inner) => Promise.all([reads['no row'](inner), reads['a union'](inner)]))
  const { answer, sent } = await sentBy(() =>
    askTogether(db, (one) => Promise.all([reads['a number of rows'](one), both(one)])),
  )
  expect([answer, sent]).toEqual([[1, [[], [{ id: 'mill' }, { id: 'mocha' }]]], 1])
})

it('sends what is asked alone as it is', async () => {
  const { answer, sent } = await sentBy(() => askTogether(db, (one) => one.select().from(venues).orderBy(venues.id)))
  expect([answer, sent]).toEqual([await db.select().from(venues).orderBy(venues.id), 1])
})

const broken = (one: Queryable) => one.execute(sql`select 1 / (price - 5) from drinks_of_test`)

it('asks each by itself when they fail together, so that one fails alone', async () => {
  const ask = (one: Queryable) =>
    Promise.allSettled([reads['no row'](one), broken(one), reads['a number of rows'](one)])
  expect(await askTogether(db, ask)).toEqual(await ask(db))
})

it('fails all reads that are to be of one moment when one fails', async () => {
  const ask = (one: Queryable) => Promise.allSettled([reads['no row'](one), broken(one)])
  const asked = await askTogether(db, ask, { atOneMoment: true })
  expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('tells of the first failure in a transaction, which is over with it', async () => {
  const asked = db.transaction((tx) => askTogether(tx, (one) => Promise.all([reads['no row'](one), broken(one)])))
  await expect(asked).rejects.toMatchObject({ cause: { message: 'division by zero' } })
})

it('lets writes go as they are, and reads what a transaction wrote in it', async () => {
  const counted = await db.transaction((tx) =>
    askTogether(tx, async (one) => {
      await one.insert(drinks).values({ id: 'flat white', price: 4 })
      const [all, dear] = await Promise.all([one.$count(drinks), one.$count(drinks, eq(drinks.price, 5))])
      await one.delete(drinks).where(eq(drinks.id, 'flat white'))
      return { all, dear }
    }),
  )
  expect(counted).toEqual({ all: 4, dear: 1 })
})
