import { IconChevronDown, IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { memo, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../controls/button'
import { Popover } from '../controls/popover'
import { Glyph } from '../theme/glyph'
import { AppLink, useCurrentPath } from './app-link'
import { isActive, type NavEntry, type NavGroupEntry, type NavItemEntry } from './nav-entry'
import navStyles from './nav.module.css'
import classes from './shell.module.css'

export interface SidebarContent {
  header: ReactNode
  items: NavEntry[]
  footer: ReactNode
}

interface SidebarProps extends SidebarContent {
  rail: boolean
  canCollapse: boolean
  onToggleRail: () => void
  /** Phone only: the sidebar is a drawer over the page. */
  drawerOpen: boolean
  onCloseDrawer: () => void
}

function Side({ header, items, footer, rail, canCollapse, onToggleRail, drawerOpen, onCloseDrawer }: SidebarProps) {
  const currentPath = useCurrentPath()
  const sideRef = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!drawerOpen) return
    sideRef.current?.querySelector<HTMLElement>('a, button')?.focus()
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onCloseDrawer()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [drawerOpen, onCloseDrawer])

  return (
    <>
      <aside ref={sideRef} id="side" className={classes.side} aria-label="Main" data-rail={rail} data-open={drawerOpen}>
        <div className={classes.sideHead}>{header}</div>
        <nav className={classes.sideNav} aria-label="Main">
          {items.map((entry) =>
            entry.kind === 'group' ? (
              <NavGroup key={entry.id} entry={entry} currentPath={currentPath} onNavigate={onCloseDrawer} rail={rail} />
            ) : (
              <NavItem
                key={entry.to}
                entry={entry}
                isCurrent={isActive(entry, currentPath)}
                onNavigate={onCloseDrawer}
              />
            ),
          )}
        </nav>
        {canCollapse && (
          <div className={classes.sideCollapse}>
            <IconButton
              icon={rail ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
              iconSize={18}
              size="sm"
              label={rail ? 'Expand sidebar' : 'Collapse sidebar'}
              onClick={onToggleRail}
            />
          </div>
        )}
        <div className={classes.sideFoot}>{footer}</div>
      </aside>
      {drawerOpen && <div className={classes.scrim} onClick={onCloseDrawer} aria-hidden />}
    </>
  )
}

/** Going from one page to another changes two of them. */
const NavItem = memo(Item)

/** The same on each page. Memoized, so that only a new path or new props render it. */
export const Sidebar = memo(Side)

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
  const reason = sharedReason(entry)

  useEffect(() => {
    if (hasActiveChild) setExpanded(true)
  }, [hasActiveChild])

  return (
    <div className={navStyles.group}>
      <button
        type="button"
        className={navStyles.item}
        data-current={entry.page === currentPath}
        aria-expanded={expanded}
        aria-controls={listId}
        onClick={() => setExpanded(!expanded)}
      >
        <Glyph icon={entry.icon} size={18} className={navStyles.icon} />
        <span className={navStyles.label}>
          {entry.label}
          {reason && (
            <span className={navStyles.reason} aria-hidden>
              {reason}
            </span>
          )}
        </span>
        {!expanded && <NavCount badge={badgeOf(entry)} />}
        <Glyph icon={IconChevronDown} className={navStyles.chevron} />
      </button>
      <div id={listId} className={navStyles.children} hidden={!expanded}>
        <GroupItems
          entry={entry}
          currentPath={currentPath}
          onNavigate={onNavigate}
          hidesReason={reason !== undefined}
        />
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
      className={navStyles.flyout}
      aria-label={entry.label}
      target={
        <button
          type="button"
          className={navStyles.item}
          title={entry.label}
          data-current={hasActiveChild || entry.page === currentPath}
          onClick={() => setOpened(!opened)}
        >
          <Glyph icon={entry.icon} size={18} className={navStyles.icon} />
          <span className={navStyles.label}>{entry.label}</span>
          <NavCount badge={badgeOf(entry)} />
        </button>
      }
    >
      <GroupItems entry={entry} currentPath={currentPath} onNavigate={leave} />
    </Popover>
  )
}

/** Returns the badge of the collapsed entries. */
function badgeOf({ items }: NavGroupEntry): NavItemEntry['badge'] {
  const badges = items.flatMap(({ badge }) => badge ?? [])
  const [tone, label] = [badges.find((badge) => badge.tone === 'warn')?.tone, badges.map((badge) => badge.label)]
  return { count: badges.reduce((sum, { count }) => sum + count, 0), tone, label: label.filter(Boolean).join(', ') }
}

/** Returns the reason that locks several entries alike, which the group shows once. */
function sharedReason({ items: [first, ...rest] }: NavGroupEntry): string | undefined {
  const isShared = rest.length > 0 && rest.every(({ disabledReason }) => disabledReason === first?.disabledReason)
  return isShared ? first?.disabledReason : undefined
}

function GroupItems({
  entry,
  currentPath,
  onNavigate,
  hidesReason,
}: NavGroupProps & Pick<NavItemProps, 'hidesReason'>) {
  return entry.items.map((item) => (
    <NavItem
      key={item.to}
      entry={item}
      isCurrent={isActive(item, currentPath)}
      onNavigate={onNavigate}
      hidesReason={hidesReason}
    />
  ))
}

interface NavItemProps {
  entry: NavItemEntry
  isCurrent: boolean
  onNavigate?: () => void
  /** The group shows it; screen readers hear it here. */
  hidesReason?: boolean
}

function Item({ entry, isCurrent, onNavigate, hidesReason = false }: NavItemProps) {
  if (entry.disabledReason !== undefined)
    return <DisabledItem entry={entry} reason={entry.disabledReason} hidesReason={hidesReason} />
  return (
    <AppLink
      to={entry.to}
      className={navStyles.item}
      title={entry.label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onNavigate}
    >
      {entry.icon && <Glyph icon={entry.icon} size={18} className={navStyles.icon} />}
      <span className={navStyles.label}>{entry.label}</span>
      <NavCount badge={entry.badge} />
    </AppLink>
  )
}

/** Shows "99+" for larger numbers, for which there is no room. */
function NavCount({ badge }: Pick<NavItemEntry, 'badge'>) {
  if (!badge || badge.count === 0) return null
  return (
    <>
      <span className="q-hidden"> {badge.label}</span>
      <span
        className={`q-count ${navStyles.count}`}
        data-tone={badge.tone}
        title={badge.label}
        aria-hidden={Boolean(badge.label)}
      >
        {badge.count > 99 ? '99+' : badge.count}
      </span>
    </>
  )
}

/** Stays reachable by keyboard, so that its reason can be heard too. */
function DisabledItem({ entry, reason, hidesReason }: { entry: NavItemEntry; reason: string; hidesReason: boolean }) {
  return (
    <a className={navStyles.item} role="link" aria-disabled="true" tabIndex={0} title={`${entry.label}: ${reason}`}>
      {entry.icon && <Glyph icon={entry.icon} size={18} className={navStyles.icon} />}
      <span className={navStyles.label}>
        {entry.label} <span className={hidesReason ? 'q-hidden' : navStyles.reason}>{reason}</span>
      </span>
    </a>
  )
}
