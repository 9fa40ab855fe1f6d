import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
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
import type { LiveCounter, UsageRow } from '../usage-contract'
import { gapText } from '../usage/console/usage-labels'
import { RedemptionPage } from './redemption-page'
import { redemptionSearch, type RedemptionSearch } from './redemption-search-widget'

const now = new Date()
const row = (change: Partial<UsageRow> = {}): UsageRow => ({
  id: 'red_1',
  merchantId: 'mer_1',
  merchantName: 'Bean There',
  subscriberName: 'Ana P.',
  userId: null,
  locationId: 'loc_1',
  locationName: 'Alder Street',
  planId: 'pln_1',
  planName: 'Daily Cup',
  redeemedAt: now,
  method: 'barcode',
  status: 'completed',
  sincePreviousMs: 93_600_000,
  flags: [],
  voided: null,
  kept: null,
  ...change,
})
const key = `${now.getTime()}_red_1`
const counter = (change: Partial<LiveCounter> = {}): LiveCounter => ({
  measuredAt: now,
  timeZone: 'UTC',
  today: 184,
  lastHour: 61,
  isSurge: true,
  weekAgo: 169,
  hoursBefore: null,
  hours: [0, 0, 0, 0, 0, 0, 3, 9],
  feed: [row()],
  hasAny: true,
  ...change,
})
const page = (rows: UsageRow[], total = rows.length) => ({ rows, total, hasMore: false, nextCursor: null })

type PageProps = { start: RedemptionSearch; seen: (search: RedemptionSearch) => void }

function Page({ start, seen }: PageProps) {
  const { session } = useSession()
  const [search, setSearch] = useState(start)
  if (!session) return null
  const change = (next: Partial<RedemptionSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return (
    <LiveProvider>
      <RedemptionPage
        search={search}
        onSearch={change}
        tabs={{ subscribers: ({ merchantId }) => <p>Subscribers of {merchantId}</p> }}
      />
    </LiveProvider>
  )
}

function open(answers: Answers = {}, start: RedemptionSearch = {}, role = 'merchant_owner') {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () =>
        buildSession({
          role,
          merchantIds: ['mer_1'],
          assigned: { id: 'mer_1', name: 'Tide & Bean', logoUrl: null, temporary: false },
        }),
      'sessions.live': async function* quiet() {
        yield { kind: 'hello', version: 'test' }
        await new Promise(() => undefined)
      },
      'redemptions.live': () => counter(),
      'redemptions.list': () => page([row()]),
      'redemptions.options': () => ({
        locations: [{ id: 'loc_1', name: 'Alder Street' }],
        plans: [{ id: 'pln_1', name: 'Daily Cup' }],
        methods: ['barcode', 'manual'],
      }),
      ...answers,
    },
  )
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, inputs, search: () => latest, user: userEvent.setup() }
}

afterEach(() => vi.useRealTimers())

it.each<[Record<string, unknown>, RedemptionSearch]>([
  [
    { tab: 'history', from: '2026-03-01', status: 'voided', method: ' manual ', page: '3', id: key },
    { tab: 'history', from: '2026-03-01', status: 'voided', method: 'manual', page: 3, id: key },
  ],
  [{ tab: 'payouts', from: '2026-02-30', status: 'refunded', locationId: '../x', id: 'red_1', page: 0 }, {}],
  [
    { tab: 'insights', range: '90' },
    { tab: 'insights', range: 90 },
  ],
  [{ tab: 'insights', range: 31 }, { tab: 'insights' }],
])('the URL search %j is read as %j', (raw, search) => expect(redemptionSearch.read(raw)).toEqual(search))

it.each([
  [null, '—'],
  [0, '0s'],
  [59_999, '59s'],
  [360_000, '6m'],
  [79_200_000, '22h'],
  [93_600_000, '1d 2h'],
  [604_800_000, '7d 0h'],
])('a gap of %s ms reads %s', (ms, text) => expect(gapText(ms)).toBe(text))

