import type { ReactNode } from 'react'
import { Glyph, type IconLike } from '../theme/glyph'
import classes from './status-pill.module.css'

export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'neutral'

export type StatusMeta = { label: string; tone: Tone; icon: IconLike }

/** A status is always a mark and a word, never a colour alone. */
export function StatusPill({ tone, icon, children }: { tone: Tone; icon: IconLike; children: ReactNode }) {
  return (
    <span className={classes.pill} data-tone={tone}>
      <Glyph icon={icon} size={12} stroke={2} />
      {children}
    </span>
  )
}

export const MetaPill = ({ meta: { label, tone, icon } }: { meta: StatusMeta }) => (
  <StatusPill tone={tone} icon={icon}>
    {label}
  </StatusPill>
)
