import { sql, type AnyColumn, type SQL } from 'drizzle-orm'

/**
 * Descending as the indexes made with `.desc()` are sorted, which put nulls last. A bare `desc` puts them first: no such
 * index serves it, and the newest page of a merchant then sorts everything the merchant has.
 */
export function newestFirst(column: AnyColumn): SQL {
  return sql`${column} desc nulls last`
}
