import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { Glyph } from '../../theme/glyph'
import { isActive, type NavGroupEntry } from './nav-entry'
import { NavItem } from './nav-item'
import classes from './nav.module.css'

interface NavGroupProps {
  entry: NavGroupEntry
  currentPath: string
  onNavigate?: () => void
  /** In the rail a group has no room for its children: a click asks for the wide sidebar. */
  onExpandRail?: () => void
}

export function NavGroup({ entry, currentPath, onNavigate, onExpandRail }: NavGroupProps) {
  const listId = useId()
  const hasActiveChild = entry.items.some((item) => isActive(item, currentPath))
  const [expanded, setExpanded] = useState(true)

  useEffect(() => {
    if (hasActiveChild) setExpanded(true)
  }, [hasActiveChild])

  if (entry.items.length === 0) return null
  const toggle = () => {
    if (onExpandRail) onExpandRail()
    setExpanded((open) => (onExpandRail ? true : !open))
  }
  return (
    <div className={classes.group}>
      <button type="button" className={classes.item} title={entry.label} aria-expanded={expanded} aria-controls={listId} onClick={toggle}>
        <Glyph icon={entry.icon} size={18} className={classes.icon} />
        <span className={classes.label}>{entry.label}</span>
        <Glyph icon={IconChevronDown} className={classes.chevron} />
      </button>
      <div id={listId} className={classes.children} hidden={!expanded}>
        {entry.items.map((item) => (
          <NavItem key={item.to} entry={item} currentPath={currentPath} onNavigate={onNavigate} />
        ))}
      </div>
    </div>
  )
}
