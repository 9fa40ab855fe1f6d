import { ORPCError } from '@orpc/client'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { LiveProvider, SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { openListPart } from '@quaff/platform/console/testing/list-menu'
import { passTime } from '@quaff/platform/console/testing/pass-time'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { PayoutRow } from '../contract'
import { buildPayoutCounts, buildPayoutRow } from '../testing/payout-row-factory'
import { payoutSearch, statementSearch, type PayoutSearch } from './payout-search-widget'
import { PayoutsPage } from './payouts-page'

const row = buildPayoutRow
const page = (rows: PayoutRow[], total = rows.length) => ({ rows, hasMore: false, nextCursor: null, total })
const owner = (role = 'merchant_owner') =>
  buildSession({
    role,
    merchantIds: ['mer_1'],
    assigned: { id: 'mer_1', name: 'Bean There', logoUrl: null, temporary: false },
  })

type HarnessProps = { start: PayoutSearch; seen: (search: PayoutSearch) => void }
function Harness({ start, seen }: HarnessProps) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  const change = (next: Partial<PayoutSearch>) => {
    const merged = { ...search, ...next }
    setSearch(merged)
    seen(merged)
  }
  return (
    <LiveProvider>
      <PayoutsPage search={search} onSearch={change} />
    </LiveProvider>
  )
}

