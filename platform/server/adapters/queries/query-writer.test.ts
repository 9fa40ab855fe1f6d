import { and, count, desc, eq, inArray, isNull, notExists, or, sql, type SQLWrapper } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import {
  alias,
  boolean,
  integer,
  jsonb,
  PgDialect,
  pgEnum,
  pgTable,
  pgView,
  text,
  timestamp,
  union,
} from 'drizzle-orm/pg-core'
import { Pool } from 'pg'
import { expect, it } from 'vitest'
import { writeQueriesQuickly } from './query-writer'

const size = pgEnum('size', ['small', 'large'])
const venues = pgTable('venues', {
  id: text().primaryKey(),
  name: text().notNull(),
  opened: timestamp({ withTimezone: true }),
  facts: jsonb().$type<{ seats: number }>(),
  isLive: boolean().notNull().default(false),
})
const drinks = pgTable('drinks', {
  id: text().primaryKey(),
  venueId: text(),
  size: size(),
  price: integer(),
  tags: text().array(),
})
const live = pgView('live_venues').as((query) => query.select().from(venues).where(eq(venues.isLive, true)))

const offline = drizzle(new Pool())
const other = alias(venues, 'other "venue"')
const cheap = offline
  .select({ id: drinks.id, venueId: drinks.venueId })
  .from(drinks)
  .where(eq(drinks.price, 3))
  .as('cheap')
const first = offline.$with('first').as(offline.select().from(venues).limit(1))
const tenOClock = new Date('2031-05-01T10:00:00.000Z')

const queries: Record<string, () => SQLWrapper> = {
  'columns and a condition': () => offline.select().from(venues).where(eq(venues.name, `O'Hara "\\`)),
  'a moment, a flag, a document': () =>
    offline
      .select()
      .from(venues)
      .where(and(eq(venues.opened, tenOClock), eq(venues.isLive, false), eq(venues.facts, { seats: 3 }))),
  'a list of values': () =>
    offline
      .select()
      .from(drinks)
      .where(inArray(drinks.id, ['a', 'b', 'c'])),
  'an empty list': () => offline.select().from(drinks).where(inArray(drinks.id, [])),
  'values of an array': () =>
    offline
      .select()
      .from(drinks)
      .where(eq(drinks.tags, ['a', 'b'])),
  'a list in a text': () => sql`select ${['a', 1, null]}, ${[]}`,
  'null, a number, a flag and nothing': () => sql`select ${null}, ${3}, ${true}, ${undefined}, ${10n}`,
  'a moment in a text': () => sql`select ${tenOClock}::timestamptz`,
  'a value with an encoder': () =>
    sql`select ${sql.param(tenOClock, venues.opened)}, ${sql.param(null, venues.opened)}`,
  'an encoder that answers with SQL': () =>
    sql`select ${sql.param('x', { mapToDriverValue: (value: string) => sql`lower(${value})` })}`,
  'what is written into the text': () =>
    sql`select ${sql`${'x'} || ${1}`.inlineParams()}, ${2}, ${sql.raw('now()')}, ${sql.identifier('a"b')}`,
  'tables and columns of two names': () =>
    offline.select({ mine: venues.name, theirs: other.name }).from(venues).leftJoin(other, eq(other.id, venues.id)),
  'a query within': () => offline.select().from(cheap).innerJoin(venues, eq(venues.id, cheap.venueId)),
  'a query as a value': () =>
    offline.select({ n: sql<number>`(${offline.select({ n: count() }).from(drinks)})`.as('n') }).from(venues),
  'a query as a condition': () =>
    offline
      .select()
      .from(venues)
      .where(notExists(offline.select().from(drinks).where(eq(drinks.venueId, venues.id)))),
  'a query with a name': () => offline.with(first).select().from(first).where(isNull(first.opened)),
  'two queries together': () =>
    union(
      offline.select({ id: venues.id }).from(venues).where(eq(venues.name, 'a')),
      offline.select({ id: drinks.id }).from(drinks).where(eq(drinks.price, 2)),
    ).orderBy(sql`1`),
  'groups and order by a name': () =>
    offline
      .select({ venueId: drinks.venueId, n: count().as('n') })
      .from(drinks)
      .groupBy(drinks.venueId)
      .having(({ n }) => sql`${n} > ${2}`)
      .orderBy(({ n }) => desc(n))
      .limit(5)
      .offset(10),
  'a view': () => offline.select().from(live).where(eq(live.name, 'a')),
  'a kind': () =>
    offline
      .select({ size: sql`${drinks.size}::${size}` })
      .from(drinks)
      .where(eq(drinks.size, 'large')),
  'a place for a value': () =>
    offline
      .select()
      .from(venues)
      .where(or(eq(venues.id, sql.placeholder('id')), sql`${venues.name} = ${sql.placeholder('name')}`)),
  'rows that are written': () =>
    offline
      .insert(venues)
      .values([
        { id: 'a', name: 'A', facts: { seats: 1 } },
        { id: 'b', name: 'B', opened: tenOClock },
      ])
      .onConflictDoUpdate({ target: venues.id, set: { name: sql`excluded.name` }, where: eq(venues.isLive, false) })
      .returning({ id: venues.id }),
  'rows that are changed': () =>
    offline
      .update(drinks)
      .set({ price: sql`${drinks.price} + ${1}`, venueId: null })
      .where(eq(drinks.id, 'a'))
      .returning(),
  'rows that go': () => offline.delete(drinks).where(eq(drinks.size, 'small')),
  'rows that are locked': () => offline.select().from(venues).for('update', { of: venues, skipLocked: true }),
}

const written = (query: () => SQLWrapper) => {
  const { sql: text, params } = new PgDialect().sqlToQuery(query().getSQL())
  return { text, params }
}

/** Before anything is changed in the library. */
const asInTheLibrary = new Map(Object.entries(queries).map(([name, query]) => [name, written(query)]))

writeQueriesQuickly()

it.each(Object.entries(queries))('%s: text and values are those of the library', (name, query) => {
  expect(written(query)).toEqual(asInTheLibrary.get(name))
  // The second time everything is known by its class.
  expect(written(query)).toEqual(asInTheLibrary.get(name))
})
