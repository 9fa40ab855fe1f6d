import { count, eq, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { alias, boolean, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import * as library from 'drizzle-orm/utils'
import { Pool } from 'pg'
import { expect, it } from 'vitest'
import { rowReader, type Field, type Joins } from './row-reader'

const venues = pgTable('venues', {
  id: text().primaryKey(),
  opened: timestamp({ withTimezone: true }),
  isLive: boolean().notNull(),
})
const drinks = pgTable('drinks', { id: text().primaryKey(), venueId: text(), price: integer() })

const db = drizzle(new Pool())
const other = alias(venues, 'other')
const within = db
  .select({ id: venues.id, n: sql<string>`7`.mapWith((n: number) => `${n} cups`).as('n') })
  .from(venues)
  .as('within')
const opened = '2031-05-01 10:00:00+00'

const answers = {
  'columns of one table': {
    query: db.select().from(venues),
    rows: [
      ['v1', opened, true],
      ['v2', null, false],
    ],
  },
  'a joined table with and without a row': {
    query: db.select().from(drinks).leftJoin(venues, eq(venues.id, drinks.venueId)),
    rows: [
      ['d1', 'v1', 3, 'v1', opened, true],
      ['d2', 'v1', 3, null, null, null],
    ],
  },
  'a joined row whose first column is null': {
    query: db
      .select({ id: drinks.id, venue: { opened: venues.opened, id: venues.id } })
      .from(drinks)
      .leftJoin(venues, eq(venues.id, drinks.venueId)),
    rows: [
      ['d1', null, 'v1'],
      ['d2', opened, 'v2'],
    ],
  },
  'a table that is joined for certain': {
    query: db.select().from(drinks).innerJoin(venues, eq(venues.id, drinks.venueId)),
    rows: [['d1', null, null, null, null, null]],
  },
  'columns of two tables under one name': {
    query: db
      .select({ both: { opened: venues.opened, price: drinks.price }, price: drinks.price })
      .from(drinks)
      .leftJoin(venues, eq(venues.id, drinks.venueId)),
    rows: [
      [null, 3, 3],
      [null, null, null],
    ],
  },
  'what is computed first in a group': {
    query: db
      .select({ venue: { n: sql`1`.mapWith(Number), id: venues.id } })
      .from(drinks)
      .leftJoin(venues, eq(venues.id, drinks.venueId)),
    rows: [
      ['4', null],
      [null, 'v1'],
    ],
  },
  'only what is computed': {
    query: db
      .select({ n: count(), last: sql<Date>`max(${venues.opened})`.mapWith(venues.opened), is: sql`true`.as('is') })
      .from(venues),
    rows: [
      ['12', opened, true],
      ['0', null, null],
    ],
  },
  'one table twice': {
    query: db.select({ mine: venues, theirs: other }).from(venues).leftJoin(other, eq(other.id, venues.id)),
    rows: [['v1', opened, true, null, null, null]],
  },
  'rows of a query within': {
    query: db
      .select({ n: within.n, within: { id: within.id }, venue: venues })
      .from(within)
      .leftJoin(venues, eq(venues.id, within.id)),
    rows: [
      [7, 'v1', null, null, null],
      [null, null, 'v1', opened, true],
    ],
  },
} satisfies Record<string, { query: { prepare: (name: string) => object }; rows: unknown[][] }>

it.each(Object.entries(answers))('%s: objects are those of the library', (_name, { query, rows }) => {
  const prepared = query.prepare('read')
  const fields: Field[] = Reflect.get(prepared, 'fields')
  const joins: Joins = Reflect.get(prepared, 'joinsNotNullableMap')
  const read = rowReader(fields, joins)
  const mapResultRow = Reflect.get(library, 'mapResultRow')
  for (const row of rows) {
    expect(read(row)).toStrictEqual(Reflect.apply(mapResultRow, undefined, [fields, row, joins]))
  }
})
