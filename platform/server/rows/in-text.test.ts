import { drizzle } from 'drizzle-orm/node-postgres'
import { pgTable, text } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import { inText } from './in-text'

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
