/**
 * Access classes of a page. `frame`: signed in; `member`: a role with rights; `setup`: a member with a merchant or an
 * application; `scoped`: a member in global view or with a merchant; `merchant`: with one merchant; `global`:
 * administrators in global view.
 */
export type AccessClass = 'frame' | 'member' | 'setup' | 'scoped' | 'merchant' | 'global'

/** Every page of the dashboard; a test holds the list against the routes. */
export const pageAccess = {
  '/dashboard': 'member',
  '/merchants': 'global',
  '/merchants/onboarding': 'setup',
  '/merchants/onboarding/business': 'setup',
  '/merchants/onboarding/locations': 'merchant',
  '/merchants/onboarding/settings': 'merchant',
  '/merchants/application-submitted': 'setup',
  '/merchants/find-customer': 'merchant',
  '/locations': 'merchant',
  '/waitlists': 'global',
  '/plans': 'merchant',
  '/plans/promotions': 'global',
  '/analytics': 'scoped',
  '/subscriptions': 'scoped',
  '/redemptions': 'merchant',
  '/payouts': 'scoped',
  '/payouts/statement': 'scoped',
  '/settings': 'frame',
  '/settings/billing': 'merchant',
  '/settings/branding': 'merchant',
  '/merchant-signup-forms': 'global',
  '/applications': 'global',
  '/affiliates': 'scoped',
  '/users': 'scoped',
  '/invitation': 'member',
} as const satisfies Record<string, AccessClass>

export interface AccessContext {
  /** A role known to the console; custom roles have none of its rights. */
  isMember: boolean
  isAdmin: boolean
  isGlobalView: boolean
  hasMerchant: boolean
  /** There is an application only: its Business Profile makes the merchant (spec §4). */
  needsProfile?: boolean
  /** Merchants to choose from exist for this person. */
  canChooseMerchant: boolean
  /** Pages of setup steps that open after the Business Profile of the chosen merchant. */
  lockedPages?: readonly string[]
}

export type Access =
  | 'open'
  | 'no-rights'
  | 'admins-only'
  | 'needs-global-view'
  | 'needs-merchant'
  | 'needs-profile'
  | 'no-merchant'

const table: Readonly<Record<string, AccessClass>> = pageAccess

export const isGlobalPage = (page: string) => table[page] === 'global'

/** The one rule for page, sidebar, palette, shortcuts and read-ahead. `address` may have a search and a trailing slash. */
export function decideAccess(address: string, details: AccessContext): Access {
  const page = address.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1')
  const access = table[page] ?? 'member'
  if (access === 'frame') return 'open'
  if (!details.isMember) return 'no-rights'
  if (access === 'member') return 'open'
  if (access === 'global') {
    if (!details.isAdmin) return 'admins-only'
    return details.isGlobalView ? 'open' : 'needs-global-view'
  }
  if (access !== 'merchant' && details.isAdmin) return 'open'
  if (details.needsProfile) return access === 'setup' ? 'open' : 'needs-profile'
  if (details.hasMerchant) return details.lockedPages?.includes(page) ? 'needs-profile' : 'open'
  return details.canChooseMerchant ? 'needs-merchant' : 'no-merchant'
}

/** Returns true if the page is open, or opens with one choice that it offers itself: a merchant, or all of them. */
export function isOffered(access: Access): boolean {
  return access === 'open' || access === 'needs-merchant' || access === 'needs-global-view'
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Shown as "X · Quaff". */
    title?: string
    /** Set for routes inside the dashboard layout. */
    access?: AccessClass
  }
}
