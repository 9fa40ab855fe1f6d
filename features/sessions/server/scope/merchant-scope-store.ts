import { inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isMinted, type MerchantScope } from './merchant-scope'

/** The row rule as SQL: `column` holds the merchant's id. */
export function scopeWhere(scope: MerchantScope, column: AnyPgColumn): SQL {
  if (!isMinted(scope)) throw new TypeError('Create this scope with merchantScope')
  if (scope.all) return sql`true`
  return scope.merchantIds.length === 0 ? sql`false` : inArray(column, [...scope.merchantIds])
}
