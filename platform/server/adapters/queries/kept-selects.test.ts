import { and, count, desc, eq, gt, inArray, ne, or, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import {
  alias,
  boolean,
  integer,
  jsonb,
  PgDialect,
  pgTable,
  pgView,
  text,
  timestamp,
  union,
  unionAll,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import * as library from 'drizzle-orm/utils'
import fc from 'fast-check'
import { Pool } from 'pg'
import { expect, it } from 'vitest'
import { keepSelects } from './kept-selects'
import { limitsInText } from './limits-in-text'
import { writeQueriesQuickly } from './query-writer'
import { readRowsQuickly } from './row-reader'

const venues = pgTable('venues', {
  id: text().primaryKey(),
  name: text().notNull(),
  opened: timestamp({ withTimezone: true }),
  facts: jsonb().$type<{ seats: number }>(),
  isLive: boolean().notNull().default(false),
})
const drinks = pgTable('drinks', { id: text().primaryKey(), venueId: text(), price: integer(), tags: text().array() })
const live = pgView('live_venues').as((query) => query.select().from(venues).where(eq(venues.isLive, true)))

limitsInText()
writeQueriesQuickly()
readRowsQuickly()
keepSelects()

const db = drizzle(new Pool())
const other = alias(venues, 'other')

interface Prepared {
  getQuery(): { sql: string; params: unknown[] }
  customResultMapper(rows: unknown[][]): unknown[]
}
interface Select {
  toSQL(): { sql: string; params: unknown[] }
  prepare(name: string): object
}
const call = (name: string, ...values: unknown[]): unknown => Reflect.apply(Reflect.get(library, name), null, values)

/** What a call gets, and what the library makes anew of the same select: text, values and objects of some rows. */
function both(select: Select) {
  const prepared = select.prepare('kept') as unknown as Prepared
  const columns = call('orderSelectedFields', Reflect.get(Reflect.get(select, 'config'), 'fields')) as object[]
  const joins: unknown = Reflect.get(select, 'joinsNotNullableMap')
  const rows = [columns.map(() => '1'), columns.map(() => null), columns.map((_, at) => (at % 2 ? null : '1'))]
  const anew = select.toSQL()
  return {
    kept: { ...prepared.getQuery(), rows: prepared.customResultMapper(rows) },
    anew: { sql: anew.sql, params: anew.params, rows: rows.map((row) => call('mapResultRow', columns, row, joins)) },
  }
}

/** How many selects were written anew meanwhile. */
function writtenBy(ask: () => void): number {
  const own: unknown = Reflect.get(PgDialect.prototype, 'buildSelectQuery')
  let written = 0
  Object.assign(PgDialect.prototype, {
    buildSelectQuery(...values: unknown[]): unknown {
      written += 1
      return Reflect.apply(own as () => unknown, this, values)
    },
  })
  try {
    ask()
    return written
  } finally {
    Object.assign(PgDialect.prototype, { buildSelectQuery: own })
  }
}

const within = (price: number) =>
  db
    .select({ venueId: drinks.venueId, cheapest: sql<number>`min(${drinks.price})`.mapWith(Number).as('cheapest') })
    .from(drinks)
    .where(gt(drinks.price, price))
    .groupBy(drinks.venueId)
    .as('within')

const named = (value: string) => db.select({ id: venues.id }).from(venues).where(eq(venues.name, value))
const ofDrinks = () => db.select({ id: drinks.id }).from(drinks)

/** Pairs of neighbours look alike and are not: each must go a way of its own. */
const alike: Record<string, (value: string) => Select> = {
  'an expression of a column': () => db.select({ id: sql`${venues.id}` }).from(venues),
  'an expression of an expression': () => db.select({ id: sql`${sql`${venues.id}`}` }).from(venues),
  'a column': () => db.select({ id: venues.id }).from(venues),
  'a column of an alias': () => db.select({ id: other.id }).from(other),
  'a column under another name': () => db.select({ key: venues.id }).from(venues),
  'a number that is read': () => db.select({ n: sql`count(*)`.mapWith(Number) }).from(venues),
  'a number that stays a text': () => db.select({ n: sql`count(*)` }).from(venues),
  'a moment that is read': () => db.select({ n: sql`count(*)`.mapWith(venues.opened) }).from(venues),
  'an expression with a name': () => db.select({ n: sql`count(*)`.as('n') }).from(venues),
  'a joined row that may be missing': () =>
    db.select({ id: drinks.id, venue: venues }).from(drinks).leftJoin(venues, eq(venues.id, drinks.venueId)),
  'a joined row that is there': () =>
    db.select({ id: drinks.id, venue: venues }).from(drinks).innerJoin(venues, eq(venues.id, drinks.venueId)),
  'columns of a group': () => db.select({ a: { id: venues.id, name: venues.name } }).from(venues),
  'a group and a column': () => db.select({ a: { id: venues.id }, name: venues.name }).from(venues),
  'all columns': () => db.select().from(venues),
  'all columns once': () => db.selectDistinct().from(venues),
  'all columns of an alias': () => db.select().from(other),
  'a value': (value) => db.select().from(venues).where(eq(venues.name, value)),
  'another comparison': (value) => db.select().from(venues).where(ne(venues.name, value)),
  'null instead of a value': () =>
    db
      .select()
      .from(venues)
      .where(sql`${venues.name} = ${null}`),
  'nothing instead of a value': () =>
    db
      .select()
      .from(venues)
      .where(sql`${venues.name} = ${undefined}`),
  'a value after having': (value) =>
    db
      .select({ id: venues.id })
      .from(venues)
      .groupBy(venues.id)
      .having(sql`${value} = ''`),
  'a list of two': (value) =>
    db
      .select()
      .from(venues)
      .where(inArray(venues.id, [value, 'b'])),
  'a list of three': (value) =>
    db
      .select()
      .from(venues)
      .where(inArray(venues.id, [value, 'b', 'c'])),
  'an array as a value': (value) =>
    db
      .select()
      .from(drinks)
      .where(eq(drinks.tags, [value, 'b'])),
  'two in order': () => db.select().from(venues).orderBy(venues.id, venues.name),
  'two in order, one descending': () => db.select().from(venues).orderBy(venues.id, desc(venues.name)),
  'two in order as one text': () =>
    db
      .select()
      .from(venues)
      .orderBy(sql`${venues.id}, ${venues.name}`),
  'ten rows': () => db.select().from(venues).limit(10),
  'eleven rows': () => db.select().from(venues).limit(11),
  'rows after some': (value) => db.select().from(venues).offset(value.length),
  'a name that is written': () => db.select().from(venues).where(sql`${sql.identifier('id')} = ''`), // prettier-ignore
  'a text that looks like a name': () => db.select().from(venues).where(sql`${sql.raw('"name"')} = ''`), // prettier-ignore
  'a query within as a table': (value) =>
    db
      .select({ n: within(value.length).cheapest })
      .from(within(value.length))
      .orderBy(within(value.length).venueId),
  'a query within that is joined': (value) =>
    db
      .select({ id: venues.id, within: { n: within(value.length).cheapest, id: within(value.length).venueId } })
      .from(venues)
      .leftJoin(within(value.length), eq(within(value.length).venueId, venues.id)),
  'a query as a condition': (value) =>
    db
      .select()
      .from(venues)
      .where(
        sql`${venues.id} = any(array(${db.select({ id: drinks.venueId }).from(drinks).where(eq(drinks.id, value))}))`,
      ),
  'a query as a column': (value) =>
    db
      .select({ n: sql<number>`(${db.select({ n: count() }).from(drinks).where(eq(drinks.id, value))})`.as('n') })
      .from(venues),
  'an encoder that answers with a text': (value) =>
    db
      .select()
      .from(venues)
      .where(sql`${sql.param(value, { mapToDriverValue: (one: string) => sql`lower(${one})` })} = ''`),
  'a text with a value written into it': (value) =>
    db
      .select()
      .from(venues)
      .where(sql`${sql`${value} || ''`.inlineParams()} = ''`),
  'a view': (value) => db.select().from(live).where(eq(live.name, value)),
  'two queries together': (value) => union(named(value), ofDrinks()),
  'two queries together, all their rows': (value) => unionAll(named(value), ofDrinks()),
  'three queries together': (value) => unionAll(named(value), ofDrinks(), named(value)),
  'two queries together, and then a third': (value) => unionAll(unionAll(named(value), ofDrinks()), named(value)),
  'a query together with two': (value) => unionAll(named(value), unionAll(ofDrinks(), named(value))),
  'two queries in order': (value) => union(named(value), ofDrinks()).orderBy(venues.id),
  'two queries in order of an expression': (value) => union(named(value), ofDrinks()).orderBy(sql`${venues.id} desc`),
  'two queries in order of a part': (value) => union(named(value), ofDrinks()).orderBy(sql`${sql`${venues.id}`} desc`),
  'the first rows of two queries': (value) => unionAll(named(value), ofDrinks()).limit(3).offset(value.length),
  'rows that are locked': (value) => db.select().from(venues).where(eq(venues.id, value)).for('update'),
}

it('what looks alike keeps apart, with whatever values and in whatever order it is asked', () => {
  const asked = fc.tuple(fc.constantFrom(...Object.keys(alike)), fc.string())
  fc.assert(
    fc.property(fc.array(asked, { minLength: 1, maxLength: 60 }), (all) => {
      for (const [name, value] of all) {
        const { kept, anew } = both(alike[name]?.(value) ?? db.select().from(venues))
        expect({ name, ...kept }).toEqual({ name, ...anew })
      }
    }),
    { numRuns: 60, seed: 14 },
  )
})

const columns: AnyPgColumn[] = [venues.id, venues.name, venues.opened, venues.facts, venues.isLive]
const conditions: Record<string, (value: string) => SQL | undefined> = {
  name: (value) => eq(venues.name, value),
  opened: (value) => gt(venues.opened, new Date(value.length)),
  facts: (value) => eq(venues.facts, { seats: value.length }),
  either: (value) => or(eq(venues.name, value), and(ne(venues.id, value), eq(venues.isLive, value === ''))),
  ids: (value) => inArray(venues.id, [...value, 'x']),
  after: (value) => sql`(${venues.opened}, ${venues.id}) < (${value}::timestamptz, ${value.length})`,
  none: () => undefined,
}
const anySelect = fc
  .record({
    chosen: fc.subarray(columns, { minLength: 1 }),
    filters: fc.array(fc.tuple(fc.constantFrom(...Object.keys(conditions)), fc.string({ maxLength: 4 })), {
      maxLength: 4,
    }),
    order: fc.subarray(columns),
    limit: fc.option(fc.integer({ min: 0, max: 3 })),
    join: fc.constantFrom('none', 'left', 'inner'),
    isDistinct: fc.boolean(),
  })
  .map(({ chosen, filters, order, limit, join, isDistinct }) => {
    const fields = Object.fromEntries(chosen.map((column) => [column.name, column]))
    const begun = isDistinct ? db.selectDistinct(fields) : db.select(fields)
    const from = begun.from(venues).$dynamic()
    if (join === 'left') from.leftJoin(drinks, eq(drinks.venueId, venues.id))
    if (join === 'inner') from.innerJoin(drinks, eq(drinks.venueId, venues.id))
    from.where(and(...filters.map(([name, value]) => conditions[name]?.(value)))).orderBy(...order)
    return limit === null ? from : from.limit(limit)
  })

it('text, values and objects are those of the library, for any columns, conditions, order and joins', () => {
  fc.assert(
    fc.property(anySelect, (select) => {
      for (const { kept, anew } of [both(select), both(select)]) expect(kept).toEqual(anew)
    }),
    { numRuns: 1_500, seed: 14 },
  )
})

it('is written once for all values', () => {
  const ask = (value: string) =>
    db
      .select({ id: venues.id, cheapest: within(3).cheapest, theirs: other.name })
      .from(venues)
      .leftJoin(other, eq(other.id, venues.id))
      .where(and(eq(venues.name, value), inArray(venues.id, [value, 'x'])))
      .limit(20)
  const selects = ['flat white', 'cortado', `O'Hara`].map(ask)
  expect(writtenBy(() => selects.slice(0, 1).forEach((select) => select.prepare('first')))).toBe(1)
  expect(writtenBy(() => selects.slice(1).forEach((select) => select.prepare('others')))).toBe(0)
  const unions = ['flat white', 'cortado'].map((value) => unionAll(named(value), ofDrinks(), named('mocha')).limit(7))
  expect(writtenBy(() => unions.slice(0, 1).forEach((select) => select.prepare('first')))).toBeGreaterThan(0)
  expect(writtenBy(() => unions.slice(1).forEach((select) => select.prepare('others')))).toBe(0)
})

it('keeps no value of a call', () => {
  const secret = 'only once, only here'
  const select = (value: string) =>
    db
      .select({ id: venues.id, same: sql`${venues.name} = ${value}`.mapWith(Boolean) })
      .from(venues)
      .where(eq(venues.id, value))
  select(secret).prepare('first')
  const later = select('another').prepare('second')
  expect(JSON.stringify([Reflect.get(later, 'queryString'), Reflect.get(later, 'params')])).not.toContain(secret)
  expect(JSON.stringify(Reflect.get(later, 'fields'))).not.toContain(secret)
})

it('what has no shape that is known goes the library’s way each time', () => {
  const unusual = ['rows that are locked', 'a view', 'a text with a value written into it']
  for (const name of unusual) {
    const ask = () => void alike[name]?.('a').prepare('again')
    ask()
    expect([name, writtenBy(ask) > 0]).toEqual([name, true])
  }
})
