import { useMediaQuery } from '@mantine/hooks'
import { IconMenu2 } from '@tabler/icons-react'
import { memo, type MouseEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { IconButton } from '../controls/button'
import { useLocalValue } from '../local-store'
import { useSteady } from '../use-steady'
import { Sidebar, type SidebarContent } from './sidebar'
import classes from './shell.module.css'

export type { NavEntry, NavGroupEntry, NavItemEntry } from './nav-entry'

interface AppFrameProps {
  sidebar: SidebarContent
  topBar: TopBarContent
  /** Identifies the subject of all pages. A change closes the drawer of a phone. */
  about?: string | undefined
  /** Stays in sight while the page scrolls. */
  stickyContent?: ReactNode
  /** Appear and disappear without user action, so they lie below the page and move nothing under the pointer. */
  banners?: ReactNode
  children: ReactNode
}

const parseCollapsed = (value: unknown) => value === true

/** Sidebar 256 px, or the 64 px rail: by choice on wide screens, always from 768 to 1023 px, never in the phone drawer. */
export function AppFrame({ sidebar, topBar, about, stickyContent, banners, children }: AppFrameProps) {
  const [collapsed, setCollapsed] = useLocalValue('sidebar-collapsed', parseCollapsed)
  const [drawerOpen, setDrawerOpen] = useState(false)
  const phone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false })
  const narrow = useMediaQuery('(max-width: 63.99em)', false, { getInitialValueInEffect: false })
  const rail = !phone && (narrow || collapsed)
  const isOverPage = phone && drawerOpen
  const closeDrawer = useCallback(() => setDrawerOpen(false), [])
  useEffect(closeDrawer, [closeDrawer, about])
  const opener = useRef<HTMLElement>(null)
  const openDrawer = useCallback(({ currentTarget }: MouseEvent<HTMLElement>) => {
    opener.current = currentTarget
    setDrawerOpen(true)
  }, [])
  useEffect(() => {
    if (!isOverPage) opener.current?.focus()
  }, [isOverPage])
  const toggleRail = useSteady(() => setCollapsed(!collapsed))

  return (
    <>
      <a className={classes.skip} href="#main">
        Skip to content
      </a>
      <div className={classes.shell} data-rail={rail}>
        <Sidebar
          {...sidebar}
          rail={rail}
          canCollapse={!narrow}
          onToggleRail={toggleRail}
          drawerOpen={isOverPage}
          onCloseDrawer={closeDrawer}
        />
        <div className={classes.main} inert={isOverPage}>
          <TopBar {...topBar} drawerOpen={drawerOpen} onOpenDrawer={openDrawer} />
          {stickyContent && <div className={classes.standing}>{stickyContent}</div>}
          <main className={classes.page} id="main" tabIndex={-1}>
            {children}
          </main>
          {banners && <div className={classes.banners}>{banners}</div>}
        </div>
      </div>
    </>
  )
}

interface TopBarContent {
  title: ReactNode
  actions?: ReactNode
}

interface TopBarProps extends TopBarContent {
  drawerOpen: boolean
  onOpenDrawer: (event: MouseEvent<HTMLElement>) => void
}

function Bar({ title, actions, drawerOpen, onOpenDrawer }: TopBarProps) {
  return (
    <header className={classes.top}>
      <IconButton
        className="q-phone-only"
        icon={IconMenu2}
        iconSize={20}
        label="Open menu"
        aria-controls="side"
        aria-expanded={drawerOpen}
        onClick={onOpenDrawer}
      />
      <span className={classes.topTitle}>{title}</span>
      <div className={classes.topActions}>{actions}</div>
    </header>
  )
}

/** The same above every page. */
const TopBar = memo(Bar)
