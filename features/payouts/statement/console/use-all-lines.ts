import { useQuery } from '@tanstack/react-query'
import { pageLimits, type Page } from '@quaff/platform/shared/pagination'
import { payoutsApi } from '../../console/payout-queries'

/** Longer lists are for a spreadsheet: the paper says how many there are. */
export const printedLines = 1_000

export type PrintedLines<T> = { rows: T[]; total: number }

async function readLines<T>(
  read: (input: { limit: number; cursor: string | null }) => Promise<Page<T>>,
): Promise<PrintedLines<T>> {
  const rows: T[] = []
  let cursor: string | null = null
  let total = 0
  do {
    const page: Page<T> = await read({ limit: pageLimits.maxSize, cursor })
    rows.push(...page.rows)
    total = page.total ?? total
    cursor = page.hasMore ? page.nextCursor : null
  } while (cursor !== null && rows.length < printedLines)
  return { rows, total: Math.max(total, rows.length) }
}

/** All lines of a statement, as many as are printed: paper has no button that loads more. */
export function useAllLines(payoutId: string, wanted: { renewals: boolean; redemptions: boolean }) {
  const renewals = useQuery({
    queryKey: [...payoutsApi.renewals.key(), 'all', payoutId],
    queryFn: ({ signal }) => readLines((page) => payoutsApi.renewals.call({ payoutId, ...page }, { signal })),
    enabled: wanted.renewals,
  })
  const redemptions = useQuery({
    queryKey: [...payoutsApi.redemptions.key(), 'all', payoutId],
    queryFn: ({ signal }) => readLines((page) => payoutsApi.redemptions.call({ payoutId, ...page }, { signal })),
    enabled: wanted.redemptions,
  })
  return { renewals, redemptions }
}
