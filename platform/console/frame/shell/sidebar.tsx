import { useFocusTrap } from '@mantine/hooks'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react'
import { memo, useEffect, type ReactNode } from 'react'
import { IconButton } from '../../controls/button'
import { useCurrentPath } from '../app-link'
import { isActive, type NavEntry } from './nav-entry'
import { NavGroup } from './nav-group'
import { NavItem } from './nav-item'
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
  const trapRef = useFocusTrap(drawerOpen)
  useEffect(() => {
    if (!drawerOpen) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onCloseDrawer()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [drawerOpen, onCloseDrawer])

  return (
    <>
      <aside ref={trapRef} id="side" className={classes.side} aria-label="Main" data-rail={rail} data-open={drawerOpen}>
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

/** The same beside every page: only another path, or what it shows, draws it anew. */
export const Sidebar = memo(Side)
