import { sql } from 'drizzle-orm'
import { PgSelectQueryBuilderBase } from 'drizzle-orm/pg-core'
import { replaceMethod } from './replace-method'

/**
 * The number of rows stands in the text of a query. As a value PostgreSQL reckons with a tenth of all rows, takes the plan
 * for any value to be dear, and plans a named statement anew each time.
 */
export function limitsInText(): void {
  replaceMethod(PgSelectQueryBuilderBase.prototype, 'limit', (limit: (this: unknown, rows: unknown) => unknown) => {
    return function (this: unknown, rows: unknown): unknown {
      return limit.call(this, isCount(rows) ? sql.raw(String(rows)) : rows)
    }
  })
}

const isCount = (rows: unknown): rows is number => Number.isSafeInteger(rows) && Number(rows) >= 0
