import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { gridRef, lazyRef } from '../controls/grid-ref'
import { Skeleton } from '../display/panel'
import { useShortcuts } from '../frame/shortcuts'
import { useSteady } from '../use-steady'
import { cardPlaces, DataRow } from './table/data-row'
import { type DropColumns, fitColumns } from './table/fit-columns'
import { HeaderRow } from './table/header-row'
import { type Column, PageSearchContext, type TableSelection, type TableSort } from './table/title-cell'
import classes from './table/data-table.module.css'
import pinned from './table/pinned-title.module.css'

export type { Column, TableSelection, TableSort } from './table/title-cell'

interface DataTableProps<T> {
  columns: Column<T>[]
  rows: T[]
  rowId: (row: T) => string
  /** Names the row for screen readers. */
  rowLabel: (row: T) => string
  onOpen: (id: string) => void
  /** Address of the row's link; `?id=` on this page when left out. */
  rowHref?: (row: T) => string
  openId?: string
  selection?: TableSelection
  sort?: TableSort
  onSortChange?: (sort: TableSort) => void
  /** Ids of the columns to show; all but the hidden-by-default when left out. */
  visibleColumns?: readonly string[]
  /** Receives the columns without room, which the caller leaves out. Without it, all visible ones were chosen. */
  onDrop?: DropColumns
  loading: boolean
  skeletonRows?: number
  footer?: ReactNode
  /** Describes the table for screen readers. */
  caption: string
}

function withoutRecord(address: string): string {
  const search = new URLSearchParams(address)
  search.delete('id')
  return search.toString()
}

export function DataTable<T>({ skeletonRows = 20, ...props }: DataTableProps<T>) {
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const { columns, rows, rowId, rowLabel, openId, loading } = props
  const onOpen = useSteady(props.onOpen)
  const [dropped, setDropped] = useState<readonly string[]>([])
  const visible = props.visibleColumns ?? withoutDropped(columns, dropped)
  const shown = useShownColumns(columns, visible)
  const fitting = useSteady(() => ({ columns, loading, onDrop: props.visibleColumns ? props.onDrop : setDropped }))
  const [frameRef] = useState(() =>
    lazyRef(() => Promise.resolve((frame, signal) => fitColumns(frame, signal, fitting))),
  )
  const pageSearch = withoutRecord(window.location.search)
  const ids = rows.map(rowId)
  const { selectable, toggle, toggleAll } = useRowSelection(ids, props.selection)
  const keys = useRowKeys({ bodyRef, ids, onSelect: props.selection && toggle })

  return (
    <section className={classes.card}>
      <div ref={frameRef} className={classes.frame} tabIndex={-1}>
        <table
          ref={gridRef}
          role="grid"
          className={`${classes.table} ${pinned.table}`}
          aria-busy={loading || undefined}
          aria-multiselectable={props.selection ? true : undefined}
        >
          <caption className="q-hidden">{props.caption}</caption>
          <thead>
            <HeaderRow
              columns={shown}
              sort={props.sort}
              onSortChange={props.onSortChange}
              selection={props.selection}
              ids={selectable}
              onToggleAll={toggleAll}
            />
          </thead>
          <tbody ref={bodyRef} onKeyDown={keys.onKeyDown}>
            <PageSearchContext value={pageSearch}>
              {loading ? (
                <SkeletonRows columns={shown} count={skeletonRows} selectable={props.selection !== undefined} />
              ) : (
                rows.map((row, index) => {
                  const id = rowId(row)
                  return (
                    <DataRow
                      key={id}
                      row={row}
                      id={id}
                      index={index}
                      label={rowLabel(row)}
                      href={props.rowHref?.(row)}
                      columns={shown}
                      open={id === openId}
                      selected={props.selection?.ids.has(id)}
                      locked={props.selection?.locked?.has(id)}
                      onOpen={onOpen}
                      onToggle={toggle}
                      onActive={keys.setActive}
                    />
                  )
                })
              )}
            </PageSearchContext>
          </tbody>
        </table>
      </div>
      {props.footer}
    </section>
  )
}

/**
 * Puts the status column after the name. The result is stable until other columns are chosen, so that rows need not
 * render.
 */
function useShownColumns<T>(columns: Column<T>[], visible: readonly string[]): Column<T>[] {
  const chosen = visible.join(' ')
  return useMemo(() => {
    const ids = chosen.split(' ')
    const [title, ...others] = columns.filter(({ id }) => ids.includes(id))
    const isStatus = ({ card }: Column<T>) => card === 'status'
    return title ? [title, ...others.filter(isStatus), ...others.filter((column) => !isStatus(column))] : []
  }, [columns, chosen])
}

