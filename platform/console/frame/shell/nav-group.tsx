import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { Popover } from '../../controls/popover'
import { Glyph } from '../../theme/glyph'
import { isActive, type NavGroupEntry, type NavItemEntry } from './nav-entry'
import { NavCount, NavItem } from './nav-item'
import classes from './nav.module.css'

interface NavGroupProps {
  entry: NavGroupEntry
  currentPath: string
  onNavigate?: () => void
  /** The rail has no room for children: they open beside it. */
  rail?: boolean
}

export function NavGroup({ rail = false, ...props }: NavGroupProps) {
  if (props.entry.items.length === 0) return null
  return rail ? <RailGroup {...props} /> : <WideGroup {...props} />
}

function WideGroup({ entry, currentPath, onNavigate }: NavGroupProps) {
  const listId = useId()
  const hasActiveChild = entry.items.some((item) => isActive(item, currentPath))
  const [expanded, setExpanded] = useState(true)

  useEffect(() => {
    if (hasActiveChild) setExpanded(true)
  }, [hasActiveChild])

  return (
    <div className={classes.group}>
      <button
        type="button"
        className={classes.item}
        data-current={entry.page === currentPath}
        aria-expanded={expanded}
        aria-controls={listId}
        onClick={() => setExpanded(!expanded)}
      >
        <Glyph icon={entry.icon} size={18} className={classes.icon} />
        <span className={classes.label}>{entry.label}</span>
        {!expanded && <NavCount badge={badgeOf(entry)} />}
        <Glyph icon={IconChevronDown} className={classes.chevron} />
      </button>
      <div id={listId} className={classes.children} hidden={!expanded}>
        <GroupItems entry={entry} currentPath={currentPath} onNavigate={onNavigate} />
      </div>
    </div>
  )
}

function RailGroup({ entry, currentPath, onNavigate }: NavGroupProps) {
  const [opened, setOpened] = useState(false)
  const hasActiveChild = entry.items.some((item) => isActive(item, currentPath))
  const leave = () => {
    setOpened(false)
    onNavigate?.()
  }
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="right-start"
      offset={12}
      trapFocus
      className={classes.flyout}
      aria-label={entry.label}
      target={
        <button
          type="button"
          className={classes.item}
          title={entry.label}
          data-current={hasActiveChild || entry.page === currentPath}
          onClick={() => setOpened(!opened)}
        >
          <Glyph icon={entry.icon} size={18} className={classes.icon} />
          <span className={classes.label}>{entry.label}</span>
          <NavCount badge={badgeOf(entry)} />
        </button>
      }
    >
      <GroupItems entry={entry} currentPath={currentPath} onNavigate={leave} />
    </Popover>
  )
}

/** Of the entries that are folded away. */
function badgeOf({ items }: NavGroupEntry): NavItemEntry['badge'] {
  const badges = items.flatMap(({ badge }) => badge ?? [])
  const [tone, label] = [badges.find((badge) => badge.tone === 'warn')?.tone, badges.map((badge) => badge.label)]
  return { count: badges.reduce((sum, { count }) => sum + count, 0), tone, label: label.filter(Boolean).join(', ') }
}

function GroupItems({ entry, currentPath, onNavigate }: NavGroupProps) {
  return entry.items.map((item) => (
    <NavItem key={item.to} entry={item} isCurrent={isActive(item, currentPath)} onNavigate={onNavigate} />
  ))
}
