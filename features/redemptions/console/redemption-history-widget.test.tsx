import { ORPCError } from '@orpc/client'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LiveProvider, SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { passTime } from '@quaff/platform/console/testing/pass-time'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { UsageRow } from '../usage-contract'
import { RedemptionHistory } from './redemption-history-widget'
import type { RedemptionSearch } from './redemption-search-widget'

const today = new Date()
const longAgo = new Date('2026-01-03T09:05:00Z')
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
  redeemedAt: today,
  method: 'barcode',
  status: 'completed',
  sincePreviousMs: null,
  flags: [],
  voided: null,
  kept: null,
  ...change,
})
const keyOf = ({ id, redeemedAt }: UsageRow) => `${redeemedAt.getTime()}_${id}`
const page = (rows: UsageRow[]) => ({ rows, total: rows.length, hasMore: false, nextCursor: null })

function Page({ start }: { start: RedemptionSearch }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  return (
    <LiveProvider>
      <RedemptionHistory
        merchantId="mer_1"
        search={search}
        onSearch={(next) => setSearch((old) => ({ ...old, ...next }))}
      />
    </LiveProvider>
  )
}

function open(answers: Answers = {}, start: RedemptionSearch = {}, role = 'merchant_owner') {
  const view = renderConsole(
    <SessionProvider>
      <Page start={start} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role, merchantIds: ['mer_1'] }),
      'sessions.live': async function* quiet() {
        yield { kind: 'hello', version: 'test' }
        await new Promise(() => undefined)
      },
      'redemptions.list': () => page([row()]),
      'redemptions.options': () => ({ locations: [{ id: 'loc_1', name: 'Alder Street' }], plans: [], methods: [] }),
      ...answers,
    },
  )
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, inputs, user: userEvent.setup() }
}
const sheet = () => screen.findByRole('dialog', { name: /^Redemption/ })

afterEach(() => vi.useRealTimers())

describe('the history', () => {
  it('applies the filters of the URL, with days of the platform’s zone, and clears them', async () => {
    const { inputs, user } = open(
      { 'redemptions.list': ({ status }: { status?: string }) => page(status ? [] : [row()]) },
      { from: '2026-03-01', to: '2026-03-02', locationId: 'loc_1', status: 'voided' },
    )
    await user.click(await screen.findByRole('button', { name: 'Clear filters' }))
    await screen.findByText('Ana P.')
    expect(inputs('redemptions.list')[0]).toMatchObject({
      merchantId: 'mer_1',
      from: new Date('2026-03-01T00:00:00.000Z'),
      to: new Date('2026-03-02T23:59:59.999Z'),
      locationId: 'loc_1',
      status: 'voided',
      limit: 20,
    })
    expect(inputs('redemptions.list').at(-1)).toEqual({ merchantId: 'mer_1', limit: 20 })
  })

  it('shows in the open sheet what another person decided, and leaves the rows in place', async () => {
    const flagged = row({ flags: ['double_scan'] })
    let tell: ((merchantId: string) => void) | undefined
    const { inputs } = open(
      {
        'redemptions.list': () => page([flagged]),
        'redemptions.get': () => ({ ...flagged, kept: { by: 'Maya Lindqvist', at: today } }),
        'sessions.live': async function* live() {
          yield { kind: 'hello', version: 'test' }
          for (;;) {
            const merchantId = await new Promise<string>((resolve) => (tell = resolve))
            yield { kind: 'event', topic: 'redemption', subjectId: merchantId, merchantId }
          }
        },
      },
      { id: keyOf(flagged) },
    )
    expect(await within(await sheet()).findByRole('button', { name: 'Keep' })).toBeTruthy()
    await waitFor(() => expect(tell).toBeDefined())
    act(() => tell?.('mer_1'))
    expect(await screen.findByText(/^Flagged, kept by/, undefined, { timeout: 4_000 })).toBeTruthy()
    expect(within(await sheet()).getByRole('button', { name: 'Flag again' })).toBeTruthy()
    expect(inputs('redemptions.list')).toHaveLength(1)
  })

  it('keeps the rows in place after a new redemption, and shows it on request', async () => {
    let rows = [row()]
    let tell: ((merchantId: string) => void) | undefined
    const { inputs } = open({
      'redemptions.list': () => page(rows),
      'sessions.live': async function* live() {
        yield { kind: 'hello', version: 'test' }
        for (;;) {
          const merchantId = await new Promise<string>((resolve) => (tell = resolve))
          yield { kind: 'event', topic: 'redemption', subjectId: merchantId, merchantId }
        }
      },
    })
    await screen.findByText('Ana P.')
    await waitFor(() => expect(tell).toBeDefined())
    vi.useFakeTimers({ shouldAdvanceTime: true })
    rows = [row({ id: 'red_2', subscriberName: 'Priya S.' }), row()]
    const button = () => screen.queryByRole('button', { name: 'Show new redemptions' })
    act(() => tell?.('mer_2'))
    await passTime(1_500)
    expect(button()).toBeNull()
    act(() => tell?.('mer_1'))
    await passTime(500)
    expect(button()).toBeNull()
    await passTime(1_000)
    expect(inputs('redemptions.list')).toHaveLength(1)
    expect(screen.queryByText('Priya S.')).toBeNull()
    act(() => button()?.click())
    expect(await screen.findByText('Priya S.')).toBeTruthy()
    expect(button()).toBeNull()
  })

  it('has one sort order: the time column shows it and is no button', async () => {
    open()
    const head = await screen.findByRole('columnheader', { name: 'Time' })
    expect(head.getAttribute('aria-sort')).toBe('descending')
    expect(within(head).queryByRole('button')).toBeNull()
  })

  it('exports the filtered rows', async () => {
    const files: FileDownload[] = []
    setFileDownloader(async (file) => void files.push(file))
    const { user } = open({}, { status: 'completed' })
    await openListPart('Export')
    await user.click(await screen.findByRole('menuitem', { name: 'JSON', hidden: true }))
    expect(files).toEqual([
      {
        path: '/api/files/redemptions-export',
        body: { merchantId: 'mer_1', format: 'json', filter: { status: 'completed' } },
      },
    ])
  })

  it('shows an empty state and an error', async () => {
    let answer = (): unknown => page([])
    const { unmount } = open({ 'redemptions.list': () => answer() })
    expect(await screen.findByText('No redemptions yet – print the counter kit')).toBeTruthy()
    unmount()
    answer = () => {
      throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
    }
    const { user } = open({ 'redemptions.list': () => answer() })
    expect(await screen.findByText('Couldn’t load redemptions')).toBeTruthy()
    answer = () => page([row()])
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Ana P.')).toBeTruthy()
  })
})

