import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'

/** A job reads for nobody in particular, and says so by name. */
export type ReadScope = MerchantScope | 'every_merchant'

export function readWhere(scope: ReadScope, column: AnyPgColumn): SQL | undefined {
  return scope === 'every_merchant' ? undefined : scopeWhere(scope, column)
}
