import { sql, type SQLWrapper } from 'drizzle-orm'
import { pageLimits } from '../../shared/pagination'
import { sharedRead } from '../cached-reads'
import type { Queryable, Services } from '../context'

const shareCount = sharedRead<number | null>()
/** How long "more than the limit" is cached: that many rows do not disappear quickly. */
const believedMs = 60_000
const mostBelieved = 1_000
const believedUntil = new WeakMap<object, Map<string, number>>()

type RequestedPage = {
  rows: readonly unknown[]
  limit: number
  cursor?: string | null | undefined
  /** Comes with the page itself if `foundPage` has read it. */
  total?: number | null | undefined
  /** All that the total depends on: whose rows, and the filter. */
  of: readonly unknown[]
}

/**
 * Returns the total behind a page, for the first page only; null for later ones. A partial page has the total itself.
 * Beyond `pageLimits.counted` it is exact if a counter exists, otherwise the limit plus one, which `totalText` shows
 * as "10,000+".
 */
export async function pageTotal(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { rows, limit, cursor, total: known, of }: RequestedPage,
  count: () => Promise<number | null>,
): Promise<number | null> {
  if (cursor) return null
  if (rows.length < limit) return rows.length
  if (typeof known === 'number') return known > pageLimits.found ? null : known
  const believed = believedUntil.get(db) ?? new Map<string, number>()
  believedUntil.set(db, believed)
  const key = JSON.stringify(of)
  const now = clock.now().getTime()
  const leftMs = (believed.get(key) ?? 0) - now
  // More is left only where the clock was set back.
  if (leftMs > 0 && leftMs <= believedMs) return pageLimits.counted + 1
  believed.delete(key)
  const total = await shareCount(db, key, count)
  if (total === pageLimits.counted + 1) believed.set(key, now + believedMs)
  for (const oldest of believed.keys()) {
    if (believed.size <= mostBelieved) break
    believed.delete(oldest)
  }
  return total
}

/** Column of rows that are only counted. */
export const one = { one: sql`1`.as('one') }

/** Rows of `matching`, a select of `one`; up to one more than `limit`. */
export async function countUpTo(
  db: Queryable,
  matching: SQLWrapper,
  limit: number = pageLimits.counted,
): Promise<number> {
  const most = sql.raw(String(limit + 1))
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from (${matching} limit ${most}) as counted`,
  )
  return rows[0]?.count ?? 0
}

/** Counts as `countUpTo`, but returns null for a query that finds more than `pageLimits.found` rows. */
export async function countFound(db: Queryable, matching: SQLWrapper, q: string | undefined): Promise<number | null> {
  if (!q?.trim()) return countUpTo(db, matching)
  const counted = await countUpTo(db, matching, pageLimits.found)
  return counted > pageLimits.found ? null : counted
}
