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
  'read:merchants': 'Read merchants',
  'read:locations': 'Read locations',
  'read:plans': 'Read plans and prices',
  'read:promotions': 'Read promotions',
  'read:subscriptions': 'Read subscriptions',
  'read:redemptions': 'Read redemptions',
  'read:payouts': 'Read payouts',
} as const satisfies Record<KeyScope, string>

const wholeSets = { 'ingest:': 'Send', 'read:': 'Read' } as const

/** "Send subscriptions, Read (7)": few words for a cell. */
export function grantText(scopes: readonly KeyScope[]): string {
  const parts = Object.entries(wholeSets).flatMap(([prefix, verb]) => {
    const own = scopes.filter((scope) => scope.startsWith(prefix))
    if (own.length < 2) return own.map((scope) => scopeLabels[scope])
    return [`${verb} ${own.map((scope) => scope.slice(prefix.length)).join(', ')}`]
  })
  return [...parts, ...(scopes.includes('redemptions:decide') ? [scopeLabels['redemptions:decide']] : [])].join(' · ')
}

export function reachText({ merchants }: Pick<ApiKey, 'merchants'>): string {
  if (merchants === null) return 'All merchants'
  const [first, ...others] = merchants
  const name = first?.name ?? 'A merchant that is gone'
  return others.length === 0 ? name : `${name} and ${others.length} more`
}

/** As people recognise it among others: never enough to use it. */
export const maskedSecret = ({ start }: Pick<ApiKey, 'start'>) => (start === '' ? '—' : `${start}…`)
