import { eq, gte } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { constant, hiddenTime, inText } from './in-text'

const drinks = pgTable('drinks', { name: text() })
const db = drizzle.mock()

it('writes the limit of a query, and of one within another, into the text', () => {
  const inner = db.select({ name: drinks.name }).from(drinks).limit(inText(3)).as('inner')
  const { sql: written, params } = db.select().from(inner).limit(inText(20)).toSQL()
  expect(written).toMatch(/limit 3\).*limit 20$/)
  expect(params).toEqual([])
})

it.each([-1, 2.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses %s', (limit) => {
  expect(() => inText(limit)).toThrow(RangeError)
})

it('writes a constant of a condition into the text, and keeps a time a hidden value', () => {
  const query = db.select().from(drinks)
  expect(query.where(eq(drinks.name, constant('past_due'))).toSQL()).toMatchObject({
    sql: expect.stringMatching(/"name" = 'past_due'$/) as unknown,
    params: [],
  })
  expect(query.where(gte(drinks.name, hiddenTime(new Date(0)))).toSQL()).toMatchObject({
    sql: expect.stringMatching(/>= \(select \$1::timestamptz\)$/) as unknown,
    params: ['1970-01-01T00:00:00.000Z'],
  })
})

it.each(["it's", 'two words', '$1', '\\'])('refuses %s as a constant', (text) => {
  expect(() => constant(text)).toThrow(RangeError)
})
