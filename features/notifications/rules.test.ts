import { describe, expect, it } from 'vitest'
import type { WaitingItem } from './contract'
import { bellLabel, countText, isMailTime, isNew, presentItems, waitingBadges, type PendingItem } from './rules'

const at = (text: string) => new Date(text)
const now = at('2026-03-10T12:00:00Z')

function detail(change: Partial<PendingItem> = {}): PendingItem {
  const since = change.since === undefined ? at('2026-03-09T12:00:00Z') : change.since
  return {
    id: 'registrations',
    kind: 'registrations',
    title: '1 registration waits for approval',
    detail: null,
    count: 1,
    since,
    newest: since,
    href: '/users',
    urgent: false,
    merchant: null,
    ...change,
  }
}

describe('what waits', () => {
  it('is new until the bell was looked at after the latest of it came up', () => {
    expect(isNew(detail(), null, now)).toBe(true)
    expect(isNew(detail(), at('2026-03-09T11:59:59.999Z'), now)).toBe(true)
    expect(isNew(detail(), at('2026-03-09T12:00:00Z'), now)).toBe(false)
    const oneMore = detail({ newest: at('2026-03-10T09:00:00Z') })
    expect(isNew(oneMore, at('2026-03-10T08:00:00Z'), now)).toBe(true)
  })

  it('without a known beginning is new again after a day, when it is urgent', () => {
    const error = detail({ since: null, urgent: true })
    expect(isNew(error, null, now)).toBe(true)
    expect(isNew(error, at('2026-03-09T12:00:00.001Z'), now)).toBe(false)
    expect(isNew(error, at('2026-03-09T12:00:00Z'), now)).toBe(true)
    expect(isNew({ ...error, urgent: false }, at('2026-01-01T00:00:00Z'), now)).toBe(false)
  })

  it('lists the urgent ones first, then the oldest, in the same order every time', () => {
    const details = [
      detail({ id: 'paused:b', kind: 'merchant_paused', since: null }),
      detail({ id: 'paused:a', kind: 'merchant_paused', since: null }),
      detail({ id: 'young' }),
      detail({ id: 'old', since: at('2026-01-01T00:00:00Z') }),
      detail({ id: 'fault', kind: 'failed_jobs', since: null, urgent: true }),
      detail({ id: 'urgent', since: at('2026-03-10T11:00:00Z'), urgent: true }),
    ]
    const expected = ['urgent', 'fault', 'old', 'young', 'paused:a', 'paused:b']
    expect(presentItems(details, null, now).map(({ id }) => id)).toEqual(expected)
    expect(presentItems(details.toReversed(), null, now).map(({ id }) => id)).toEqual(expected)
  })

  it('is counted up to a thousand', () => {
    expect([countText(1, 'mail', 'mails'), countText(999, 'mail', 'mails')]).toEqual(['1 mail', '999 mails'])
    expect(countText(1000, 'mail', 'mails')).toBe('Over 999 mails')
  })

  it('is announced by the name of the bell', () => {
    expect([bellLabel(0, 0), bellLabel(5, 3), bellLabel(5, 0)]).toEqual([
      'Notifications',
      'Notifications, 5 waiting, 3 new',
      'Notifications, 5 waiting',
    ])
  })
})

const minuteMs = 60_000

/** Returns the minutes of `day`, in UTC, at which the email may be sent. */
function mailMinutes(timeZone: string, day: string): string[] {
  const noon = at(`${day}T12:00:00Z`).getTime()
  return Array.from({ length: 24 * 60 }, (_, minute) => new Date(noon + (minute - 12 * 60) * minuteMs))
    .filter((time) => isMailTime(timeZone, time))
    .map((time) => time.toISOString().slice(11, 16))
}

describe('the time of the daily mail', () => {
  it.each([
    // The day before the clocks change, the day, and a day on the other side of the year.
    ['America/New_York', '2026-03-07', '12:00', '16:59'],
    ['America/New_York', '2026-03-08', '11:00', '15:59'],
    ['America/New_York', '2026-11-01', '12:00', '16:59'],
    ['Europe/Berlin', '2026-03-28', '06:00', '10:59'],
    ['Europe/Berlin', '2026-03-29', '05:00', '09:59'],
    ['Europe/Berlin', '2026-10-25', '06:00', '10:59'],
    // The clocks change at midnight; and a zone that has no such days but an odd offset.
    ['Africa/Cairo', '2026-04-23', '05:00', '09:59'],
    ['Africa/Cairo', '2026-04-24', '04:00', '08:59'],
    ['Asia/Kathmandu', '2026-03-29', '01:15', '06:14'],
  ])('in %s on %s is from %s to %s UTC', (timeZone, day, first, last) => {
    const minutes = mailMinutes(timeZone, day)
    expect(minutes).toHaveLength(5 * 60)
    expect(minutes).toContain(first)
    expect(minutes).toContain(last)
    const [hour = 0, minute = 0] = first.split(':').map(Number)
    const before = new Date(Date.UTC(2026, 0, 2, hour, minute - 1)).toISOString().slice(11, 16)
    expect(minutes).not.toContain(before)
  })
})

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
const applications = item({ title: '3 applications wait', count: 3, href: '/applications' })
const bank = item({ title: 'Bank details are missing', count: 1, href: '/settings/billing', merchant: tide })
const paused = item({ href: '/dashboard', merchant: tide })

it('of the sidebar add up what the links of the bell lead to, page by page', () => {
  const late = item({ title: '4 late submissions wait', count: 4 })
  const badges = waitingBadges({ items: [item({}), late, applications, bank], onWaitlists: 0 }, null)
  expect([...badges]).toEqual([
    ['/merchant-signup-forms', { count: 6, tone: 'warn', label: '2 submissions wait, 4 late submissions wait' }],
    ['/applications', { count: 3, tone: 'warn', label: '3 applications wait' }],
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
