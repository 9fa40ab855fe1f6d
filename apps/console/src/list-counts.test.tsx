import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { setupSteps } from '@quaff/features/onboarding/contract'
import { buildOnboardingState } from '@quaff/features/onboarding/testing/onboarding-factory'
import { buildWaitlist } from '@quaff/features/waitlists/testing/waitlist-rows-factory'
import { renderAddress, sessionOf } from './testing/render-address'

const assigned = { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false }
const admin = sessionOf({ role: 'quaff_admin' })
const owner = sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned })
const page = (total: number) => ({ rows: [], hasMore: false, nextCursor: null, total })
const everywhere = (keys: readonly string[]) => Object.fromEntries(keys.map((key) => [key, 41]))
const totals = {
  activeSubscribers: 41,
  trialSubscribers: 0,
  pastDueSubscribers: 0,
  churnedThisMonth: 0,
  monthlyRevenue: [],
  averageSubscriptionValue: [],
  drinks: 41,
  pricePerDrink: [],
}
const plan = (_: undefined, index: number) => ({
  ...totals,
  id: `pln_${index}`,
  merchantId: 'mer_1',
  name: `Plan ${index}`,
  active: true,
  description: null,
  allowance: null,
  timeWindow: null,
  visibility: 'public',
  prices: [],
  breakEvenDrinks: null,
  createdAt: new Date(),
  updatedAt: new Date(),
  version: 1,
})
const waiting = () => new Promise(() => undefined)

/** Each list with counters that say 41 of everything, and the number of rows that its filters leave. */
const answers = (total: number) => ({
  'merchants.list': () => page(total),
  'merchants.counts': () => everywhere(['all', 'live', 'review', 'setup', 'other']),
  'users.list': () => page(total),
  'users.stats': waiting,
  'payouts.list': () => page(total),
  'payouts.counts': () => ({ ...everywhere(['all', 'draft', 'approved', 'sent', 'confirmed', 'failed']), net: {} }),
  'payouts.periods': waiting,
  'affiliates.list': () => page(total),
  'affiliates.totals': () => everywhere(['active', 'inactive', 'archived', 'total']),
  'locations.list': () => page(total),
  'locations.overview': waiting,
  'subscriptions.list': () => page(total),
  'subscriptions.counts': () => everywhere(['all', 'active', 'trialing', 'past_due', 'canceled', 'paused']),
  'signupForms.submissions': () => page(total),
  'signupForms.submissionCounts': () => everywhere(['submitted', 'approved', 'rejected', 'all']),
  'waitlists.list': () => [buildWaitlist()],
  'waitlists.entries': () => page(total),
  'waitlists.sources': () => [],
  'plans.list': () => ({
    rows: Array.from({ length: total }, plan),
    total: 41,
    withoutPlan: null,
    totals: { ...totals, churnRate: 0, scheduledCancellations: 0 },
    merchant: assigned,
    lockedReason: null,
  }),
  'onboarding.state': () => buildOnboardingState({ done: [...setupSteps], phase: 'approved' }),
})

/** The others name no number in their heading, or that of something else. */
const titled = new Set(['merchants', 'users', 'payouts', 'affiliates', 'locations', 'plans'])
const tabbed = new Set(['merchants', 'payouts', 'affiliates', 'waitlist entries'])
const lists = [
  {
    list: 'merchants',
    session: admin,
    narrowed: ['/merchants?q=zzz', '/merchants?tab=review', '/merchants?status=pending', '/merchants?status=suspended'],
  },
  {
    list: 'users',
    session: admin,
    narrowed: ['/users?q=zzz&tab=team', '/users?tab=pending', '/users?status=suspended&tab=everyone'],
  },
  { list: 'payouts', session: admin, narrowed: ['/payouts?status=draft', '/payouts?period=2026-02'] },
  { list: 'affiliates', session: admin, narrowed: ['/affiliates?q=zzz', '/affiliates?status=archived'] },
  { list: 'locations', session: owner, narrowed: ['/locations?q=zzz', '/locations?status=open'] },
  { list: 'plans', session: owner, narrowed: ['/plans?q=zzz', '/plans?status=inactive'] },
  { list: 'subscriptions', session: owner, narrowed: ['/redemptions?tab=subscribers&status=canceled'] },
  {
    list: 'submissions',
    session: admin,
    narrowed: [
      '/merchant-signup-forms?tab=submissions&q=zzz',
      '/merchant-signup-forms?tab=submissions&status=rejected',
    ],
  },
  { list: 'waitlist entries', session: admin, narrowed: ['/waitlists?q=zzz', '/waitlists?status=joined'] },
] as const
const cases = lists.flatMap(({ list, session, narrowed }) =>
  narrowed.flatMap((address) => [0, 3].map((total) => ({ list, session, address, total }))),
)

describe('counts above a list', () => {
  it.each(cases)('$address says $total where $total match', async ({ list, session, address, total }) => {
    renderAddress(address, session, answers(total))
    const heading = await screen.findByRole('heading', { level: 1 })
    if (titled.has(list)) await waitFor(() => expect(heading.textContent).toMatch(total === 0 ? /\D$/ : /\D3$/))
    const counted = () => [...document.querySelectorAll('[role="tab"][aria-selected="true"]:has(.q-count)')]
    if (tabbed.has(list)) await waitFor(() => expect(counted()).not.toEqual([]))
    await waitFor(() => {
      for (const tab of counted().filter((one) => !one.textContent.startsWith('Submissions')))
        expect(tab.querySelector('.q-count')?.textContent).toBe(String(total))
    })
    if (!address.includes('q=zzz')) return
    const others = [...document.querySelectorAll('[role="tab"][aria-selected="false"]')]
    expect(others.filter((tab) => tab.textContent.endsWith('41'))).toEqual([])
  })
})
