import { useRef, type ReactNode } from 'react'
import { useSteady } from '../use-steady'
import type { Column, TableSelection, TableSort } from './table-column'
import { DataRow } from './table/data-row'
import { HeaderRow } from './table/header-row'
import { PageSearchContext } from './table/row-context'
import { SkeletonRows } from './table/skeleton-rows'
import { useRowKeys } from './table/use-row-keys'
import { useRowSelection } from './table/use-row-selection'
import { useShownColumns } from './table/use-shown-columns'
import classes from './table/data-table.module.css'
import pinned from './table/pinned-title.module.css'

export type { Column, TableSelection, TableSort } from './table-column'

export interface DataTableProps<T> {
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
  loading: boolean
  skeletonRows?: number
  footer?: ReactNode
  /** What the table lists, for screen readers. */
  caption: string
}

function withoutRecord(address: string): string {
  const search = new URLSearchParams(address)
  search.delete('id')
  return search.toString()
}

export function DataTable<T>({ skeletonRows = 20, ...props }: DataTableProps<T>) {
  const bodyRef = useRef<HTMLTableSectionElement>(null)
  const { columns, rows, rowId, rowLabel, openId, visibleColumns, loading } = props
  const onOpen = useSteady(props.onOpen)
  const shown = useShownColumns(columns, visibleColumns)
  const pageSearch = withoutRecord(window.location.search)
  const ids = rows.map(rowId)
  const { toggle, toggleAll } = useRowSelection(ids, props.selection)
  const keys = useRowKeys({ bodyRef, ids, onOpen, onSelect: props.selection && toggle })

  return (
    <section className={classes.card}>
      <div className={classes.frame} tabIndex={-1}>
        <table className={`${classes.table} ${pinned.table}`} aria-busy={loading || undefined}>
          <caption className="q-hidden">{props.caption}</caption>
          <thead>
            <HeaderRow
              columns={shown}
              sort={props.sort}
              onSortChange={props.onSortChange}
              selection={props.selection}
              ids={ids}
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
