import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isUnconfirmedText } from '../forms/error-text'
import { Glyph, type IconLike } from '../theme/glyph'
import type { Tone } from './status-pill'
import classes from './notice.module.css'

interface NoticeProps {
  tone: Tone
  title?: ReactNode
  children?: ReactNode
  icon?: IconLike
  action?: ReactNode
  /** Announces the notice to screen readers. Use it for new events only. */
  announce?: boolean
}

const defaultIcon = {
  ok: IconCircleCheck,
  warn: IconAlertTriangle,
  danger: IconAlertTriangle,
  info: IconInfoCircle,
  neutral: IconLock,
} as const satisfies Record<Tone, IconLike>

export function Notice({ tone, title, children, icon = defaultIcon[tone], action, announce = false }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={announce ? 'alert' : undefined}>
      <Glyph icon={icon} className={classes.icon} />
      <div className={classes.words}>
        {title && <b className={classes.title}>{title}</b>}
        {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

/** Shows the error of the last attempt, or nothing. */
export function ErrorNotice({ title, text }: { title?: string | undefined; text: string | null | undefined }) {
  if (!text) return null
  return (
    <Notice tone="danger" title={isUnconfirmedText(text) ? undefined : title} announce>
      {text}
    </Notice>
  )
}
