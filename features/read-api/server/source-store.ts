import type { SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { SortKey } from '@quaff/platform/server/list/keyset'
import type { SortOrder } from '@quaff/platform/shared/pagination'
import type { Resource, RowOf } from '../contract'

/** What a source adds to its statement. */
export type ReadPage = { where: SQL | undefined; orderBy: SQL[]; sortValue: SQL<string | number>; limit: number }
export type ReadFacts = { timeZone: string }
/** `id`: unique within the resource; with `sortValue` it is the row's place in the list. */
type ReadRow<Row> = { id: string; sortValue: string | number; row: Row }
/** `orderBy`: as the index holds it, where that is neither one way nor the other. */
export type ListOrder = { key: SortKey; order: SortOrder; orderBy?: SQL[] }

/** Where the rows of a resource come from. `isOfOne`: of one merchant alone, which has an index of its own. */
export type Source<Of extends Resource> = {
  id: SQL<string>
  merchantId: AnyPgColumn
  /** Tables and primary key, as a part of the statement needs them. */
  from: SQL
  key: SQL
  /** By what never changes, so that rows that are written meanwhile move none from page to page. */
  listed: (isOfOne: boolean) => ListOrder
  /** Oldest change first: what changes meanwhile comes once more, at the end. */
  changed: (isOfOne: boolean) => ListOrder
  status?: AnyPgColumn
  /** Which rows there are for whoever has this scope. */
  visible?: (scope: MerchantScope) => SQL | undefined
  redeemedAt?: AnyPgColumn
  read: (db: Queryable, scope: MerchantScope, page: ReadPage, facts: ReadFacts) => Promise<ReadRow<RowOf<Of>>[]>
}

export const iso = (at: Date) => at.toISOString()
export const isoOrNull = (at: Date | null) => at?.toISOString() ?? null
