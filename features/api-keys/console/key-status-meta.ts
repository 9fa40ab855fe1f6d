import { IconArrowsExchange, IconBan, IconCalendarOff, IconCircleCheck } from '@tabler/icons-react'
import type { StatusMeta } from '@quaff/platform/console/display/panel'
import type { ApiKey, KeyScope, KeyState } from '../contract'
import { isReading } from '../rules'

export const stateMeta = {
  active: { label: 'Active', tone: 'ok', icon: IconCircleCheck },
  rotating: { label: 'Rotating', tone: 'info', icon: IconArrowsExchange },
  expired: { label: 'Expired', tone: 'neutral', icon: IconCalendarOff },
  revoked: { label: 'Revoked', tone: 'neutral', icon: IconBan },
} as const satisfies Record<KeyState, StatusMeta>

/** Labels below the verb of their group. */
export const scopeLabels = {
  'ingest:users': 'Users',
  'ingest:subscriptions': 'Subscriptions',
  'ingest:redemptions': 'Redemptions',
  'ingest:refunds': 'Refunds and disputes',
  'redemptions:decide': 'Redemptions',
  'read:merchants': 'Merchants',
  'read:locations': 'Locations',
  'read:plans': 'Plans and prices',
  'read:promotions': 'Promotions',
  'read:subscriptions': 'Subscriptions',
  'read:redemptions': 'Redemptions',
  'read:payouts': 'Payouts',
  'read:refunds': 'Refunds and disputes',
} as const satisfies Record<KeyScope, string>

export const scopeGroups = [
  { verb: 'Read', has: isReading, hint: 'No signature needed' },
  { verb: 'Send', has: (scope: KeyScope) => scope.startsWith('ingest:'), hint: 'Signed' },
  { verb: 'Check', has: (scope: KeyScope) => scope === 'redemptions:decide', hint: 'Signed' },
] as const

export const groupsOf = (scopes: readonly KeyScope[]) =>
  scopeGroups
    .map(({ verb, hint, has }) => ({ verb, hint, scopes: scopes.filter(has) }))
    .filter((group) => group.scopes.length > 0)

/** A short text for a cell: "Read subscriptions, payouts · Send people". */
export const grantText = (granted: readonly KeyScope[]) =>
  groupsOf(granted)
    .map(({ verb, scopes }) => `${verb} ${scopes.map((scope) => scopeLabels[scope].toLowerCase()).join(', ')}`)
    .join(' · ')

/** The start of a secret, enough to recognize a key but not to use it. */
export const maskedSecret = ({ start }: Pick<ApiKey, 'start'>) => (start === '' ? '—' : `${start}…`)