function renderPage(answers: Answers = {}, start: PayoutSearch = { view: 'all' }) {
  let latest = start
  const view = renderConsole(
    <SessionProvider>
      <Harness start={start} seen={(search) => (latest = search)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'sessions.live': async function* quiet() {
        yield { kind: 'hello', version: 'test' }
        await new Promise(() => undefined)
      },
      'payouts.counts': () => buildPayoutCounts(),
      'payouts.periods': () => ({ periods: [], paidOverlaps: { count: 0, charges: [] }, timeZone: 'UTC' }),
      'payouts.list': () => page([row()]),
      'merchants.options': () => [],
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, sent, search: () => latest }
}

describe('the URL of the list', () => {
  it.each<[Record<string, unknown>, PayoutSearch]>([
    [
      {
        status: 'sent',
        period: '2026-10',
        merchantId: 'mer_1',
        q: ' bean ',
        page: '2',
        id: 'pay_1',
        action: 'generate',
      },
      { status: 'sent', period: '2026-10', merchantId: 'mer_1', q: 'bean', page: 2, id: 'pay_1', action: 'generate' },
    ],
    [{ status: 'gone', period: '2026-13', merchantId: 'a/b', q: '', page: 1, id: ['x'], action: 'pay' }, {}],
    [{ period: 202610, action: 'bank-file' }, { action: 'bank-file' }],
  ])('%j reads as %j', (raw, search) => {
    expect(payoutSearch.read(raw)).toEqual(search)
  })

  it('of a statement contains its id', () => {
    expect(statementSearch.read({ id: 'pay_1', tab: 'x' })).toEqual({ id: 'pay_1' })
    expect(statementSearch.read({ id: '<b>' })).toEqual({})
  })
})

afterEach(() => vi.useRealTimers())

describe('the list of payouts', () => {
  it('is read again a second after someone else changes a payout, and for nothing else', async () => {
    let tell: ((subjectId: string) => void) | undefined
    const { sent } = renderPage({
      'sessions.live': async function* live() {
        yield { kind: 'hello', version: 'test' }
        for (;;) {
          const subjectId = await new Promise<string>((resolve) => (tell = resolve))
          yield { kind: 'event', topic: 'audit', subjectId, merchantId: subjectId === '2026-10-usd' ? null : 'mer_1' }
        }
      },
    })
    await screen.findByText('Bean There')
    await waitFor(() => expect(tell).toBeDefined())
    vi.useFakeTimers({ shouldAdvanceTime: true })
    act(() => tell?.('pln_1'))
    await passTime(1_500)
    expect(sent('payouts.list')).toHaveLength(1)
    act(() => tell?.('pay_7'))
    await passTime(500)
    act(() => tell?.('pay_8'))
    expect(sent('payouts.list')).toHaveLength(1)
    await passTime(1_500)
    expect(sent('payouts.list')).toHaveLength(2)
    expect(screen.getByText('Bean There')).toBeTruthy()
    // A bank file, and bank details that were missing.
    for (const [index, subjectId] of ['2026-10-usd', 'mer_1'].entries()) {
      act(() => tell?.(subjectId))
      await passTime(1_500)
      expect(sent('payouts.list')).toHaveLength(3 + index)
    }
  })

  it('shows amounts in their own currency, bank problems, and sums that are not added together', async () => {
    renderPage({
      'payouts.list': () =>
        page([
          row({ adjustments: -1_200, net: 26_350 }),
          row({
            id: 'pay_2',
            merchantName: 'Café',
            currency: 'jpy',
            net: -500,
            bankProblem: 'No bank account on file',
          }),
        ]),
    })
    await screen.findByText('Café')
    const table = screen.getByRole('grid', { name: 'Payouts, newest period first' })
    for (const text of ['$290.00', '−$14.50', '−$12.00', '$263.50', '−¥500', 'No bank account on file'])
      expect(within(table).getByText(text)).toBeTruthy()
    expect(within(table).getAllByText(/^Nov 2(, 2026)?$/)).toHaveLength(2)
    const sums = within(screen.getByRole('table', { name: 'Net by currency and status' })).getAllByRole('row')
    expect(sums.map((line) => [...line.children].map((cell) => cell.textContent))).toEqual([
      ['Currency', 'Draft', 'Approved', 'Total'],
      ['USD', '$100.00', '$200.00', '$300.00'],
      ['EUR', '—', '€50.00', '€50.00'],
    ])
  })

  it('lists charges that were paid out twice, each with a link to its review', async () => {
    const charge = { subscriptionId: 'sub 1', periodStart: new Date('2026-11-17'), amount: 2_500, currency: 'chf' }
    renderPage(
      {
        'payouts.periods': () => ({
          periods: [],
          paidOverlaps: { count: 3, charges: [{ ...charge, merchantName: 'Half Moon Teas' }] },
          timeZone: 'UTC',
        }),
      },
      {},
    )
    expect(await screen.findByText('3 paid charges overlap another paid period')).toBeTruthy()
    const list = within(screen.getByRole('list', { name: 'Paid charges to review' }))
    const link = list.getByRole('link', { name: /^Half Moon Teas, charge of Nov 17/ })
    expect(link.getAttribute('href')).toBe('/subscriptions?id=sub%201')
    expect(
      list.getAllByRole('listitem').map((item) =>
        item.textContent
          ?.split(/ (?=CHF)/)
          .at(-1)
          ?.replace('\u00A0', ' '),
      ),
    ).toEqual(['CHF 25.00', 'and 2 more charges'])
  })

  it('links back to the run, and stays when its last filter goes', async () => {
    const { search } = renderPage({}, { status: 'draft' })
    expect((await screen.findByRole('link', { name: 'Current run' })).getAttribute('href')).toBe('/payouts')
    await userEvent.click(await screen.findByRole('tab', { name: /^All/ }))
    expect(search()).toMatchObject({ view: 'all', status: undefined })
  })

  it('is sorted by the server, and its headers and URL show the order', async () => {
    const { sent, search } = renderPage({}, { period: '2026-10' })
    await screen.findByText('Bean There')
    await userEvent.click(screen.getByRole('button', { name: /^Net/ }))
    await waitFor(() => expect(sent('payouts.list').at(-1)).toMatchObject({ sort: 'net', period: '2026-10' }))
    expect(search()).toMatchObject({ sort: 'net' })
    expect(screen.getByRole('columnheader', { name: /^Net/ }).getAttribute('aria-sort')).toMatch(/ending$/)
    expect(screen.getByRole('grid', { name: 'Payouts' })).toBeTruthy()
  })

  it('requests the tab, and sums what the tab shows', async () => {
    const { sent, search } = renderPage({}, { period: '2026-10' })
    await userEvent.click(await screen.findByRole('tab', { name: /Approved\s*3/ }))
    await waitFor(() =>
      expect(sent('payouts.list').at(-1)).toEqual({ status: 'approved', period: '2026-10', limit: 20 }),
    )
    expect(search()).toMatchObject({ status: 'approved', period: '2026-10' })
    expect(screen.getByText('Net of approved payouts').closest('p')?.textContent).toContain('$200.00USD€50.00EUR')
    expect(sent('payouts.counts')).toEqual([{ period: '2026-10' }])
  })

  it('sums only the loaded rows in a search by name, and says so', async () => {
    renderPage({ 'payouts.list': () => page([row()], 40) }, { q: 'bean' })
    await screen.findByText('Bean There')
    expect(screen.getByText('Net of the first 1').closest('p')?.textContent).toContain('$275.50')
  })

  it('filters by month, the last ended one first', async () => {
    const { search } = renderPage({ 'payouts.list': () => page([row()], 40) })
    await screen.findByText('Bean There')
    fireEvent.click(screen.getByRole('button', { name: /^Filter/ }))
    // The column header of the same name comes first.
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Period', hidden: true })).toHaveLength(2))
    fireEvent.click(screen.getAllByRole('button', { name: 'Period', hidden: true }).at(-1) ?? document.body)
    const months = within(await screen.findByRole('group', { name: 'Period', hidden: true })).getAllByRole('button', {
      hidden: true,
    })
    expect(months).toHaveLength(24)
    fireEvent.click(months[0] ?? document.body)
    expect(search().period).toMatch(/^\d{4}-\d{2}$/)
    expect(await screen.findByRole('button', { name: 'Remove filter: Period' })).toBeTruthy()
  })

  it('says what will appear when it is empty, and offers the one action', async () => {
    const none = { all: 0, draft: 0, approved: 0, sent: 0, confirmed: 0, failed: 0, net: {} }
    const { container, search } = renderPage({ 'payouts.list': () => page([]), 'payouts.counts': () => none })
    expect(await screen.findByText('No payouts yet')).toBeTruthy()
    // No place is kept for sums that never come.
    await waitFor(() => expect(container.querySelector('[data-global]')).toBeNull())
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Bank file' })).toBeNull())
    const empty = screen.getByText('No payouts yet').parentElement ?? document.body
    fireEvent.click(within(empty).getByRole('button', { name: 'Generate payouts' }))
    expect(search().action).toBe('generate')
  })

  it('fails alone, and retries', async () => {
    let isDown = true
    renderPage({
      'payouts.list': () => {
        if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
        return page([row()])
      },
    })
    expect(await screen.findByText('Couldn’t load payouts')).toBeTruthy()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: /Retry/ }))
    expect(await screen.findByText('Bean There')).toBeTruthy()
  })

  it('exports the matching or the selected payouts', async () => {
    const files: FileDownload[] = []
    setFileDownloader((file) => Promise.resolve(void files.push(file)))
    renderPage({}, { status: 'draft' })
    await openListPart('Export')
    fireEvent.click(await screen.findByRole('menuitem', { name: 'JSON', hidden: true }))
    await waitFor(() => expect(files[0]?.body).toEqual({ format: 'json', filter: { status: 'draft' } }))
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Bean There, October 2026, USD' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(files.at(-1)?.body).toEqual({ format: 'csv', ids: ['pay_1'] }))
  })
})

