import { IconChevronRight, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AppLink } from '../frame/app-link'
import { Glyph, type IconLike } from '../theme/glyph'
import { InitialsMark } from './marks'
import classes from './link-card.module.css'

interface LinkCardProps {
  icon: IconLike
  title: string
  text: ReactNode
  to: string
  badge?: ReactNode
  /** `row` is a line in a panel (quick action), `card` has its own border. */
  look?: 'card' | 'row'
  urgent?: boolean
  /** Greyed with a lock, and this text in place of the usual one. */
  disabledReason?: string
}

export function LinkCard(props: LinkCardProps) {
  const { icon, title, text, to, badge, look = 'card', urgent = false, disabledReason } = props
  const locked = disabledReason !== undefined
  const inner = (
    <>
      <InitialsMark name={title} icon={icon} tone={look === 'card' && !locked ? 'ok' : 'neutral'} />
      <span className={classes.words}>
        <b className={classes.title}>{title}</b>
        {(disabledReason ?? text) && (
          <span className={`${look === 'card' ? 'q-secondary' : 'q-caption'} ${classes.text}`}>
            {disabledReason ?? text}
          </span>
        )}
      </span>
      {badge !== undefined && !locked ? (
        <span className="q-count">{badge}</span>
      ) : (
        <Glyph icon={locked ? IconLock : IconChevronRight} className={classes.end} />
      )}
    </>
  )
  const shared = { className: classes.card, 'data-look': look, 'data-urgent': urgent && !locked }
  if (locked) {
    return (
      <a {...shared} role="link" aria-disabled="true" tabIndex={0}>
        {inner}
      </a>
    )
  }
  return (
    <AppLink {...shared} to={to}>
      {inner}
    </AppLink>
  )
}
