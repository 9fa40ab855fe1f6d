import { describe, expect, it } from 'vitest'
import { decideAccess, type Access, type AccessClass, type AccessFacts } from './route-access'

const person: AccessFacts = {
  isMember: true,
  isAdmin: false,
  isGlobalView: false,
  hasMerchant: true,
  canChooseMerchant: true,
}
const people = {
  admin: { ...person, isAdmin: true, isGlobalView: true, hasMerchant: false },
  adminInMerchant: { ...person, isAdmin: true },
  owner: person,
  ownerAlone: { ...person, hasMerchant: false, canChooseMerchant: false },
  applicant: { ...person, hasMerchant: false, needsProfile: true },
  custom: { ...person, isMember: false, hasMerchant: false, canChooseMerchant: false },
} satisfies Record<string, AccessFacts>

const table: [AccessClass, keyof typeof people, Access][] = [
  ['frame', 'custom', 'open'],
  ['member', 'custom', 'no-rights'],
  ['member', 'ownerAlone', 'open'],
  ['member', 'admin', 'open'],
  ['global', 'admin', 'open'],
  ['global', 'adminInMerchant', 'needs-global-view'],
  ['global', 'owner', 'admins-only'],
  ['global', 'custom', 'no-rights'],
  ['merchant', 'admin', 'needs-merchant'],
  ['merchant', 'adminInMerchant', 'open'],
  ['merchant', 'owner', 'open'],
  ['merchant', 'ownerAlone', 'no-merchant'],
  ['merchant', 'applicant', 'needs-profile'],
  ['merchant', 'custom', 'no-rights'],
]

describe('access to a route', () => {
  for (const [access, who, expected] of table) {
    it(`§2.3 §G8 answers ${expected} to ${who} on a route for ${access}`, () => {
      expect(decideAccess(access, people[who])).toBe(expected)
    })
  }
})
