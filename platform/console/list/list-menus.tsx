import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { IconButton } from '../controls/button'
import { deferred } from '../controls/deferred'
import { Menu } from '../controls/menu'
import { useLocalValue } from '../local-store'
import { type TableSort, withoutDropped } from './data-table'
import type { ExportChoices } from './export-menu'
import type { DropColumns } from './table/fit-columns'
import classes from '../controls/menu.module.css'

export interface SortOption {
  key: string
  label: string
  /** Words for the two directions, as in "A–Z" and "Z–A". */
  directionLabels?: { asc: string; desc: string }
}

export interface ColumnChoice {
  id: string
  header: string
  hiddenByDefault?: boolean
}

const parseIds = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : undefined

export type VisibleColumns = ReturnType<typeof useVisibleColumns>

/** Returns the visible columns of a list: those stored under the list's name, or the default ones that have room. */
export function useVisibleColumns(listName: string, columns: readonly ColumnChoice[]) {
  const [stored, setStored] = useLocalValue<string[] | undefined>(`columns.${listName}`, parseIds)
  const [dropped, setDropped] = useState<readonly string[]>([])
  const [first] = columns
  const onDrop: DropColumns | undefined = stored === undefined ? setDropped : undefined
  const visible =
    stored === undefined
      ? withoutDropped(columns, dropped)
      : columns.filter((column) => column === first || stored.includes(column.id)).map((column) => column.id)
  return { visible, setVisible: setStored, onDrop }
}

export interface ListMenuProps {
  sort?: { options: SortOption[]; value: TableSort; onChange: (sort: TableSort) => void } | undefined
  columns?: { columns: readonly ColumnChoice[]; shown: VisibleColumns } | undefined
  exporting?: (ExportChoices & { loading: boolean; disabledReason: string | undefined }) | undefined
}

export const listParts = { sort: 'Sort', columns: 'Columns', exporting: 'Export' } as const
export type ListPart = keyof typeof listParts
const partNames = ['sort', 'columns', 'exporting'] as const

const ListMenuLines = deferred(
  async () => (await import('./list-menu-lines')).ListMenuLines,
  <div role="status" aria-label="Loading…" />,
)

/** Sort, columns and export of a list behind one button. */
export function ListMenu(props: ListMenuProps) {
  const parts = partNames.filter((part) => props[part] !== undefined)
  const [first] = parts
  if (first === undefined) return null
  const label = parts.length === 1 ? listParts[first] : 'List options'
  return (
    <span onPointerEnter={ListMenuLines.preload} onFocus={ListMenuLines.preload}>
      <Menu>
        <Menu.Target>
          <IconButton icon={IconDots} label={label} variant="default" loading={props.exporting?.loading} />
        </Menu.Target>
        <Menu.Dropdown className={classes.dropdown} aria-label={label}>
          <ListMenuLines {...props} parts={parts} />
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