/** The default columns that have room, by id. */
export const withoutDropped = (
  columns: readonly Pick<Column<never>, 'id' | 'hiddenByDefault'>[],
  dropped: readonly string[],
) => columns.flatMap(({ id, hiddenByDefault }) => (hiddenByDefault || dropped.includes(id) ? [] : id))

/** Toggling with `range` takes everything between the row touched last and this one. */
function useRowSelection(ids: string[], selection: TableSelection | undefined) {
  const anchor = useRef<string>(undefined)
  const locked = selection?.locked
  const selectable = locked ? ids.filter((id) => !locked.has(id)) : ids
  const latest = useRef({ ids: selectable, selection })
  latest.current = { ids: selectable, selection }

  const toggle = useCallback((id: string, range: boolean) => {
    const { ids: all, selection: current } = latest.current
    if (!current || current.locked?.has(id)) return
    const next = new Set(current.ids)
    const from = anchor.current === undefined ? -1 : all.indexOf(anchor.current)
    const to = all.indexOf(id)
    if (range && from >= 0)
      for (const between of all.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(between)
    else if (next.has(id)) next.delete(id)
    else next.add(id)
    anchor.current = id
    current.onChange(next)
  }, [])

  const toggleAll = useCallback(() => {
    const { ids: all, selection: current } = latest.current
    if (!current) return
    const allChosen = all.every((id) => current.ids.has(id))
    // Rows that are chosen but not loaded stay chosen; taking the tick away means all of them.
    current.onChange(new Set(allChosen ? [] : [...current.ids, ...all]))
  }, [])

  return { selectable, toggle, toggleAll }
}

interface SkeletonRowsProps<T> {
  columns: Column<T>[]
  count: number
  selectable: boolean
}

const TITLE_WIDTHS = [136, 112, 152, 124]

/** Shows as many placeholder rows as a page has. */
function SkeletonRows<T>({ columns, count, selectable }: SkeletonRowsProps<T>) {
  const places = cardPlaces(columns)
  return Array.from({ length: count }, (_, row) => (
    <tr key={row} className={classes.skeletonRow} aria-hidden={row > 0 || undefined}>
      {selectable && (
        <td className={classes.select} data-card="select">
          <Skeleton width={16} height={16} />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.id} data-align={column.align} data-card={places[index]}>
          {row === 0 && index === 0 && <span className="q-hidden">Loading…</span>}
          <SkeletonCell place={places[index]} width={TITLE_WIDTHS[row % TITLE_WIDTHS.length] ?? 128} />
        </td>
      ))}
    </tr>
  ))
}

function SkeletonCell({ place, width }: { place?: string; width: number }) {
  if (place === 'status') return <Skeleton width={88} height={20} shape="pill" />
  if (place !== 'title') return <Skeleton width={64} height={10} />
  return (
    <span className={classes.who}>
      <Skeleton width={32} height={32} shape="block" />
      <span className="q-stack-tight">
        <Skeleton width={width} height={10} />
        <Skeleton width={72} height={8} />
      </span>
    </span>
  )
}

interface RowKeysOptions {
  bodyRef: RefObject<HTMLTableSectionElement | null>
  ids: string[]
  onSelect?: (id: string, range: boolean) => void
}

/** The active row is the one whose link has the focus; J and K enter the list from anywhere on the page. */
function useRowKeys({ bodyRef, ids, onSelect }: RowKeysOptions) {
  const active = useRef(-1)

  const moveTo = (index: number) => {
    const target = Math.min(Math.max(index, 0), ids.length - 1)
    const row = bodyRef.current?.querySelectorAll<HTMLTableRowElement>('tr[data-row-id]')[target]
    const link = row?.querySelector<HTMLElement>('a[data-row-link]') ?? row?.querySelector<HTMLElement>('a, button')
    link?.focus()
    row?.scrollIntoView?.({ block: 'nearest' })
  }
  const selectActive = (range: boolean) => {
    const id = ids[active.current]
    if (id !== undefined) onSelect?.(id, range)
  }

  useShortcuts([
    { keys: 'j', label: 'Next row', section: 'List', run: () => moveTo(active.current + 1) },
    { keys: 'k', label: 'Previous row', section: 'List', run: () => moveTo(active.current - 1) },
    { keys: 'enter', label: 'Open row', section: 'List', helpOnly: true, run: () => undefined },
    {
      keys: 'arrowup arrowdown arrowleft arrowright',
      label: 'Move in the list',
      section: 'List',
      helpOnly: true,
      run: () => undefined,
    },
    ...(onSelect ? [{ keys: 'x', label: 'Select row', section: 'List', run: () => selectActive(false) }] : []),
  ])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'X' && !event.ctrlKey && !event.metaKey && !event.altKey && onSelect) selectActive(true)
  }
  const setActive = useCallback((index: number) => {
    active.current = index
  }, [])
  return { onKeyDown, setActive }
}
