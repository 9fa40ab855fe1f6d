import type { ReactNode } from 'react'

export interface Column<T> {
  id: string
  header: string
  cell: (row: T) => ReactNode
  align?: 'left' | 'right'
  /** Makes the head a sort button. */
  sortKey?: string
  hiddenByDefault?: boolean
  /** Place on the phone card; 'fact' is a label with its value. Left out: the first column is the title, the next three are facts. */
  card?: 'title' | 'status' | 'fact' | 'menu' | 'hide'
}

export interface TableSort {
  key: string
  direction: 'asc' | 'desc'
}

export interface TableSelection {
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
}
