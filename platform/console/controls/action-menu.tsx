import { IconDots } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { Glyph, type IconLike } from '../theme/glyph'
import { IconButton } from './button'
import { Menu } from './menu'
import classes from './menu.module.css'

export interface ActionMenuItem {
  id: string
  label: string
  icon?: IconLike
  onSelect: () => void
  danger?: boolean
  shortcut?: string
  disabledReason?: string
  /** Renders a line above. */
  separated?: boolean
}

interface ActionMenuProps {
  /** "More actions for Tide & Bean" */
  label: string
  /** Or what makes them when the menu is opened, of which there is one at least. */
  items: ActionMenuItem[] | (() => ActionMenuItem[])
  /** Must take a ref and props; three dots when left out. */
  target?: ReactElement
}

export function ActionMenu({ label, items, target }: ActionMenuProps) {
  if (typeof items !== 'function' && items.length === 0) return null
  return (
    <Menu>
      <Menu.Target>{target ?? <IconButton icon={IconDots} label={label} size="sm" />}</Menu.Target>
      <Menu.Dropdown className={classes.dropdown} aria-label={label}>
        <MenuLines items={items} />
      </Menu.Dropdown>
    </Menu>
  )
}

function MenuLines({ items }: Pick<ActionMenuProps, 'items'>) {
  const lines = typeof items === 'function' ? items() : items
  return lines.map((item) => <MenuLine key={item.id} item={item} />)
}

function MenuLine({ item }: { item: ActionMenuItem }) {
  const locked = item.disabledReason !== undefined
  return (
    <>
      {item.separated && <Menu.Divider className={classes.divider} />}
      <Menu.Item
        className={classes.item}
        data-danger={item.danger}
        aria-disabled={locked || undefined}
        title={item.disabledReason}
        closeMenuOnClick={!locked}
        leftSection={item.icon && <Glyph icon={item.icon} />}
        rightSection={item.shortcut && <kbd className="q-kbd">{item.shortcut}</kbd>}
        onClick={locked ? undefined : item.onSelect}
      >
        {item.label}
        {locked && <span className={`q-caption ${classes.reason}`}>{item.disabledReason}</span>}
      </Menu.Item>
    </>
  )
}
