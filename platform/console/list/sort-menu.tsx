import { IconArrowsSort, IconCheck } from '@tabler/icons-react'
import { Button } from '../controls/button'
import { Menu } from '../controls/menu'
import { Glyph } from '../theme/glyph'
import type { TableSort } from './data-table'
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
