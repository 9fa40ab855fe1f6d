import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { describe, expect, it } from 'vitest'
import { routeTree } from '../route-tree.gen'
import { globalCommands } from './commands/global-commands'
import { goShortcuts } from './dashboard-frame'
import { decideAccess, isOffered, pageAccess, type Access, type AccessContext } from './route-access'

const member: AccessContext = {
  isMember: true,
  isAdmin: false,
  isGlobalView: false,
  hasMerchant: true,
  canChooseMerchant: true,
}
const lockedPages = ['/locations', '/merchants/onboarding/locations', '/plans', '/settings/billing']
const people = {
  admin: { ...member, isAdmin: true, isGlobalView: true, hasMerchant: false },
  adminInMerchant: { ...member, isAdmin: true },
  adminInSetup: { ...member, isAdmin: true, lockedPages },
  staff: member,
  staffToChoose: { ...member, hasMerchant: false },
  staffWithout: { ...member, hasMerchant: false, canChooseMerchant: false },
  applicant: { ...member, hasMerchant: false, needsProfile: true, canChooseMerchant: false },
  custom: { ...member, isMember: false, hasMerchant: false, canChooseMerchant: false },
} satisfies Record<string, AccessContext>

const setup = ['open', 'open', 'open', 'open', 'needs-merchant', 'no-merchant', 'open', 'no-rights'] as const
const scoped = ['open', 'open', 'open', 'open', 'needs-merchant', 'no-merchant', 'needs-profile', 'no-rights'] as const
const merchant = ['needs-merchant', ...scoped.slice(1)] as const
const step = ['needs-merchant', 'open', 'needs-profile', ...scoped.slice(3)] as const
const global = [
  'open',
  'needs-global-view',
  'needs-global-view',
  ...Array.from({ length: 4 }, () => 'admins-only' as const),
  'no-rights',
] as const
const dashboard = [...Array.from({ length: 7 }, () => 'open' as const), 'no-rights'] as const

/** In the order of `people`. */
const table: Record<string, readonly Access[]> = {
  '/dashboard': dashboard,
  '/merchants': global,
  '/merchants/onboarding': setup,
  '/merchants/onboarding/business': setup,
  '/merchants/onboarding/locations': step,
  '/merchants/onboarding/settings': merchant,
  '/merchants/application-submitted': setup,
  '/merchants/find-customer': merchant,
  '/locations': step,
  '/waitlists': global,
  '/plans': step,
  '/plans/promotions': global,
  '/analytics': scoped,
  '/subscriptions': scoped,
  '/redemptions': merchant,
  '/payouts': scoped,
  '/payouts/statement': scoped,
  '/settings': Array.from({ length: 8 }, () => 'open' as const),
  '/settings/billing': step,
  '/settings/branding': merchant,
  '/merchant-signup-forms': global,
  '/applications': global,
  '/affiliates': scoped,
  '/users': scoped,
  '/invitation': dashboard,
}

describe('access to a page', () => {
  for (const [page, expected] of Object.entries(table)) {
    it(`§2.3 §G8 of ${page} is the same rule for each kind of person`, () => {
      expect(Object.values(people).map((person) => decideAccess(page, person))).toEqual(expected)
    })
  }

  it('is decided for every page of the dashboard, by the class that its route carries', () => {
    const { routesById } = createRouter({ routeTree, history: createMemoryHistory() })
    const pages = Object.values(routesById).filter(({ id }) => id.startsWith('/_dashboard/'))
    const classes = pages.map(({ fullPath, options }) => [fullPath.replace(/(.)\/$/, '$1'), options.staticData?.access])
    expect(Object.fromEntries(classes)).toEqual(pageAccess)
    expect(Object.keys(table).toSorted()).toEqual(Object.keys(pageAccess).toSorted())
  })

  it('counts neither search nor slash of an address', () => {
    expect(decideAccess('/users?action=invite', people.applicant)).toBe('needs-profile')
    expect(decideAccess('/plans/', people.admin)).toBe('needs-merchant')
  })

  it.each(['applicant', 'staffWithout', 'custom'] as const)('leaves %s no command and few shortcuts', (name) => {
    const offered = ({ to }: { to: string }) => isOffered(decideAccess(to, people[name]))
    expect(
      globalCommands.filter((command) => offered({ to: command.needs ?? command.to })).map(({ id }) => id),
    ).toEqual([])
    const keys = goShortcuts.filter(offered).map(({ to }) => to)
    expect(keys).toEqual(name === 'custom' ? ['/settings'] : ['/dashboard', '/settings'])
  })
})
