import { expect, it } from 'vitest'
import { waitingBadges } from './badges-rules'
import type { WaitingItem } from './contract'

const item = (change: Partial<WaitingItem>): WaitingItem => ({
  id: 'submissions',
  kind: 'submissions',
  title: '2 submissions wait',
  detail: null,
  count: 2,
  since: null,
  href: '/merchant-signup-forms?tab=submissions',
  urgent: false,
  isNew: false,
  merchant: null,
  ...change,
})
const tide = { id: 'mer_1', name: 'Tide & Bean', logoUrl: null }
const applications = item({ title: '3 applications wait', count: 3, href: '/merchant-signup-forms?tab=applications' })
const bank = item({ title: 'Bank details are missing', count: 1, href: '/settings/billing', merchant: tide })
const paused = item({ href: '/dashboard', merchant: tide })

it('§0034 of the sidebar add up what the links of the bell lead to, page by page', () => {
  const badges = waitingBadges({ items: [item({}), applications, bank], onWaitlists: 0 }, null)
  expect([...badges]).toEqual([
    ['/merchant-signup-forms', { count: 5, tone: 'warn', label: '2 submissions wait, 3 applications wait' }],
  ])
})

it('of the sidebar are of the merchant that is shown', () => {
  const waiting = { items: [item({}), bank, paused], onWaitlists: 12 }
  expect([...waitingBadges(waiting, 'mer_1').keys()]).toEqual(['/settings/billing'])
  expect([...waitingBadges(waiting, 'mer_2')]).toEqual([])
})

it('of the sidebar leave out what waits for others', () => {
  const stuck = item({ kind: 'stuck_invitations', href: '/users?tab=pending' })
  const registered = item({ kind: 'registrations', title: '3 wait', count: 3, href: '/users?tab=pending' })
  const badges = waitingBadges({ items: [stuck, registered], onWaitlists: 0 }, null)
  expect(badges.get('/users')).toEqual({ count: 3, tone: 'warn', label: '3 wait' })
})

it('of the sidebar count the people on waitlists quietly', () => {
  const badge = { count: 100, tone: 'neutral', label: '100 people wait for an invitation' }
  expect(waitingBadges({ items: [], onWaitlists: 100 }, null).get('/waitlists')).toEqual(badge)
  expect(waitingBadges({ items: [], onWaitlists: 1 }, null).get('/waitlists')?.label).toMatch(/^1 person waits/)
})
