import { describe, expect, it } from 'vitest'
import { visibleNavigation, type NavigationDetails } from './navigation'

const details = {
  adminGlobal: { isMember: true, isAdmin: true, isGlobalView: true, hasMerchant: false, canChooseMerchant: true },
  adminMerchant: { isMember: true, isAdmin: true, isGlobalView: false, hasMerchant: true, canChooseMerchant: true },
  ownerMerchant: { isMember: true, isAdmin: false, isGlobalView: false, hasMerchant: true, canChooseMerchant: true },
  ownerAlone: { isMember: true, isAdmin: false, isGlobalView: false, hasMerchant: false, canChooseMerchant: false },
  viewerMerchant: { isMember: true, isAdmin: false, isGlobalView: false, hasMerchant: true, canChooseMerchant: true },
  custom: { isMember: false, isAdmin: false, isGlobalView: false, hasMerchant: false, canChooseMerchant: false },
} satisfies Record<string, NavigationDetails>

type Person = keyof typeof details
type Shown = 'open' | 'greyed' | 'hidden'

function shownAs(person: Person, to: string): Shown {
  const items = visibleNavigation(details[person]).flatMap((entry) => (entry.kind === 'group' ? entry.items : [entry]))
  const item = items.find((candidate) => candidate.to === to)
  if (!item) return 'hidden'
  return item.disabledReason === undefined ? 'open' : 'greyed'
}

const people: Person[] = ['adminGlobal', 'adminMerchant', 'ownerMerchant', 'ownerAlone', 'viewerMerchant', 'custom']

/** Spec §2 "Sidebar navigation", one row per entry, read with G13. */
const table: [string, ...Shown[]][] = [
  ['/dashboard', 'open', 'open', 'open', 'open', 'open', 'open'],
  ['/merchants', 'open', 'hidden', 'hidden', 'hidden', 'hidden', 'hidden'],
  ['/waitlists', 'open', 'hidden', 'hidden', 'hidden', 'hidden', 'hidden'],
  ['/locations', 'greyed', 'open', 'open', 'greyed', 'open', 'greyed'],
  ['/analytics', 'open', 'hidden', 'hidden', 'hidden', 'hidden', 'hidden'],
  ['/plans', 'greyed', 'open', 'open', 'greyed', 'open', 'greyed'],
  ['/redemptions', 'greyed', 'open', 'open', 'greyed', 'open', 'greyed'],
  ['/affiliates', 'open', 'open', 'open', 'greyed', 'open', 'greyed'],
  ['/merchant-signup-forms', 'open', 'hidden', 'hidden', 'hidden', 'hidden', 'hidden'],
  ['/plans/promotions', 'open', 'hidden', 'hidden', 'hidden', 'hidden', 'hidden'],
  ['/users', 'open', 'open', 'open', 'hidden', 'open', 'hidden'],
  ['/settings/billing', 'hidden', 'open', 'open', 'greyed', 'open', 'greyed'],
  ['/settings/branding', 'greyed', 'open', 'open', 'greyed', 'open', 'greyed'],
  ['/merchants/onboarding/business', 'hidden', 'open', 'open', 'hidden', 'open', 'hidden'],
  ['/merchants/onboarding/settings', 'hidden', 'open', 'open', 'hidden', 'open', 'hidden'],
  ['/payouts', 'open', 'hidden', 'hidden', 'hidden', 'hidden', 'hidden'],
  ['/subscriptions', 'open', 'hidden', 'hidden', 'hidden', 'hidden', 'hidden'],
  ['/applications', 'open', 'hidden', 'hidden', 'hidden', 'hidden', 'hidden'],
]

describe('sidebar navigation', () => {
  for (const [to, ...expected] of table) {
    it(`§2.4 §G13 §G14 shows ${to} as the table of the specification says`, () => {
      expect(people.map((person) => shownAs(person, to))).toEqual(expected)
    })
  }

  it('§2.4 says in the badge of a greyed entry which step is missing', () => {
    const reasons = (person: NavigationDetails) =>
      new Set(
        visibleNavigation(person)
          .flatMap((entry) => (entry.kind === 'group' ? entry.items : [entry]))
          .flatMap(({ disabledReason }) => disabledReason ?? []),
      )
    expect(reasons(details.adminGlobal)).toEqual(new Set(['Merchant Required']))
    expect(reasons({ ...details.ownerAlone, needsProfile: true })).toEqual(new Set(['Merchant Required']))
    expect(reasons({ ...details.ownerMerchant, lockedPages: ['/plans'] })).toEqual(new Set(['Profile Required']))
    expect(reasons(details.custom)).toEqual(new Set(['No access']))
  })

  it('§2.4 keeps the labels and groups of the specification, with further pages as a group below them', () => {
    const labels = visibleNavigation(details.adminGlobal).map((entry) =>
      entry.kind === 'group' ? [entry.label, entry.items.map(({ label }) => label)] : entry.label,
    )
    expect(labels).toEqual([
      'Dashboard',
      'Merchants',
      'Waitlists',
      'Locations',
      'Analytics',
      ['Passes', ['Plans & Pricing', 'Usage & Redemptions']],
      'Affiliate Links',
      'Merchant Signup Forms',
      'Promotions',
      'Users',
      ['Settings', ['Branding']],
      ['Operations', ['Payouts', 'Subscriptions', 'Applications']],
    ])
  })

  it('§2.4 §G13 has one Users entry at a time', () => {
    for (const person of people) {
      const users = visibleNavigation(details[person]).filter((entry) => entry.kind === 'item' && entry.to === '/users')
      expect(users.length).toBeLessThanOrEqual(1)
    }
  })

  it('counts what waits behind an entry, and stays silent when nothing does', () => {
    const badge = { count: 7, tone: 'warn', label: '7 merchants wait for review' } as const
    const entries = visibleNavigation({ ...details.adminGlobal, badges: new Map([['/merchants', badge]]) })
    const of = (to: string) => entries.find((entry) => entry.kind === 'item' && entry.to === to)
    expect(of('/merchants')).toMatchObject({ badge })
    expect(of('/users')).not.toHaveProperty('badge')
    expect(visibleNavigation(details.adminGlobal).some((entry) => 'badge' in entry)).toBe(false)
  })
})
