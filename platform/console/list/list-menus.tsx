import { IconArrowsSort, IconCheck, IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../controls/button'
import { Menu } from '../controls/menu'
import { useLocalValue } from '../local-store'
import { Glyph } from '../theme/glyph'
import { type TableSort, withoutDropped } from './data-table'
import type { DropColumns } from './table/fit-columns'
import classes from '../controls/menu.module.css'

export interface SortOption {
  key: string
  label: string
  /** Words for the two directions, as in "A–Z" and "Z–A". */
  directionLabels?: { asc: string; desc: string }
}

interface SortMenuProps {
  options: SortOption[]
  value: TableSort
  onChange: (sort: TableSort) => void
}

const plainWords = { asc: 'ascending', desc: 'descending' }
const directions = ['asc', 'desc'] as const

export function SortMenu({ options, value, onChange }: SortMenuProps) {
  const current = options.find((option) => option.key === value.key)
  const words = current?.directionLabels ?? plainWords
  return (
    <Menu>
      <Menu.Target>
        <Button variant="quiet" size="sm" icon={IconArrowsSort} iconOnPhone>
          {current ? `${current.label}, ${words[value.direction]}` : 'Sort'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label="Sort">
        {options.map((option) => (
          <SortLine
            key={option.key}
            label={option.label}
            checked={option.key === value.key}
            onSelect={() => onChange({ key: option.key, direction: value.direction })}
          />
        ))}
        <Menu.Divider className={classes.divider} />
        {directions.map((direction) => (
          <SortLine
            key={direction}
            label={words[direction]}
            checked={direction === value.direction}
            onSelect={() => onChange({ key: value.key, direction })}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function SortLine({ label, checked, onSelect }: { label: string; checked: boolean; onSelect: () => void }) {
  return (
    <Menu.Item
      className={classes.item}
      role="menuitemradio"
      aria-checked={checked}
      onClick={onSelect}
      leftSection={<span className={classes.check}>{checked && <Glyph icon={IconCheck} />}</span>}
    >
      {label}
    </Menu.Item>
  )
}

interface ColumnChoice {
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

interface ColumnsMenuProps {
  columns: readonly ColumnChoice[]
  shown: VisibleColumns
}

/** The first column names the row and always stays. Chosen columns are shown on screens of any width. */
export function ColumnsMenu({ columns, shown: { visible, setVisible, onDrop } }: ColumnsMenuProps) {
  const toggle = (id: string) =>
    setVisible(visible.includes(id) ? visible.filter((other) => other !== id) : [...visible, id])
  return (
    <Menu closeOnItemClick={false}>
      <Menu.Target>
        <Button variant="quiet" size="sm" icon={IconColumns3} iconOnPhone>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label="Columns">
        {columns.slice(1).map((column) => (
          <Menu.Item
            key={column.id}
            className={classes.item}
            role="menuitemcheckbox"
            aria-checked={visible.includes(column.id)}
            leftSection={
              <span className={classes.check}>{visible.includes(column.id) && <Glyph icon={IconCheck} />}</span>
            }
            onClick={() => toggle(column.id)}
          >
            {column.header}
          </Menu.Item>
        ))}
        {!onDrop && (
          <>
            <Menu.Divider className={classes.divider} />
            <Menu.Item
              className={classes.item}
              closeMenuOnClick
              leftSection={<span className={classes.check} />}
              onClick={() => setVisible(undefined)}
            >
              Default columns
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
