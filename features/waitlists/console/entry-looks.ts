import {
  IconArrowBackUp,
  IconCircleCheck,
  IconCircleX,
  IconClockX,
  IconHourglass,
  IconMail,
  IconMailForward,
  IconMailOff,
  IconSend,
  IconStar,
  IconStarOff,
  IconUserMinus,
} from '@tabler/icons-react'
import { formatCount } from '@quaff/platform/console/display/figures/figure-text'
import type { Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { EntryAction, EntryRow, ShownStatus } from '../entries/contract'

export const statusLooks = {
  waiting: { label: 'Waiting', tone: 'neutral', icon: IconHourglass },
  shortlisted: { label: 'Shortlisted', tone: 'info', icon: IconStar },
  invited: { label: 'Invited', tone: 'info', icon: IconMail },
  expired: { label: 'Expired', tone: 'danger', icon: IconClockX },
  joined: { label: 'Joined', tone: 'ok', icon: IconCircleCheck },
  removed: { label: 'Removed', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<ShownStatus, { label: string; tone: Tone; icon: IconLike }>

/** `done` continues the name of whom it was done to. */
export const actionLooks = {
  invite: { label: 'Invite', done: 'invited', icon: IconSend, shortcut: 'I' },
  resend: { label: 'Resend invitation', done: 'mailed again', icon: IconMailForward, shortcut: undefined },
  rescind: { label: 'Rescind invitation', done: 'waiting again', icon: IconMailOff, shortcut: undefined },
  shortlist: { label: 'Shortlist', done: 'shortlisted', icon: IconStar, shortcut: 'S' },
  unshortlist: { label: 'Take off the shortlist', done: 'waiting', icon: IconStarOff, shortcut: undefined },
  restore: { label: 'Put back on the list', done: 'waiting', icon: IconArrowBackUp, shortcut: undefined },
  remove: { label: 'Remove', done: 'removed', icon: IconUserMinus, shortcut: undefined },
} as const satisfies Record<EntryAction, { label: string; done: string; icon: IconLike; shortcut: string | undefined }>

export const nameOf = ({ name, email }: Pick<EntryRow, 'name' | 'email'>) => name || email

export const countWords = (count: number, noun = 'person', plural = 'people') =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`
