import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type Page, totalText } from '@quaff/platform/shared/pagination'
import { formatCount } from '../../display/formats'
import { unreachableText, verbErrorText } from '../../forms/error-text'
import { notifyError } from '../../frame/notify'
import type { TableSelection } from '../data-table'

/** Rows that one selection holds. */
const selectionLimit = 5_000

/** `rows` contains the rows that were read; it is empty if the server returns only ids. `total` is null for more than were counted. */
export type Matching<Row> = { ids: string[]; rows: Row[]; total: number | null }

/** Selects every row that matches the filters, loaded or not. `bar` is what the bulk bar shows of the selection. */
export function useMatching<Row>(
  selection: Selection,
  { total, hasMore }: { total: number | undefined; hasMore: boolean },
  read: () => Promise<Matching<Row>>,
) {
  const all = useMutation({
    mutationFn: read,
    onSuccess: (found) => selection.selectMatching(found.ids, found.total),
    onError: (error) => notifyError('Couldn’t select all', verbErrorText(error, undefined, unreachableText)),
  })
  const { ids, matched, clear } = selection
  const label = total === undefined ? 'Select all found' : `Select all ${totalText(total)}`
  const more = { label, loading: all.isPending, onSelect: () => all.mutate() }
  return {
    rows: all.data?.rows ?? [],
    bar: {
      count: ids.size,
      summary: matched === undefined ? undefined : summaryOf(ids.size, matched),
      more: matched === undefined && (total === undefined ? hasMore : total > ids.size) ? more : undefined,
      onClear: clear,
    },
  }
}

function summaryOf(count: number, matched: number | null): string {
  if (matched === null) return `First ${formatCount(count)} selected`
  if (matched <= count) return `All ${formatCount(count)} selected`
  return `First ${formatCount(count)} of ${totalText(matched)} selected`
}

/** Reads pages until the selection is full. */
export async function readMatching<Row>(
  readPage: (cursor: string | undefined) => Promise<Pick<Page<Row>, 'rows' | 'nextCursor' | 'total'>>,
  rowId: (row: Row) => string,
): Promise<Matching<Row>> {
  const rows: Row[] = []
  let cursor: string | undefined
  let total: number | null = 0
  do {
    const page = await readPage(cursor)
    rows.push(...page.rows)
    total = rows.length === page.rows.length ? page.total : total
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && rows.length < selectionLimit)
  const taken = rows.slice(0, selectionLimit)
  return {
    ids: taken.map(rowId),
    rows: taken,
    total: cursor === undefined || total !== null ? Math.max(total ?? 0, rows.length) : null,
  }
}

interface Selection extends TableSelection {
  /** Number of matching rows when all were selected. Undefined once single rows are selected. */
  matched: number | null | undefined
  /** True after the first selection; the bulk bar then stays to show results. */
  isUsed: boolean
  /** `ids` may be fewer than `matched` where there is a limit. */
  selectMatching: (ids: readonly string[], matched: number | null) => void
  clear: () => void
}

const nothing: ReadonlySet<string> = new Set()

/**
 * Tracks selected rows, including those on pages that are not loaded. A different `listKey` (other filters) clears
 * the selection.
 */
export function useSelection(listKey: string): Selection {
  const isUsed = useRef(false)
  const none = { listKey, ids: nothing, matched: undefined }
  const [chosen, setChosen] = useState<{
    listKey: string
    ids: ReadonlySet<string>
    matched: number | null | undefined
  }>(none)
  if (chosen.listKey !== listKey) setChosen(none)
  const { ids, matched } = chosen.listKey === listKey ? chosen : none
  isUsed.current ||= ids.size > 0
  return {
    ids,
    isUsed: isUsed.current,
    matched,
    onChange: (next) => setChosen({ listKey, ids: next, matched: undefined }),
    selectMatching: (all, count) => setChosen({ listKey, ids: new Set(all), matched: count }),
    clear: () => setChosen(none),
  }
}
