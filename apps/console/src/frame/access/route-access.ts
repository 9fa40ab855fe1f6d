/**
 * Who may see a route: `frame` everybody signed in, `member` whoever has a role with rights,
 * `global` administrators looking at all merchants, `merchant` members with a merchant chosen.
 */
export type AccessClass = 'frame' | 'member' | 'global' | 'merchant'

export interface AccessFacts {
  /** A role that the console knows; custom roles have none of its rights. */
  isMember: boolean
  isAdmin: boolean
  isGlobalView: boolean
  hasMerchant: boolean
  /** There is an application only: its Business Profile makes the merchant (spec §4). */
  needsProfile?: boolean
  /** Merchants to choose from exist for this person. */
  canChooseMerchant: boolean
}

export type Access =
  | 'open'
  | 'no-rights'
  | 'admins-only'
  | 'needs-global-view'
  | 'needs-merchant'
  | 'needs-profile'
  | 'no-merchant'

export function decideAccess(access: AccessClass, facts: AccessFacts): Access {
  if (access === 'frame') return 'open'
  if (!facts.isMember) return 'no-rights'
  switch (access) {
    case 'member':
      return 'open'
    case 'global':
      if (!facts.isAdmin) return 'admins-only'
      return facts.isGlobalView ? 'open' : 'needs-global-view'
    case 'merchant':
      if (facts.needsProfile) return 'needs-profile'
      if (facts.hasMerchant) return 'open'
      return facts.canChooseMerchant ? 'needs-merchant' : 'no-merchant'
  }
}
