import {
  IconArrowsSort,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconColumns3,
  IconDots,
  IconDownload,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { IconButton } from '../controls/button'
import { Menu } from '../controls/menu'
import { useLocalValue } from '../local-store'
import { Glyph } from '../theme/glyph'
import { type TableSort, withoutDropped } from './data-table'
import { type ExportChoices, ExportLines } from './export-menu'
import type { DropColumns } from './table/fit-columns'
import classes from '../controls/menu.module.css'

export interface SortOption {
  key: string
  label: string
  /** Words for the two directions, as in "A–Z" and "Z–A". */
  directionLabels?: { asc: string; desc: string }
}

interface SortChoice {
  options: SortOption[]
  value: TableSort
  onChange: (sort: TableSort) => void
}

const plainWords = { asc: 'ascending', desc: 'descending' }
const directions = ['asc', 'desc'] as const

function sortText({ options, value }: SortChoice): string {
  const current = options.find((option) => option.key === value.key)
  return current ? `${current.label}, ${(current.directionLabels ?? plainWords)[value.direction]}` : ''
}

function SortLines({ options, value, onChange }: SortChoice) {
  const words = options.find((option) => option.key === value.key)?.directionLabels ?? plainWords
  return (
    <>
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
    </>
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

interface ColumnsChoice {
  columns: readonly ColumnChoice[]
  shown: VisibleColumns
}

/** The first column names the row and always stays. Chosen columns are shown on screens of any width. */
function ColumnLines({ columns, shown: { visible, setVisible, onDrop } }: ColumnsChoice) {
  const toggle = (id: string) =>
    setVisible(visible.includes(id) ? visible.filter((other) => other !== id) : [...visible, id])
  return (
    <>
      {columns.slice(1).map((column) => (
        <Menu.Item
          key={column.id}
          className={classes.item}
          role="menuitemcheckbox"
          aria-checked={visible.includes(column.id)}
          closeMenuOnClick={false}
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
            leftSection={<span className={classes.check} />}
            onClick={() => setVisible(undefined)}
          >
            Default columns
          </Menu.Item>
        </>
      )}
    </>
  )
}

interface ListMenuProps {
  sort?: SortChoice | undefined
  columns?: ColumnsChoice | undefined
  exporting?: (ExportChoices & { loading: boolean; disabledReason: string | undefined }) | undefined
}

const partLabels = { sort: 'Sort', columns: 'Columns', exporting: 'Export' } as const
type Part = keyof typeof partLabels
const partIcons = { sort: IconArrowsSort, columns: IconColumns3, exporting: IconDownload } as const
const partNames = ['sort', 'columns', 'exporting'] as const

/** Sort, columns and export of a list behind one button. */
export function ListMenu(props: ListMenuProps) {
  const parts = partNames.filter((part) => props[part] !== undefined)
  const [first] = parts
  if (first === undefined) return null
  const label = parts.length === 1 ? partLabels[first] : 'List options'
  return (
    <Menu>
      <Menu.Target>
        <IconButton icon={IconDots} label={label} variant="default" loading={props.exporting?.loading} />
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label={label}>
        {parts.length === 1 ? <PartLines {...props} part={first} /> : <ListMenuLines {...props} parts={parts} />}
      </Menu.Dropdown>
    </Menu>
  )
}

function PartLines({ sort, columns, exporting, part }: ListMenuProps & { part: Part }) {
  if (part === 'sort') return sort && <SortLines {...sort} />
  if (part === 'columns') return columns && <ColumnLines {...columns} />
  return exporting && <ExportLines {...exporting} />
}

/** The menu mounts it with each opening, which begins with the parts again. */
function ListMenuLines({ parts, ...props }: ListMenuProps & { parts: readonly Part[] }) {
  const [part, setPart] = useState<Part>()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus({ preventScroll: true }), [part])
  if (part === undefined)
    return (
      <div ref={ref} role="presentation">
        {parts.map((id) => {
          const reason = id === 'exporting' ? props.exporting?.disabledReason : undefined
          const note = id === 'sort' && props.sort ? sortText(props.sort) : reason
          return (
            <Menu.Item
              key={id}
              className={classes.item}
              aria-haspopup="menu"
              aria-disabled={reason !== undefined || undefined}
              closeMenuOnClick={false}
              leftSection={<Glyph icon={partIcons[id]} />}
              rightSection={<Glyph icon={IconChevronRight} />}
              onClick={reason === undefined ? () => setPart(id) : undefined}
            >
              {partLabels[id]}
              {note && <span className={`q-caption ${classes.reason}`}>{note}</span>}
            </Menu.Item>
          )
        })}
      </div>
    )
  const back = () => setPart(undefined)
  return (
    <div
      ref={ref}
      role="group"
      aria-label={partLabels[part]}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') back()
      }}
    >
      <Menu.Item
        className={classes.item}
        closeMenuOnClick={false}
        leftSection={<Glyph icon={IconChevronLeft} />}
        onClick={back}
      >
        {partLabels[part]}
      </Menu.Item>
      <Menu.Divider className={classes.divider} />
      <PartLines {...props} part={part} />
    </div>
  )
}
