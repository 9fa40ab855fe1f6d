import { createContext, use, useMemo, useState, type ReactNode } from 'react'
import { pageLimits } from '../../shared/pagination'
import { DataTable } from './data-table'
import { FilterChips } from './filter-chips'
import { ListMenu } from './list-menus'
import { ListResult } from './list-result'
import { ListTabs } from './list-tabs'
import { isFew, ListToolbar } from './list-toolbar'
import type { Column } from './table/title-cell'
import type { RecordListState } from './use-record-list'

interface RecordRowsProps<Row> {
  list: RecordListState<Row>
  menu?: ((row: Row) => ReactNode) | undefined
  /** Rows are chosen for what the bar below the list does. */
  selectable?: boolean
  /** The one thing to do while there is nothing. */
  emptyAction?: ReactNode
  /** At the right below the rows. */
  tools?: ReactNode
}
interface RecordListProps<Row> extends Omit<RecordRowsProps<Row>, 'tools'> {
  /** Counts beside the tab labels, by tab. The active tab shows the total of its rows. */
  counts?: Readonly<Partial<Record<string, unknown>>> | undefined
  /** The filters that `counts` follow; `q` is the search. Any other one leaves the tabs that are not shown without a count. */
  countedBy?: readonly string[]
  mayExport?: boolean
  /** At the right of the toolbar, before the list's menu. They stay above an empty tab. */
  actions?: ReactNode
  /** Between the toolbar and the rows. */
  children?: ReactNode
}

/** Tabs, toolbar and table of a list, at the same places in all of them. */
export function RecordList<Row>(props: RecordListProps<Row>) {
  const { list, counts, countedBy, mayExport = true, actions, children, ...rows } = props
  const { find, tabs, chips, sort, exporting, selection } = list
  const countOf = tabCounts(list, counts, countedBy)
  const { isEmpty, isShort, isSingle } = useSize(list, countOf)
  // Alone above the rows it would take a line.
  const isBelow = isShort && !actions
  const listMenu = (
    <ListMenu
      sort={
        sort && list.sortOptions && list.setSort && { options: list.sortOptions, value: sort, onChange: list.setSort }
      }
      columns={{ columns: list.columns, shown: list }}
      exporting={
        exporting && mayExport
          ? {
              selectedCount: exporting.tooMany === undefined ? selection.ids.size : 0,
              totalCount: list.pages.total,
              loading: exporting.isPending,
              disabledReason: exporting.obstacle,
              onExport: (format, scope) => (scope === 'selected' ? exporting.selected(format) : exporting.all(format)),
            }
          : undefined
      }
    />
  )
  return (
    <div className="q-stack">
      {tabs && !isSingle && (
        <ListTabs
          label={tabs.label}
          tabs={tabs.of(tabs.value).map((tab) => ({ ...tab, count: countOf(tab.id) }))}
          value={tabs.value}
          onChange={tabs.onChange}
        />
      )}
      {!isEmpty && (
        <ListToolbar isShort={isShort} find={find} filters={chips.filters.length > 0 && <FilterChips {...chips} />}>
          {!isBelow && (
            <>
              {actions}
              {listMenu}
            </>
          )}
        </ListToolbar>
      )}
      {isEmpty && !isSingle && actions && <div className="q-row q-end">{actions}</div>}
      {children}
      <RecordRows list={list} {...rows} tools={isBelow && listMenu} />
    </div>
  )
}

/** Says how much there is in a list without search and filters; little of it needs no controls. Kept while rows load. */
function useSize<Row>(
  { find, chips, tabs, pages, query }: RecordListState<Row>,
  countOf: (id: string) => number | undefined,
) {
  const [size, setSize] = useState({ isEmpty: false, isShort: false, isSingle: false })
  if (!query.isSuccess || query.isPlaceholderData) return size
  const isWhole = !find?.q && Object.keys(chips.values).length === 0
  const isEmpty = isWhole && pages.rows.length === 0
  const others = tabs?.of(tabs.value).filter(({ id }) => id !== tabs.value) ?? []
  const isShort = isWhole && isFew(pages.total) && others.every(({ id }) => isFew(countOf(id)))
  // The tab of all shows the rows of the others.
  const [most, unknown] = tabs?.value === 'all' ? [1, 0] : [0, 1]
  const isSingle = isWhole && (pages.total ?? 2) < 2 && others.every(({ id }) => (countOf(id) ?? unknown) <= most)
  if (isEmpty !== size.isEmpty || isShort !== size.isShort || isSingle !== size.isSingle)
    setSize({ isEmpty, isShort, isSingle })
  return { isEmpty, isShort, isSingle }
}

function tabCounts<Row>(
  { find, chips, tabs, pages, query }: RecordListState<Row>,
  counts: RecordListProps<Row>['counts'],
  countedBy: readonly string[] = [],
) {
  const filters = [...Object.keys(chips.values), ...(find?.q ? ['q'] : [])]
  const isNarrowed = filters.some((name) => !countedBy.includes(name))
  return (id: string): number | undefined => {
    const count = counts?.[id]
    const known = typeof count === 'number' && !isNarrowed ? count : undefined
    // A larger total is not counted to its end.
    const isCounted = known === undefined || (pages.total ?? 0) <= pageLimits.counted
    const isShown = counts !== undefined && id === tabs?.value && !query.isPlaceholderData && isCounted
    return isShown ? (pages.total ?? known) : known
  }
}

type Menu = (row: unknown) => ReactNode
/** Pages create a new menu function on each render. With a context only the menu cells render, not their rows. */
const MenuContext = createContext<Menu | undefined>(undefined)
const MenuCell = ({ row }: { row: unknown }) => use(MenuContext)?.(row)
const menuColumn: Column<unknown> = {
  id: 'menu',
  header: 'Actions',
  align: 'right',
  card: 'menu',
  cell: (row) => <MenuCell row={row} />,
}

/** The table alone, inside another record. */
export function RecordRows<Row>(props: RecordRowsProps<Row>) {
  const { list, menu, selectable = true, emptyAction, tools } = props
  const { pages, query, chips } = list
  const hasMenu = menu !== undefined
  const columns = useMemo(() => (hasMenu ? [...list.columns, menuColumn] : list.columns), [list.columns, hasMenu])
  return (
    // The rows within are this list's.
    <MenuContext value={menu as Menu | undefined}>
      <ListResult
        name={list.name}
        query={query}
        pages={pages}
        search={list.find?.q}
        filterCount={Object.keys(chips.values).length}
        onClear={list.clear}
        onLoadMore={list.loadMore}
        note={list.note}
        tools={tools}
        empty={list.empty(emptyAction)}
      >
        {(footer) => (
          <DataTable
            caption={list.caption}
            columns={columns}
            visibleColumns={menu ? [...list.visible, 'menu'] : list.visible}
            onDrop={list.onDrop}
            rows={pages.rows}
            rowId={list.rowId}
            rowLabel={list.rowLabel}
            rowHref={list.rowHref}
            openId={list.openId}
            onOpen={list.open}
            selection={selectable ? list.selection : undefined}
            sort={list.sort}
            onSortChange={list.setSort}
            loading={query.isPending}
            skeletonRows={list.skeletonRows}
            footer={footer}
          />
        )}
      </ListResult>
    </MenuContext>
  )
}
