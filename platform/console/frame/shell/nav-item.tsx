import { IconLock } from '@tabler/icons-react'
import { memo } from 'react'
import { Glyph } from '../../theme/glyph'
import { AppLink } from '../app-link'
import type { NavItemEntry } from './nav-entry'
import classes from './nav.module.css'

interface NavItemProps {
  entry: NavItemEntry
  isCurrent: boolean
  onNavigate?: () => void
}

function Item({ entry, isCurrent, onNavigate }: NavItemProps) {
  if (entry.disabledReason !== undefined) return <DisabledItem entry={entry} reason={entry.disabledReason} />
  return (
    <AppLink
      to={entry.to}
      className={classes.item}
      title={entry.label}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onNavigate}
    >
      {entry.icon && <Glyph icon={entry.icon} size={18} className={classes.icon} />}
      <span className={classes.label}>{entry.label}</span>
      <NavCount badge={entry.badge} />
    </AppLink>
  )
}

/** Going from one page to another changes two of them. */
export const NavItem = memo(Item)

/** Beyond two digits nobody reads the number, and the entry has no room for it. */
export function NavCount({ badge }: Pick<NavItemEntry, 'badge'>) {
  if (!badge || badge.count === 0) return null
  return (
    <span className={`q-count ${classes.count}`} data-tone={badge.tone} title={badge.label}>
      {badge.count > 99 ? '99+' : badge.count}
    </span>
  )
}

/** Stays reachable by keyboard, so that its reason can be heard too. */
function DisabledItem({ entry, reason }: { entry: NavItemEntry; reason: string }) {
  return (
    <a className={classes.item} role="link" aria-disabled="true" tabIndex={0} title={`${entry.label}: ${reason}`}>
      {entry.icon && <Glyph icon={entry.icon} size={18} className={classes.icon} />}
      <span className={classes.label}>
        {entry.label}
        <span className={classes.reason}>
          <Glyph icon={IconLock} size={12} />
          {reason}
        </span>
      </span>
    </a>
  )
}
