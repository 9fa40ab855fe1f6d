import { IconCircleCheck, IconCircleX, IconClockX, IconHourglass, IconMail, IconStar } from '@tabler/icons-react'
import { formatCount } from '@quaff/platform/console/display/figure-text'
import type { Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { EntryAction, EntryRow, ShownStatus } from '../entries-contract'

export const statusLooks = {
  waiting: { label: 'Waiting', tone: 'neutral', icon: IconHourglass },
  shortlisted: { label: 'Shortlisted', tone: 'info', icon: IconStar },
  invited: { label: 'Invited', tone: 'info', icon: IconMail },
  expired: { label: 'Expired', tone: 'danger', icon: IconClockX },
  joined: { label: 'Joined', tone: 'ok', icon: IconCircleCheck },
  removed: { label: 'Removed', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<ShownStatus, { label: string; tone: Tone; icon: IconLike }>

/** Continues the name of whom it was done to. */
export const doneWords = {
  invite: 'invited',
  resend: 'invited again',
  rescind: 'waiting again',
  shortlist: 'shortlisted',
  unshortlist: 'waiting',
  restore: 'waiting',
  remove: 'removed',
} as const satisfies Record<EntryAction, string>

export const nameOf = ({ name, email }: Pick<EntryRow, 'name' | 'email'>) => name || email

export const countWords = (count: number, noun = 'person', plural = 'people') =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`
