import { IconMenu2 } from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { IconButton } from '../../controls/button'
import classes from './shell.module.css'

export interface TopBarContent {
  title: ReactNode
  actions?: ReactNode
}

interface TopBarProps extends TopBarContent {
  drawerOpen: boolean
  onOpenDrawer: () => void
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
export const TopBar = memo(Bar)