describe('the tabs', () => {
  it('§G14 include the live counter and tabs of other features', async () => {
    const { user, search } = open({}, { id: key })
    expect(await screen.findByText('184')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Subscribers' }))
    expect(await screen.findByText('Subscribers of mer_1')).toBeTruthy()
    expect(search()).toMatchObject({ tab: 'subscribers', id: undefined })
  })
})

describe('the live counter', () => {
  it('shows today, the last hour with its surge, a week ago and the zone', async () => {
    open()
    expect(await screen.findByText('184')).toBeTruthy()
    expect([screen.getByText('61'), screen.getByText('Surge'), screen.getByText('169')]).toHaveLength(3)
    expect(screen.getByText(/(UTC)/)).toBeTruthy()
    const bar = screen.getByRole('link', { name: /^7:00\sAM: 9 redemptions so far$/ })
    expect(bar.getAttribute('href')).toMatch(/^\/redemptions\?tab=history&from=.*&status=completed&slot=\d-7$/)
  })

  it('has no surge without one, and "—" for an unrecorded week', async () => {
    open({ 'redemptions.live': () => counter({ isSurge: false, weekAgo: null }) })
    await screen.findByText('184')
    expect(screen.queryByText('Surge')).toBeNull()
    expect(screen.getByText('—')).toBeTruthy()
  })

  it('shows the newest ten of today, and the rest on request', async () => {
    const feed = Array.from({ length: 14 }, (_, index) => row({ id: `red_${index}` }))
    const { user } = open({ 'redemptions.live': () => counter({ feed }) })
    const table = await screen.findByRole('grid', { name: 'Today’s redemptions, newest first' })
    expect(within(table).getAllByRole('row')).toHaveLength(11)
    expect(screen.getByText(/^10 of 14/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Load more' }))
    expect(within(table).getAllByRole('row')).toHaveLength(15)
  })

  it('shows why a redemption is flagged, and strikes out voided ones with who and why', async () => {
    const voided = { at: now, by: 'Tomás Rivera', reason: 'Scanned twice' }
    open({
      'redemptions.live': () =>
        counter({
          feed: [
            row({ flags: ['double_scan', 'wrong_location'] }),
            row({ id: 'red_2', subscriberName: 'Leo M.', status: 'voided', voided }),
            row({
              id: 'red_3',
              subscriberName: 'Mia S.',
              flags: ['outside_hours'],
              kept: { at: now, by: 'Tomás Rivera' },
            }),
          ],
        }),
    })
    const table = await screen.findByRole('grid', { name: 'Today’s redemptions, newest first' })
    expect(within(table).getByText('Under 10 min, Wrong location')).toBeTruthy()
    expect(within(table).getByText('Leo M.').closest('s')).toBeTruthy()
    expect(within(table).getByText('Ana P.').closest('s')).toBeNull()
    expect(within(table).getByText('Scanned twice (Tomás Rivera)')).toBeTruthy()
    expect(within(table).getAllByText('Flagged')).toHaveLength(1)
    expect(within(table).getByText('Kept: Outside hours')).toBeTruthy()
  })

  it('keeps a flagged redemption from its sheet, and shows who did', async () => {
    let flagged = row({ flags: ['double_scan'] })
    const { inputs } = open(
      {
        'redemptions.live': () => counter({ feed: [flagged] }),
        'redemptions.keep': ({ isKept }: { isKept: boolean }) =>
          (flagged = { ...flagged, kept: isKept ? { at: now, by: 'Tomás Rivera' } : null }),
      },
      { id: key },
    )
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: 'Keep' }))
    expect(await within(sheet).findByText('Flagged, kept by Tomás Rivera')).toBeTruthy()
    fireEvent.click(within(sheet).getByRole('button', { name: 'Flag again' }))
    expect(await within(sheet).findByRole('button', { name: 'Keep' })).toBeTruthy()
    expect(inputs('redemptions.keep')).toMatchObject([{ isKept: true }, { isKept: false }])
  })

  it('§G31 updates the live feed, and holds new table rows back until requested', async () => {
    let feed = [row()]
    let tell: (() => void) | undefined
    const { inputs } = open({
      'redemptions.live': () => counter({ feed, today: 183 + feed.length }),
      'sessions.live': async function* live() {
        yield { kind: 'hello', version: 'test' }
        for (;;) {
          await new Promise<void>((resolve) => (tell = resolve))
          yield { kind: 'event', topic: 'redemption', subjectId: 'mer_1', merchantId: 'mer_1' }
          yield { kind: 'event', topic: 'redemption', subjectId: 'mer_2', merchantId: 'mer_2' }
        }
      },
    })
    await screen.findByText('184')
    await waitFor(() => expect(tell).toBeDefined())
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const before = inputs('redemptions.live').length
    feed = [row({ id: 'red_3', subscriberName: 'Priya S.' }), row({ status: 'voided' })]
    tell?.()
    await passTime(500)
    expect(inputs('redemptions.live')).toHaveLength(before)
    await passTime(1_000)
    expect(inputs('redemptions.live')).toHaveLength(before + 1)
    expect(await screen.findByText('185')).toBeTruthy()
    const flowing = screen.getByRole('region', { name: 'Live feed' })
    expect(within(flowing).getByText('Priya S.')).toBeTruthy()
    expect(screen.getAllByText('Priya S.')).toHaveLength(1)
    // Held rows still show their current state.
    expect(screen.getAllByText('Ana P.')[0]?.closest('s')).toBeTruthy()
    act(() => screen.getByRole('button', { name: '1 new' }).click())
    expect(screen.getAllByText('Priya S.')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: '1 new' })).toBeNull()
    fireEvent.pointerEnter(flowing)
    feed = [row({ id: 'red_4', subscriberName: 'Mara K.' }), ...feed]
    tell?.()
    await passTime(1_500)
    expect(await within(flowing).findByText('Paused')).toBeTruthy()
    expect(within(flowing).queryByText('Mara K.')).toBeNull()
    fireEvent.pointerLeave(flowing)
    expect(within(flowing).getByText('Mara K.')).toBeTruthy()
  })

  it('polls while the live connection is down, and not while it is up and quiet', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { inputs } = open({ 'redemptions.live': () => counter({ lastHour: 0 }) })
    await screen.findByText('184')
    await passTime(120_000)
    const quiet = inputs('redemptions.live').length
    expect(quiet).toBeLessThan(3)
    act(() => reportNetwork('down'))
    await passTime(61_000)
    expect(inputs('redemptions.live').length).toBeGreaterThan(quiet)
  })

  it('shows an empty state that links to the counter kit', async () => {
    open({ 'redemptions.live': () => counter({ hasAny: false, feed: [], today: 0 }) })
    expect(await screen.findByText('No redemptions yet – print the counter kit')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to locations' }).getAttribute('href')).toBe('/locations')
  })

  it('shows an error and retries', async () => {
    let isDown = true
    const { user } = open({
      'redemptions.live': () => {
        if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
        return counter()
      },
    })
    expect(await screen.findByText('Couldn’t load the live counter')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('184')).toBeTruthy()
  })
})
