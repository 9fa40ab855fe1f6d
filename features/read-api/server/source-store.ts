import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable, SortKey, SortOrder } from '@quaff/platform/server'
import type { Resource, RowOf } from '../contract'

/** A source's part of the statement. */
export type ReadPage = { where: SQL | undefined; orderBy: SQL[]; sortValue: SQL<string | number>; limit: number }
export type ReadDetails = { timeZone: string }
/** `id` is unique within the resource. With `sortValue` it is the row's position in the list. */
type ReadRow<Row> = { id: string; sortValue: string | number; row: Row }
/** `orderBy` overrides the order if the index mixes directions. */
export type ListOrder = { key: SortKey; order: SortOrder; orderBy?: SQL[] }

/** Origin of a resource's rows. `isOfOne`: of a single merchant, which has its own index. */
export type Source<Of extends Resource> = {
  id: SQL<string>
  merchantId: AnyPgColumn
  /** Tables and primary key as SQL fragments. */
  from: SQL
  key: SQL
  /** Sorts by an immutable column, so that concurrent writes move no row between pages. */
  listed: (isOfOne: boolean) => ListOrder
  /** Oldest change first: rows that change during paging appear again at the end. */
  changed: (isOfOne: boolean) => ListOrder
  status?: AnyPgColumn
  /** Additional condition for rows visible in this scope. */
  visible?: (scope: MerchantScope) => SQL | undefined
  redeemedAt?: AnyPgColumn
  read: (db: Queryable, scope: MerchantScope, page: ReadPage, details: ReadDetails) => Promise<ReadRow<RowOf<Of>>[]>
}

export const iso = (at: Date) => at.toISOString()
export const isoOrNull = (at: Date | null) => at?.toISOString() ?? null

type Rows = PgTable & Record<'id' | 'merchantId' | 'updatedAt', AnyPgColumn>

/** The parts that all sources have whose rows are those of one table. */
export const rowsOf = (table: Rows) => ({
  id: sql<string>`${table.id}`,
  merchantId: table.merchantId,
  from: sql`${table}`,
  key: sql`${table.id}`,
  changed: (): ListOrder => ({ key: { kind: 'instant', expression: sql`${table.updatedAt}` }, order: 'asc' }),
})
