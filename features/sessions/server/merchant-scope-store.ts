import { inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { isMinted, type MerchantScope, type OneMerchant } from './merchant-scope'

/** The row rule as SQL: `column` holds the merchant's id. */
export function scopeWhere(scope: MerchantScope, column: AnyPgColumn): SQL {
  requireMinted(scope)
  if (scope.all) return sql`true`
  return scope.merchantIds.length === 0 ? sql`false` : inArray(column, [...scope.merchantIds])
}

/** The merchant's id as a parameter of a prepared read. */
export function merchantIdOf(scope: OneMerchant): string {
  requireMinted(scope)
  return scope.id
}

function requireMinted(scope: MerchantScope): void {
  if (!isMinted(scope)) throw new TypeError('Create this scope with merchantScope')
}
