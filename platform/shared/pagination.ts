import { z } from 'zod'

/** Spec §9: page size 20. */
export const pageLimits = {
  defaultSize: 20,
  maxSize: 100,
  maxCursorLength: 1_024,
  maxSearchLength: 200,
  /** Maximum of counted rows. A total of one more means "more than these". */
  counted: 10_000,
  /** Maximum of counted rows of a search. Beyond it the total is null, because finding so many takes too long. */
  found: 200,
} as const

export const pageInput = z.strictObject({
  limit: z.int().min(1).max(pageLimits.maxSize).default(pageLimits.defaultSize),
  cursor: z.string().max(pageLimits.maxCursorLength).nullish(),
})
export type PageInput = z.infer<typeof pageInput>

export const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]

/**
 * `hasMore` is true if the page is exactly full (spec §7), so the next page may be empty. Only the first page has a
 * `total`; above `pageLimits.counted` it only says that there are more. A search for a frequent word has no total.
 */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), nextCursor: z.string().nullable(), hasMore: z.boolean(), total: z.int().nullable() })
export type Page<T> = { rows: T[]; nextCursor: string | null; hasMore: boolean; total: number | null }

const totalFormat = new Intl.NumberFormat('en-US')

/** Returns "8,421", or "10,000+" if no more rows were counted. */
export function totalText(total: number): string {
  return total === pageLimits.counted + 1 ? `${totalFormat.format(pageLimits.counted)}+` : totalFormat.format(total)
}

/** Returns true if the page is exactly full (spec §7). */
export function hasMore(rowCount: number, limit: number): boolean {
  return rowCount === limit
}
