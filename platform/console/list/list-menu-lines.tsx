import {
  IconArrowsSort,
  IconCheck,
  IconChevronLeft,
  IconChevronRight,
  IconColumns3,
  IconDownload,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Menu } from '../controls/menu'
import { Glyph } from '../theme/glyph'
import { ExportLines } from './export-menu'
import { type ListMenuProps, type ListPart, listParts } from './list-menus'
import classes from '../controls/menu.module.css'

type SortChoice = NonNullable<ListMenuProps['sort']>

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

/** The first column names the row and always stays. Chosen columns are shown on screens of any width. */
function ColumnLines({ columns, shown: { visible, setVisible, onDrop } }: NonNullable<ListMenuProps['columns']>) {
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

const partIcons = { sort: IconArrowsSort, columns: IconColumns3, exporting: IconDownload } as const
function PartLines({ sort, columns, exporting, part }: ListMenuProps & { part: ListPart }) {
  if (part === 'sort') return sort && <SortLines {...sort} />
  if (part === 'columns') return columns && <ColumnLines {...columns} />
  return exporting && <ExportLines {...exporting} />
}

/** Mounted with each opening, so that it begins with the parts again. A single part is open at once. */
export function ListMenuLines({ parts, ...props }: ListMenuProps & { parts: readonly ListPart[] }) {
  const [only] = parts.length === 1 ? parts : []
  const [chosen, setPart] = useState<ListPart>()
  const part = only ?? chosen
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
              {listParts[id]}
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
      aria-label={listParts[part]}
      onKeyDown={({ key }) => {
        if (key === 'ArrowLeft') back()
      }}
    >
      {!only && (
        <>
          <Menu.Item
            className={classes.item}
            closeMenuOnClick={false}
            leftSection={<Glyph icon={IconChevronLeft} />}
            onClick={back}
          >
            {listParts[part]}
          </Menu.Item>
          <Menu.Divider className={classes.divider} />
        </>
      )}
      <PartLines {...props} part={part} />
    </div>
  )
}
