import { z } from 'zod'

/** Spec §9: page size 20. */
export const pageLimits = {
  defaultSize: 20,
  maxSize: 100,
  maxCursorLength: 1_024,
  maxSearchLength: 200,
  /** Rows behind a page that are counted; a total of one more stands for "more than these". */
  counted: 10_000,
} as const

export const pageInput = z.strictObject({
  limit: z.int().min(1).max(pageLimits.maxSize).default(pageLimits.defaultSize),
  cursor: z.string().max(pageLimits.maxCursorLength).nullish(),
})
export type PageInput = z.infer<typeof pageInput>

export const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]

/**
 * `hasMore` is true when the page is exactly full (spec §7), so the page after it may be empty. `total` is told with the
 * first page and null with those after it; above `pageLimits.counted` it says only that there are more.
 */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), nextCursor: z.string().nullable(), hasMore: z.boolean(), total: z.int().nullable() })
export type Page<T> = { rows: T[]; nextCursor: string | null; hasMore: boolean; total: number | null }

const totalFormat = new Intl.NumberFormat('en-US')

/** "8,421", or "10,000+" where no more were counted. */
export function totalText(total: number): string {
  return total === pageLimits.counted + 1 ? `${totalFormat.format(pageLimits.counted)}+` : totalFormat.format(total)
}

/** Spec §7: more is assumed when the page is exactly full. */
export function hasMore(rowCount: number, limit: number): boolean {
  return rowCount === limit
}
