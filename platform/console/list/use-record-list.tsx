import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { ExportFormat } from '@quaff/platform/shared/export-formats'
import type { Fields, ValuesOf } from '../../shared/fields/fields'
import { pageLimits } from '../../shared/pagination'
import { inSentence } from '../../shared/readable-text'
import { formatCount } from '../display/formats'
import { notifyError } from '../frame/notify'
import { ahead, hiddenLists, type Opening } from '../query-client'
import { downloadFile } from '../rpc'
import { readMatching, useMatching, useSelection } from './bulk/use-matching'
import { chipChange, chipsOf, chipValues } from './filter-definition'
import type { ListDefinition } from './list-definition'
import { useVisibleColumns } from './list-menus'
import { useLoadedPages } from './load-more'
import { searchOf, type ChangeSearch } from './search-values'
import type { Column, TableSort } from './table/title-cell'

interface ListState<Row, Details, S extends Fields> {
  search: ValuesOf<S>
  onSearch: ChangeSearch<ValuesOf<S>>
  details: Details
  /** Replaces the definition's columns. */
  columns?: Column<Row>[]
  /** False while something else is shown in its place. */
  enabled?: boolean
}
/** The search parameters of every list. A list may have more. */
type CommonSearch = { q?: string; page?: number; id?: string; sort?: string; order?: 'asc' | 'desc' }

export type RecordListState<Row> = ReturnType<typeof useRecordList<Row, unknown, Fields, Fields, unknown, unknown>>

function pagesOf<Row, Details, F extends Fields, S extends Fields, Filter, Input>(
  list: ListDefinition<Row, Details, F, S, Filter, Input>,
  filter: Filter,
  search: ValuesOf<S>,
) {
  return list.api.infiniteOptions({
    input: (cursor: string | undefined) => list.input(filter, { limit: pageLimits.defaultSize, cursor }, search),
    initialPageParam: undefined,
    getNextPageParam: (last) => (last.hasMore ? (last.nextCursor ?? undefined) : undefined),
    // An explicit undefined would override the console's default, and the data would be stale immediately.
    ...(list.staleTime !== undefined && { staleTime: list.staleTime }),
    meta: hiddenLists.meta,
  })
}

/** Prefetches the first rows of a list before it renders. */
export function readListAhead<Row, Details, F extends Fields, S extends Fields, Filter, Input>(
  list: ListDefinition<Row, Details, F, S, Filter, Input>,
  { client, search }: Pick<Opening<ValuesOf<S>>, 'client' | 'search'>,
  details: Details,
): Promise<void> {
  return client.prefetchInfiniteQuery({ ...pagesOf(list, list.filter(search, details), search), ...ahead })
}