describe('the payouts of a merchant', () => {
  it('link back to Billing', async () => {
    renderPage({ 'sessions.current': () => owner() })
    expect((await screen.findByRole('link', { name: 'Billing' })).getAttribute('href')).toBe('/settings/billing')
  })

  it.each(['merchant_owner', 'merchant_viewer'])('show a %s statements without any actions', async (role) => {
    const { sent } = renderPage(
      { 'sessions.current': () => owner(role), 'payouts.list': () => page([row({ status: 'sent' })]) },
      { action: 'generate', merchantId: 'mer_2', q: 'other' },
    )
    await screen.findByText('October 2026')
    expect(sent('payouts.list')).toEqual([{ merchantId: 'mer_1', limit: 20 }])
    expect(screen.queryByRole('tab', { name: /Draft/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByRole('searchbox')).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Bank' })).toBeNull()
    for (const name of ['Generate payouts', 'Bank file'])
      expect(screen.queryByRole('button', { name: new RegExp(name) })).toBeNull()
  })

  it('tell an owner when a statement will appear', async () => {
    renderPage({ 'sessions.current': () => owner(), 'payouts.list': () => page([]) })
    expect(await screen.findByText(/once we approve a month’s payout/)).toBeTruthy()
  })
})

describe('bulk actions', () => {
  const rows = [
    row(),
    row({ id: 'pay_2', merchantName: 'Below Zero', net: -100 }),
    row({ id: 'pay_3', merchantName: 'Sent Off', status: 'sent' }),
    row({ id: 'pay_4', merchantName: 'No Bank', bankProblem: 'Account number is missing' }),
  ]
  const chooseAll = async () => {
    await screen.findByText('Below Zero')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Approve (2)' }))
    return screen.findByRole('dialog', { name: 'Approve 4 payouts?' })
  }

  it('show which payouts can be approved, which cannot and why, and their sum', async () => {
    renderPage({ 'payouts.list': () => page(rows) })
    const dialog = await chooseAll()
    expect(within(dialog).getByText('2 payouts can be approved, 2 cannot.')).toBeTruthy()
    expect(within(dialog).getByText('$551.00')).toBeTruthy()
    expect(within(dialog).getByText(/below zero. Carry it over/)).toBeTruthy()
    expect(within(dialog).getByText('This payout is sent. Confirm it once the money has arrived.')).toBeTruthy()
    expect(within(dialog).getByText(/1 of them has no complete bank details/)).toBeTruthy()
  })

  it('offer only what at least one payout allows, with the count', async () => {
    renderPage({
      'payouts.list': () => page([...rows, row({ id: 'pay_5', merchantName: 'Zero', status: 'approved', net: 0 })]),
    })
    await screen.findByText('Below Zero')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows' }))
    const bar = within(await screen.findByRole('region', { name: 'Selection' }))
    const names = (await bar.findAllByRole('button')).map((one) => one.textContent)
    expect(names).toEqual(['Approve (2)', 'Close (1)', 'Confirm (1)', 'Export CSV', 'Clear'])
  })

  it('run one by one with the seen version, report each result and keep refused payouts selected', async () => {
    const { sent } = renderPage({
      'payouts.list': () => page(rows),
      'payouts.approve': ({ payoutId }: { payoutId: string }) => {
        if (payoutId === 'pay_4') throw new ORPCError('CONFLICT', { message: 'x', data: { reason: 'STALE_VERSION' } })
        return { id: payoutId, status: 'approved', adjustments: 0, net: 1, version: 4 }
      },
    })
    const dialog = await chooseAll()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve 2' }))
    const outcome = await screen.findByRole('dialog', { name: '1 approved · 1 failed' })
    expect(sent('payouts.approve')).toEqual([
      { payoutId: 'pay_1', version: 3 },
      { payoutId: 'pay_4', version: 3 },
    ])
    expect(within(outcome).getByText('This was changed while you were editing. Review it and try again.')).toBeTruthy()
    expect(screen.getByText('3 selected', { selector: '.q-strong' })).toBeTruthy()
  })

  it('stop when the connection is lost', async () => {
    const { sent } = renderPage({
      'payouts.list': () => page(rows),
      'payouts.approve': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    fireEvent.click(within(await chooseAll()).getByRole('button', { name: 'Approve 2' }))
    await screen.findByRole('dialog', { name: '0 approved · 1 not confirmed · 1 not tried' })
    expect(sent('payouts.approve')).toHaveLength(1)
  })
})
