import {
  IconCircleCheck,
  IconCircleX,
  IconClockX,
  IconHourglass,
  IconMail,
  IconMapPinOff,
  IconMapPins,
  IconStar,
} from '@tabler/icons-react'
import { formatCount } from '@quaff/platform/console/display/formats'
import type { StatusMeta, Tone } from '@quaff/platform/console/display/panel'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { Coverage, DemandArea } from '../contract'
import type { EntryAction, EntryRow, ShownStatus } from '../entries-contract'

export const statusMeta = {
  waiting: { label: 'Waiting', tone: 'neutral', icon: IconHourglass },
  shortlisted: { label: 'Shortlisted', tone: 'info', icon: IconStar },
  invited: { label: 'Invited', tone: 'info', icon: IconMail },
  expired: { label: 'Expired', tone: 'danger', icon: IconClockX },
  joined: { label: 'Joined', tone: 'ok', icon: IconCircleCheck },
  removed: { label: 'Removed', tone: 'neutral', icon: IconCircleX },
} as const satisfies Record<ShownStatus, { label: string; tone: Tone; icon: IconLike }>

/** Follows the person's name in a sentence. */
export const doneLabels = {
  invite: 'invited',
  resend: 'invited again',
  rescind: 'waiting again',
  shortlist: 'shortlisted',
  unshortlist: 'waiting',
  restore: 'waiting',
  remove: 'removed',
} as const satisfies Record<EntryAction, string>

export const nameOf = ({ name, email }: Pick<EntryRow, 'name' | 'email'>) => name || readableEmail(email)

export const countText = (count: number, noun = 'person', plural = 'people') =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`

export const coverageMeta = {
  covered: { label: 'Covered', tone: 'ok', icon: IconCircleCheck },
  nearby: { label: 'Only in the city', tone: 'info', icon: IconMapPins },
  none: { label: 'Not covered', tone: 'danger', icon: IconMapPinOff },
} as const satisfies Record<Coverage, StatusMeta>

type Area = Pick<DemandArea, 'city' | 'postalCode'>

export const areaId = ({ city, postalCode }: Area) => JSON.stringify([city, postalCode])
export const areaName = ({ city, postalCode }: Area) =>
  [isolated(city), postalCode].filter(Boolean).join(' ') || 'No area'

/** Links to all people of exactly this area, including those already invited or joined. */
export function areaAddress(list: string, { city, postalCode }: Area): string {
  const search = new URLSearchParams({ list, city: asText(city), postalCode: asText(postalCode) })
  return `/waitlists?${search.toString()}`
}

/** The router reads what looks like a value as one: a postal code "1e5" must stay what it is. */
const asText = (text: string) => (/^(?:["{[\d-]|true$|false$|null$)/.test(text) ? JSON.stringify(text) : text)

/** A known area with waiting people and without a venue. */
export const needsVenue = ({ city, coverage }: DemandArea) => city !== '' && coverage !== 'covered'