export function useRecordList<Row, Details, F extends Fields, S extends Fields, Filter, Input>(
  list: ListDefinition<Row, Details, F, S, Filter, Input>,
  { search, onSearch, details, columns: given, enabled = true }: ListState<Row, Details, S>,
) {
  const common: CommonSearch = search
  const { q, page = 1, id: openId } = common
  const { fields, pick } = list.search
  const change = (next: object, options?: { replace?: boolean }) => onSearch(next as Partial<ValuesOf<S>>, options)
  const toFirstPage = (next: object) => change({ ...next, page: undefined })

  const filter = list.filter(search, details)
  const query = useInfiniteQuery({ ...pagesOf(list, filter, search), placeholderData: keepPreviousData, enabled })
  const pages = useLoadedPages(query, page)
  const selection = useSelection(JSON.stringify(filter))
  const matching = useMatching(selection, pages, () =>
    list.readIds
      ? list.readIds(filter)
      : readMatching(
          (cursor) => list.api.call(list.input(filter, { limit: pageLimits.maxSize, cursor }, search)),
          list.rowId,
        ),
  )

  const known = JSON.stringify(details)
  // The context object is new on each render. The serialized key keeps the columns, and so the rows, stable.
  const own = useMemo(() => list.columns?.(JSON.parse(known) as Details) ?? [], [list, known])
  const columns = given ?? own
  const shown = useVisibleColumns(list.columnsName(details), columns)

  const chips = chipsOf(fields, list.useChips?.(search, details) ?? {})
  const values = chipValues(fields, chips, search)

  const exporting = useMutation({
    mutationFn: ({ format, ids }: { format: ExportFormat; ids?: readonly string[] | undefined }) =>
      downloadFile({
        path: list.export?.path ?? '',
        body: { format, ...(list.export?.body?.(filter, ids, search) ?? (ids ? { ids } : { filter })) },
      }),
    onError: (error) => notifyError(`Couldn’t export ${inSentence(list.name)}`, error.message),
  })
  const isAllMatching = selection.matched !== undefined && selection.matched === selection.ids.size
  const tabs = list.tabs?.of(details, undefined).length ? list.tabs : undefined
  const found = list.find?.(details)

  return {
    name: list.name,
    rowId: list.rowId,
    rowLabel: list.rowLabel,
    rowHref: list.rowHref && ((row: Row) => list.rowHref?.(row, details) ?? ''),
    filter,
    query,
    pages,
    selection,
    bulk: matching.bar,
    /** Returns the selected rows that were read: all of them but for a list with `readIds`. */
    selectedRows: () => {
      const known = new Map([...matching.rows, ...pages.rows].map((row) => [list.rowId(row), row]))
      return [...selection.ids].flatMap((id) => known.get(id) ?? [])
    },
    columns,
    ...shown,
    openId,
    caption: list.caption?.(search, details) ?? list.name,
    note: list.note?.(details),
    skeletonRows: list.skeletonRows,
    empty: (action: ReactNode) => list.empty(search, details, onSearch, action),
    find: found && {
      ...found,
      q: found.shown ? found.shown(search) : q,
      onChange: (typed: string) => {
        const next: CommonSearch = pick({ q: typed })
        change({ ...(list.findChange?.(search, next.q) ?? next), page: undefined }, { replace: true })
      },
    },
    chips: {
      filters: chips,
      values,
      onChange: (id: string, value: string | undefined) => change(chipChange(list, id, value)),
    },
    tabs: tabs && {
      label: tabs.label,
      value: tabs.shown ? tabs.shown(search, details) : String(search[tabs.field] ?? tabs.first),
      of: (shown: string | undefined) => tabs.of(details, shown),
      onChange: (tab: string) =>
        toFirstPage(tabs.change?.(search, tab) ?? { [tabs.field]: tab === tabs.first ? undefined : tab }),
    },
    /** A tab is no filter: it stays. */
    clear: () =>
      toFirstPage({
        ...searchOf(list.filters).read({}),
        ...Object.assign({}, ...chips.map(({ id }) => chipChange(list, id, undefined))),
        ...(tabs && { [tabs.field]: search[tabs.field] }),
      }),
    sortOptions: list.sort?.options,
    sort: list.sort && {
      key: common.sort ?? list.sort.first.key,
      direction: common.order ?? list.sort.first.direction,
    },
    /** Absent where the order is fixed: a head that does nothing is no button. */
    setSort:
      'sort' in fields
        ? ({ key, direction }: TableSort) => toFirstPage(pick({ sort: key, order: direction }))
        : undefined,
    open: (id: string) => change({ id }),
    loadMore: (next: number) => change({ page: next }, { replace: true }),
    exporting: list.export && {
      isPending: exporting.isPending,
      obstacle: list.export.obstacle?.(search),
      /**
       * The reason that the selected rows cannot be exported. All matching rows are sent as the filter, single rows
       * as ids, up to a limit.
       */
      tooMany:
        isAllMatching || selection.ids.size <= list.export.selected
          ? undefined
          : `You can export up to ${formatCount(list.export.selected)} selected rows. To export more, choose “All matching”.`,
      all: (format: ExportFormat) => exporting.mutate({ format }),
      selected: (format: ExportFormat) =>
        exporting.mutate({ format, ids: isAllMatching ? undefined : [...selection.ids] }),
    },
    sheet: {
      id: openId,
      rows: pages.rows,
      total: pages.total,
      onOpen: (id: string) => change({ id }, { replace: true }),
      onClose: () => change({ id: undefined }),
    },
  }
}
