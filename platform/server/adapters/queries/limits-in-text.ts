import { sql } from 'drizzle-orm'
import { PgSelectQueryBuilderBase } from 'drizzle-orm/pg-core'

/**
 * The number of rows stands in the text of a query. As a value PostgreSQL reckons with a tenth of all rows, takes the plan
 * for any value to be dear, and plans a named statement anew each time.
 */
export function limitsInText(): void {
  const { prototype } = PgSelectQueryBuilderBase
  if (Object.hasOwn(prototype, mark)) return
  const limit = Reflect.get(prototype, 'limit')
  Object.defineProperty(prototype, mark, { value: true })
  Object.assign(prototype, {
    limit(this: unknown, rows: unknown): unknown {
      return Reflect.apply(limit, this, [isCount(rows) ? sql.raw(String(rows)) : rows])
    },
  })
}

const mark = Symbol('limits in text')
const isCount = (rows: unknown): rows is number => Number.isSafeInteger(rows) && Number(rows) >= 0
