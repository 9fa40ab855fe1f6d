import { IconArrowsExchange, IconBan, IconCalendarOff, IconCircleCheck } from '@tabler/icons-react'
import type { Tone } from '@quaff/platform/console/display/status-pill'
import type { IconLike } from '@quaff/platform/console/theme/glyph'
import type { ApiKey, KeyScope, KeyState } from '../contract'

export const stateLooks = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  rotating: { label: 'Rotating', tone: 'info', icon: IconArrowsExchange },
  expired: { label: 'Expired', tone: 'neutral', icon: IconCalendarOff },
  revoked: { label: 'Revoked', tone: 'neutral', icon: IconBan },
} as const satisfies Record<KeyState, { label: string; tone: Tone; icon: IconLike }>

export const scopeLabels = {
  'ingest:users': 'Send people',
  'ingest:subscriptions': 'Send subscriptions',
  'ingest:redemptions': 'Send redemptions',
  'redemptions:decide': 'Decide on redemptions',
} as const satisfies Record<KeyScope, string>

const verbs = ['Send', 'Decide'] as const

/** "Send people, redemptions · Decide on redemptions": few words for a cell. */
export function grantText(scopes: readonly KeyScope[]): string {
  const labels = scopes.map((scope) => scopeLabels[scope])
  return verbs
    .map((verb) => labels.filter((label) => label.startsWith(verb)).map((label) => label.slice(verb.length + 1)))
    .flatMap((nouns, index) => (nouns.length === 0 ? [] : [`${verbs[index]} ${nouns.join(', ')}`]))
    .join(' · ')
}

export function reachText({ merchants }: Pick<ApiKey, 'merchants'>): string {
  if (merchants === null) return 'All merchants'
  const [first, ...others] = merchants
  const name = first?.name ?? 'A merchant that is gone'
  return others.length === 0 ? name : `${name} and ${others.length} more`
}

/** As people recognise it among others: never enough to use it. */
export const maskedSecret = ({ start }: Pick<ApiKey, 'start'>) => (start === '' ? '—' : `${start}…`)
