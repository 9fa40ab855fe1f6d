import { z } from 'zod'

/** Spec §9: page size 20. */
export const pageLimits = { defaultSize: 20, maxSize: 100, maxCursorLength: 1_024, maxSearchLength: 200 } as const

export const pageInput = z.strictObject({
  limit: z.int().min(1).max(pageLimits.maxSize).default(pageLimits.defaultSize),
  cursor: z.string().max(pageLimits.maxCursorLength).nullish(),
})
export type PageInput = z.infer<typeof pageInput>

export const sortOrders = ['asc', 'desc'] as const
export type SortOrder = (typeof sortOrders)[number]

/** `hasMore` is true when the page is exactly full (spec §7), so the page after it may be empty. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), nextCursor: z.string().nullable(), hasMore: z.boolean(), total: z.int() })
export type Page<T> = { rows: T[]; nextCursor: string | null; hasMore: boolean; total: number }

/** Spec §7: more is assumed when the page is exactly full. */
export function hasMore(rowCount: number, limit: number): boolean {
  return rowCount === limit
}
