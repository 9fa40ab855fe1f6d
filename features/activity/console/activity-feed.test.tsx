import { IconAlertCircle } from '@tabler/icons-react'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  LiveProvider,
  reportNetwork,
  SessionProvider,
  useSession,
} from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { passTime } from '@quaff/platform/console/testing/pass-time'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { activityNotices, activityTypes, type ActivityItem } from '../contract'
import { ActivityFeed } from './activity-feed-widget'
import { activityHref, activityKind } from './activity-kinds'
import { activityApi } from './activity-queries'
import { groupByDay } from './group-by-day'

const now = new Date('2026-11-20T18:42:00Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const item = (change: Partial<ActivityItem> = {}): ActivityItem => ({
  id: 'act_1',
  type: 'merchant_approved',
  title: 'Half Moon Espresso was approved',
  description: 'By Maya Lindqvist',
  timestamp: ago(0.2),
  ...change,
})

function SignedIn({ live = false }: { live?: boolean }) {
  const { session } = useSession()
  if (!session) return null
  return live ? (
    <LiveProvider>
      <ActivityFeed />
    </LiveProvider>
  ) : (
    <ActivityFeed />
  )
}

function renderFeed(answers: Answers) {
  return renderConsole(
    <SessionProvider>
      <SignedIn />
    </SessionProvider>,
    { 'sessions.current': () => buildSession(), ...answers },
  )
}

const recent = (items: ActivityItem[], notices: string[] = []) => ({ 'activity.recent': () => ({ items, notices }) })

afterEach(() => {
  vi.useRealTimers()
})

describe('types', () => {
  it('gives each type its own label', () => {
    expect(new Set(activityTypes.map((type) => activityKind(type).label)).size).toBe(activityTypes.length)
  })

  it('§8 shows an unknown type with the generic alert icon', () => {
    expect(activityKind('meteor_strike').label).toBe('Other')
    expect(activityKind('meteor_strike').icon).toBe(IconAlertCircle)
  })

  it.each([
    [{ merchantId: 'mer_1', userId: 'usr_1' }, '/merchants?id=mer_1'],
    [{ userId: 'usr_1' }, '/users?id=usr_1'],
    [{}, undefined],
    [
      {
        merchantId: 'mer_1',
        metadata: { more: 6, adminUserId: 'usr_9', action: 'approve_merchant', day: '2026-03-10' },
      },
      '/settings?tab=audit&actorId=usr_9&action=approve_merchant&from=2026-03-10&to=2026-03-10',
    ],
  ])('links %j to %s', (details, expected) => {
    expect(activityHref(details)).toBe(expected)
  })
})

describe('days', () => {
  it('groups by the day of the platform zone', () => {
    const items = [item(), item({ id: 'b', timestamp: ago(60 * 19) }), item({ id: 'c', timestamp: ago(60 * 24 * 3) })]
    expect(groupByDay(items, 'UTC', now).map((day) => day.title)).toEqual([
      'Today, Fri, Nov 20',
      'Yesterday, Thu, Nov 19',
      'Tue, Nov 17',
    ])
    expect(groupByDay(items, 'Asia/Tokyo', now).map((day) => day.items.length)).toEqual([1, 1, 1])
  })
})

describe('Recent Activity', () => {
  it('§2.8 shows five skeleton rows while loading', async () => {
    renderFeed({ 'activity.recent': () => new Promise(() => undefined) })
    expect(await screen.findAllByTestId('activity-skeleton')).toHaveLength(5)
  })

  it('§2.8 says "No recent activity" and still links to all activity', async () => {
    renderFeed(recent([]))
    expect(await screen.findByText('No recent activity')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'View all activity' }).getAttribute('href')).toBe('/dashboard?activity=all')
  })

  it('§9 writes the four relative labels', async () => {
    vi.useFakeTimers({ now, toFake: ['Date'] })
    renderFeed(
      recent([
        item(),
        item({ id: 'b', timestamp: ago(12) }),
        item({ id: 'c', timestamp: ago(180) }),
        item({ id: 'd', timestamp: ago(60 * 24 * 2) }),
      ]),
    )
    for (const label of ['Just now', '12m ago', '3h ago', '2d ago']) expect(await screen.findByText(label)).toBeTruthy()
  })

  it.each([
    ['setup', activityNotices.setup],
    ['permissions', activityNotices.permissions],
    ['subscriptions', activityNotices.subscriptions],
  ])('§8 shows the notice for %s as "%s"', async (notice, title) => {
    renderFeed(recent([item()], [notice]))
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('§8 fails inline with Retry', async () => {
    renderFeed({
      'activity.recent': () => {
        throw new Error('down')
      },
    })
    expect(await screen.findByText('Couldn’t load recent activity')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
  })

  it('counts new items in a pill instead of moving the shown ones', async () => {
    let items = [item()]
    const { client } = renderFeed({ 'activity.recent': () => ({ items, notices: [] }) })
    await screen.findByText('Half Moon Espresso was approved')
    items = [item({ id: 'act_2', title: 'Plan created: Weekday Mornings' }), ...items]
    await act(() => client.invalidateQueries())
    fireEvent.click(await screen.findByRole('button', { name: '1 new' }))
    expect(await screen.findByText('Plan created: Weekday Mornings')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
  })

  it('§9 has 10 items by default, is stale after 2 min and refetched every 60 s', async () => {
    const { calls, client } = renderFeed(recent([item()]))
    await screen.findByText('Half Moon Espresso was approved')
    expect(calls.at(-1)?.input).toEqual({ limit: 10 })
    const observed = client.getQueryCache().findAll({ queryKey: activityApi.recent.key() })
    expect(observed[0]?.observers[0]?.options).toMatchObject({ staleTime: 120_000, refetchInterval: 60_000 })
  })

  it.each([
    ['merchant', 1],
    ['audit', 1],
    ['user', 0],
  ])('§9 §G31 refreshes 1 s after a live event on a %s: %i more reads', async (topic, more) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    async function* live() {
      yield { kind: 'event', topic, subjectId: 'x', merchantId: null }
      await new Promise(() => undefined)
    }
    const { calls } = renderConsole(
      <SessionProvider>
        <SignedIn live />
      </SessionProvider>,
      { 'sessions.current': () => buildSession(), 'sessions.live': live, ...recent([item()]) },
    )
    await screen.findByText('Half Moon Espresso was approved')
    const reads = () => calls.filter(({ name }) => name === 'activity.recent').length
    await passTime(1_500)
    expect(reads()).toBe(1 + more)
  })

  it('§9 polls every 2 min while the live connection is down', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { calls, client } = renderFeed(recent([item()]))
    await screen.findByText('Half Moon Espresso was approved')
    act(() => reportNetwork('down'))
    const invalidate = vi.spyOn(client, 'invalidateQueries')
    await passTime(115_000)
    expect(invalidate).not.toHaveBeenCalled()
    await passTime(6_000)
    expect(invalidate).toHaveBeenCalledOnce()
    expect(calls.filter(({ name }) => name === 'activity.recent').length).toBeGreaterThan(2)
  })

  it('asks for one type when filtered', async () => {
    const { calls } = renderFeed(recent([item()]))
    fireEvent.click(await screen.findByRole('button', { name: 'Type: All types' }))
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Plan created', hidden: true }))
    await waitFor(() => expect(calls.at(-1)?.input).toEqual({ limit: 10, type: 'plan_created' }))
  })
})