describe('an open redemption', () => {
  it('links to the person for administrators only', async () => {
    const details = row({ userId: 'usr_9', subscriberName: 'Ana Pereira' })
    const { unmount } = open({ 'redemptions.list': () => page([details]) }, { id: keyOf(details) }, 'quaff_admin')
    const link = await within(await sheet()).findByRole('link', { name: 'View user' })
    expect(link.getAttribute('href')).toBe('/users?id=usr_9')
    unmount()
    open({}, { id: keyOf(row()) })
    await within(await sheet()).findByText('red_1')
    expect(screen.queryByRole('link', { name: 'View user' })).toBeNull()
  })

  it('is fetched by id and time if it is not among the loaded ones', async () => {
    const old = row({ id: 'red_old', redeemedAt: longAgo, flags: ['outside_hours'] })
    const { inputs } = open({ 'redemptions.get': () => old }, { id: keyOf(old) })
    expect(await within(await sheet()).findByText('red_old')).toBeTruthy()
    expect(screen.getByText('The location was closed, according to its current hours.')).toBeTruthy()
    expect(inputs('redemptions.get')).toEqual([{ merchantId: 'mer_1', redemptionId: 'red_old', redeemedAt: longAgo }])
  })
})

describe('voiding', () => {
  const button = async () => within(await sheet()).findByRole('button', { name: 'Void redemption' })
  const reasonOf = async () => (await button()).getAttribute('aria-description')
  const dialog = () => screen.findByRole('dialog', { name: 'Void this redemption?' })

  it.each([
    ['a viewer', 'merchant_viewer', today, 'Only administrators and owners can do this.'],
    [
      'an owner, of a day before',
      'merchant_owner',
      longAgo,
      'You can void only today’s redemptions. Ask an administrator for older ones.',
    ],
    ['an owner, of today', 'merchant_owner', today, null],
    ['an administrator, of a day before', 'quaff_admin', longAgo, null],
  ])('%s', async (_, role, redeemedAt, expected) => {
    const details = row({ redeemedAt })
    open({ 'redemptions.list': () => page([details]) }, { id: keyOf(details) }, role)
    expect(await reasonOf()).toBe(expected)
  })

  it('needs a reason, sends it, and shows who did it', async () => {
    let details = row()
    const { user, inputs } = open(
      {
        'redemptions.list': () => page([details]),
        'redemptions.void': ({ reason }: { reason: string }) => {
          details = row({ status: 'voided', voided: { at: today, by: 'Tomás Rivera', reason } })
          return details
        },
      },
      { id: keyOf(row()) },
    )
    await user.click(await button())
    const send = within(await dialog()).getByRole('button', { name: 'Void redemption' })
    await waitFor(() =>
      expect(document.activeElement).toBe(within(screen.getByRole('dialog', { name: /^Void/ })).getByText('Cancel')),
    )
    await user.click(send)
    expect(await screen.findByText('Enter a reason.')).toBeTruthy()
    expect(inputs('redemptions.void')).toEqual([])
    await user.click(within(await dialog()).getByRole('button', { name: 'Scanned twice' }))
    await user.click(send)
    expect(await within(await sheet()).findByText('Voided by Tomás Rivera')).toBeTruthy()
    expect(inputs('redemptions.void')).toEqual([{ redemptionId: 'red_1', redeemedAt: today, reason: 'Scanned twice' }])
    expect(screen.queryByRole('button', { name: 'Void redemption' })).toBeNull()
  })

  it('§G26 keeps the dialog after a conflict and reports it', async () => {
    const voided = row({ status: 'voided', voided: { at: today, by: 'Maya', reason: 'Twice' } })
    let details = row()
    const { user } = open(
      {
        'redemptions.list': () => page([details]),
        'redemptions.void': () => {
          details = voided
          throw new ORPCError('CONFLICT', {
            message: 'This redemption is already voided.',
            data: { reason: 'ALREADY_VOIDED' },
          })
        },
      },
      { id: keyOf(row()) },
    )
    await user.click(await button())
    await user.type(within(await dialog()).getByLabelText(/^Reason/), 'Scanned twice')
    await user.click(within(await dialog()).getByRole('button', { name: 'Void redemption' }))
    expect(await within(await dialog()).findByText('This redemption is already voided.')).toBeTruthy()
    await waitFor(() => expect(screen.getByText('Voided by Maya')).toBeTruthy())
  })
})
