import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { LiveProvider, SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { PayoutRun, RunRow } from '../contract'
import type { PayoutPeriods } from '../generation-contract'
import { buildPreviewRow, buildRunRow, buildStatement } from '../testing/payout-row-factory'
import type { PayoutSearch } from './payout-search-widget'
import { PayoutsPage } from './payouts-page'

type Month = PayoutPeriods['periods'][number]
const month = (period: string, details: Partial<Month> = {}): Month => ({
  period,
  start: new Date(`${period}-01T00:00:00Z`),
  end: new Date(`${period}-28T00:00:00Z`),
  payoutCount: 0,
  sums: [],
  missing: [],
  ...details,
})
const draftSum = { currency: 'usd', status: 'draft', count: 1, net: 27_550 } as const
const october = month('2026-10', { payoutCount: 1, sums: [draftSum] })
const periodsOf = (...periods: Month[]) => ({ periods, paidOverlaps: { count: 0, charges: [] }, timeZone: 'UTC' })

function Harness({ start }: { start: PayoutSearch }) {
  const [search, setSearch] = useState(start)
  if (!useSession().session) return null
  return (
    <LiveProvider>
      <PayoutsPage search={search} onSearch={(next) => setSearch((before) => ({ ...before, ...next }))} />
    </LiveProvider>
  )
}

let rows: RunRow[]
let files: PayoutRun['files']
let downloads: FileDownload[]
beforeEach(() => {
  rows = []
  files = []
  downloads = []
  setFileDownloader((file) => Promise.resolve(void downloads.push(file)))
})

/** Moves a row on the server. */
const move = (status: RunRow['status'], details: Partial<RunRow> = {}) => {
  return ({ payoutId }: { payoutId: string }) => {
    rows = rows.map((row) => (row.id === payoutId ? { ...row, status, version: row.version + 1, ...details } : row))
    const { id, adjustments, net, version } = rows.find((row) => row.id === payoutId) ?? buildRunRow()
    return { id, status, adjustments, net, version }
  }
}

function renderRun(answers: Answers = {}, start: PayoutSearch = {}) {
  const view = renderConsole(
    <SessionProvider>
      <Harness start={start} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'sessions.live': async function* quiet() {
        yield { kind: 'hello', version: 'test' }
        await new Promise(() => undefined)
      },
      'payouts.periods': () => periodsOf(october, month('2026-09')),
      'payouts.run': () => ({ rows, nextCursor: null, files }),
      'payouts.approve': move('approved'),
      'payouts.markSent': move('sent'),
      'payouts.confirm': move('confirmed'),
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, sent }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const bar = async () => within(await screen.findByRole('region', { name: 'Next step' }))
const list = async () => within(await screen.findByRole('grid', { name: 'Payouts of October 2026' }))

describe('a run without blockers', () => {
  it('leads from the preview to the confirmation with one button per step', async () => {
    const { sent } = renderRun({
      'payouts.periods': () => periodsOf(month('2026-10', { missing: [{ amountMinor: 29_000, currency: 'usd' }] })),
      'payouts.preview': () => ({
        period: '2026-10',
        start: october.start,
        end: october.end,
        feeBasisPoints: 500,
        totals: [{ currency: 'usd', count: 1, gross: 29_000, fee: 1_450, adjustments: 0, net: 27_550 }],
        late: 0,
        withoutBank: 0,
        belowZero: 0,
        overlaps: 0,
        existing: 0,
        rows: [buildPreviewRow()],
        next: null,
        measuredAt: october.end,
        timeZone: 'UTC',
      }),
      'payouts.generate': () => {
        rows = [buildRunRow()]
        return { results: [{ merchantId: 'mer_1', outcome: 'generated', payoutIds: ['pay_1'] }] }
      },
    })
    setFileDownloader((file) => {
      rows = rows.map((row) => ({ ...row, exportedAt: new Date('2026-11-03T09:42:00Z') }))
      files = [
        {
          currency: 'usd',
          format: 'csv',
          count: 1,
          sumMinor: 27_550,
          checksum: 'a1b2c3d4',
          at: new Date('2026-11-03'),
        },
      ]
      return Promise.resolve(void downloads.push(file))
    })
    for (const name of [
      'Generate 1 payout',
      'Approve 1 payout',
      'Download 1 file',
      'Mark 1 as sent',
      'Confirm 1 payout',
    ])
      await userEvent.click(await button(name))
    expect(await screen.findByText('1 payout · 1 currency · all confirmed')).toBeTruthy()
    expect(downloads.map(({ path, body }) => [path, body])).toEqual([
      ['/api/files/bank-file', { period: '2026-10', currency: 'usd' }],
    ])
    const names = ['payouts.approve', 'payouts.markSent', 'payouts.confirm']
    expect(names.map(sent)).toEqual([3, 4, 5].map((version) => [{ payoutId: 'pay_1', version }]))
    expect(screen.queryByRole('region', { name: 'Next step' })).toBeNull()
  })
})

describe('the selection of a step', () => {
  beforeEach(() => {
    rows = [
      buildRunRow(),
      buildRunRow({ id: 'pay_2', merchantName: 'Cobalt', net: -8_316 }),
      buildRunRow({ id: 'pay_3', merchantName: 'Amberly', currency: 'eur', net: 1_000 }),
      buildRunRow({ id: 'pay_4', merchantName: 'Sent already', status: 'sent' }),
    ]
  })

  it('contains what the step applies to, and its number is on the button', async () => {
    renderRun()
    expect((await bar()).getByRole('button', { name: 'Approve 2 payouts' })).toBeTruthy()
    expect((await bar()).getByText('2 selected').parentElement?.textContent).toContain('2 selected$275.50€10.00')
    const boxes = (await list()).getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))
    expect(boxes).toEqual([
      'Select all rows',
      'Select Amberly, October 2026, EUR',
      'Select Bean There, October 2026, USD',
    ])
  })

  it('follows the keyboard: arrows move, X deselects, Enter opens and Escape closes the payout', async () => {
    renderRun({ 'payouts.get': () => buildStatement({ id: 'pay_3', merchantName: 'Amberly' }) })
    const links = (await list()).getAllByRole('link')
    const second = links.find((link) => link.textContent === 'Amberly') ?? document.body
    second.focus()
    await userEvent.keyboard('x')
    expect(await button('Approve 1 payout')).toBeTruthy()
    await userEvent.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Bean There')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    const sheet = await screen.findByRole('dialog', { name: /^Amberly/ })
    fireEvent.keyDown(sheet, { key: 'Escape' })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('keeps what the server refused, with the reason', async () => {
    renderRun({
      'payouts.approve': (input: { payoutId: string }) => {
        if (input.payoutId === 'pay_3') throw new ORPCError('CONFLICT', { message: 'Approve it later.' })
        return move('approved')(input)
      },
    })
    await userEvent.click(await button('Approve 2 payouts'))
    const dialog = await screen.findByRole('dialog', { name: '1 approved · 1 failed' })
    expect(dialog.textContent).toContain('Approve it later.')
    fireEvent.click(within(dialog).getAllByRole('button', { name: 'Close' })[0] ?? dialog)
    expect(await button('Approve 1 payout')).toBeTruthy()
  })

  it('counts as done what someone else has done in the meantime, and Undo leaves it alone', async () => {
    rows = [buildRunRow(), buildRunRow({ id: 'pay_2', merchantName: 'Zest' })]
    const { sent } = renderRun({
      'payouts.reopen': move('draft'),
      'payouts.approve': ({ payoutId }: { payoutId: string }) => {
        const state = move('approved')({ payoutId })
        if (payoutId === 'pay_2') throw new ORPCError('CONFLICT', { data: { reason: 'PAYOUT_DONE' } })
        return state
      },
    })
    fireEvent.click(await button('Approve 2 payouts'))
    expect(await screen.findByText('2 payouts approved')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.click(await button('Undo'))
    await waitFor(() => expect(sent('payouts.reopen')).toMatchObject([{ payoutId: 'pay_1' }]))
    expect(await screen.findByText('1 payout reopened')).toBeTruthy()
  })

  it('of an approval can be undone', async () => {
    const { sent } = renderRun({ 'payouts.reopen': move('draft') })
    await userEvent.click(await button('Approve 2 payouts'))
    await userEvent.click(await button('Undo'))
    await waitFor(() => expect(sent('payouts.reopen')).toHaveLength(2))
    expect(sent('payouts.reopen')).toContainEqual({ payoutId: 'pay_1', version: 4 })
    expect(await button('Approve 2 payouts')).toBeTruthy()
  })
})

describe('what needs attention', () => {
  const attention = async () => within(await screen.findByRole('list', { name: 'Needs attention' }))

  it('names a payout below zero with its lines, and carries it over', async () => {
    const lines = [
      { kind: 'refund', count: 18, amount: -50_000 },
      { kind: 'dispute', count: 1, amount: -2_900 },
      { kind: 'carry', count: 1, amount: -4_516 },
    ] as const
    rows = [buildRunRow({ merchantName: 'Cobalt', net: -8_316, lines: [...lines] })]
    const { sent } = renderRun({ 'payouts.carryOver': move('draft', { net: 0 }) })
    const item = (await attention()).getByRole('listitem')
    expect(item.textContent).toContain('Cobalt is below zero Blocks approval')
    expect(item.textContent).toContain('18 refunds −$500.00')
    expect(item.textContent).toContain('1 lost dispute −$29.00')
    expect(item.textContent).toContain('Carried in −$45.16')
    await userEvent.click(within(item).getByRole('button', { name: /^Carry to November/ }))
    expect(sent('payouts.carryOver')).toEqual([{ payoutId: 'pay_1', version: 3 }])
    expect(await button('Approve 1 payout')).toBeTruthy()
  })

  it('names a returned payment with the reason of the bank, and retries it', async () => {
    rows = [buildRunRow({ status: 'failed', failureReason: 'Account closed (R02)' })]
    renderRun({ 'payouts.approve': move('approved', { failureReason: null, failedAttempts: 1 }) })
    const item = (await attention()).getByRole('listitem')
    expect(item.textContent).toContain('$275.50 · Account closed (R02) · account ending in 6789')
    await userEvent.click(within(item).getByRole('button', { name: /^Retry payout/ }))
    expect(await button('Download 1 file')).toBeTruthy()
    expect((await list()).getByText('1 returned attempt')).toBeTruthy()
  })

  it('leads to the merchant without a bank account, which the bank file leaves out', async () => {
    rows = [
      buildRunRow({ status: 'approved', bankProblem: 'No bank account on file', accountLast4: null }),
      buildRunRow({ id: 'pay_2', merchantName: 'Zest', status: 'approved', net: 500 }),
    ]
    renderRun()
    const item = (await attention()).getByRole('listitem')
    expect(item.textContent).toContain('Bean There: no bank account on file')
    expect(within(item).getByRole('link', { name: 'Open merchant' }).getAttribute('href')).toBe('/merchants?id=mer_1')
    const table = within(screen.getByRole('table', { name: 'Bank files with their control totals' }))
    expect(table.getAllByRole('row')[1]?.textContent).toContain('USDNot downloaded1$5.00')
    expect(screen.getByText('2 payouts = 1 without bank details + 1 not in a file')).toBeTruthy()
  })

  it('reminds the owners once about missing bank details, and says when', async () => {
    rows = [buildRunRow({ bankProblem: 'No bank account on file', accountLast4: null })]
    const { sent } = renderRun({
      'payouts.remindOwners': () => {
        const remindedAt = new Date()
        rows = rows.map((row) => ({ ...row, remindedAt }))
        return { remindedAt }
      },
    })
    const item = (await attention()).getByRole('listitem')
    await userEvent.click(within(item).getByRole('button', { name: 'Remind owner, Bean There, USD' }))
    expect(await screen.findByText('Reminder sent to the owners')).toBeTruthy()
    expect(item.textContent).toContain('Owner reminded Just now.')
    const again = within(item).getByRole('button', { name: 'Remind again, Bean There, USD' })
    expect(again.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(again)
    expect(sent('payouts.remindOwners')).toEqual([{ payoutId: 'pay_1' }])
  })

  it('offers another reminder a day later', async () => {
    const remindedAt = new Date(Date.now() - 25 * 3_600_000)
    rows = [buildRunRow({ bankProblem: 'No bank account on file', accountLast4: null, remindedAt })]
    renderRun()
    const item = (await attention()).getByRole('listitem')
    expect(item.textContent).toContain('Owner reminded 1d ago.')
    const again = within(item).getByRole('button', { name: 'Remind again, Bean There, USD' })
    expect(again.getAttribute('aria-disabled')).not.toBe('true')
  })

  it('shows each response of the bank, and offers to record a returned payment', async () => {
    rows = [
      buildRunRow({ status: 'sent' }),
      buildRunRow({ id: 'pay_2', merchantName: 'Zest', status: 'confirmed' }),
      buildRunRow({ id: 'pay_3', merchantName: 'Amberly', status: 'failed', failureReason: 'Account closed' }),
    ]
    renderRun({ 'payouts.get': () => buildStatement({ status: 'sent' }) })
    expect((await list()).getByText('Paid')).toBeTruthy()
    expect((await list()).getByText('Returned')).toBeTruthy()
    await userEvent.click(await button('Mark as failed, Bean There, October 2026'))
    expect(await screen.findByRole('dialog', { name: /Mark this payout as failed/ })).toBeTruthy()
  })
})

describe('runs', () => {
  const start = { view: 'runs' } as const

  it('list each month with its step and its net per currency, also a month without payouts', async () => {
    const sum = (status: 'sent' | 'confirmed', currency: string, net: number) => ({ status, currency, net, count: 1 })
    renderRun(
      {
        'payouts.periods': () =>
          periodsOf(
            october,
            month('2026-09', { payoutCount: 2, sums: [sum('sent', 'usd', 100), sum('confirmed', 'eur', 200)] }),
            month('2026-08', { payoutCount: 1, sums: [sum('confirmed', 'usd', 300)] }),
            month('2026-07', { missing: [{ amountMinor: 736_800, currency: 'usd' }] }),
            month('2026-06'),
          ),
      },
      start,
    )
    const table = within(await screen.findByRole('grid', { name: 'Runs, newest first' }))
    const lines = table
      .getAllByRole('row')
      .slice(1)
      .map((line) => [...line.children].map((cell) => cell.textContent))
    expect(lines).toEqual([
      ['October 2026', 'Approve', '1', '$275.50', '—'],
      ['September 2026', 'Confirm', '2', '$1.00€2.00', '—'],
      ['August 2026', 'Confirmed', '1', '$3.00', '—'],
      ['July 2026', 'Not generated', '0', '—', '$7,368.00'],
    ])
    expect(table.getByRole('link', { name: 'July 2026' }).getAttribute('href')).toBe('/payouts?run=2026-07')
  })

  it.each([{}, start])('without any charge are one sentence and one button: %o', async (search) => {
    renderRun({ 'payouts.periods': () => periodsOf(month('2026-10'), month('2026-09')) }, search)
    expect(await screen.findByText('No payouts yet')).toBeTruthy()
    expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['View merchants'])
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('open at the newest month with something to do', async () => {
    rows = [buildRunRow({ period: '2026-09', status: 'sent' })]
    const { sent } = renderRun({
      'payouts.periods': () =>
        periodsOf(
          month('2026-10', { payoutCount: 1, sums: [{ ...draftSum, status: 'confirmed' }] }),
          month('2026-09', { payoutCount: 1, sums: [{ ...draftSum, status: 'sent' }] }),
        ),
    })
    expect(await screen.findByRole('heading', { name: 'September 2026' })).toBeTruthy()
    expect(sent('payouts.run')).toEqual([{ period: '2026-09' }])
    expect(screen.getByRole('link', { name: 'Next month, October 2026' })).toBeTruthy()
  })

  it('say what is not generated, with the step that generates it', async () => {
    rows = [buildRunRow()]
    renderRun({
      'payouts.periods': () => periodsOf({ ...october, missing: [{ amountMinor: 1_200, currency: 'usd' }] }),
    })
    expect(await screen.findByText('$12.00 isn’t generated')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'Generate the rest' })
    expect(link.getAttribute('href')).toBe('/payouts?run=2026-10&step=generate')
  })

  it('show no sum before every page of the month is read', async () => {
    const pages: Record<string, PayoutRun> = {
      first: { rows: [buildRunRow()], nextCursor: 'more', files: [] },
      more: { rows: [buildRunRow({ id: 'pay_2', merchantName: 'Zest' })], nextCursor: null, files: [] },
    }
    const { sent } = renderRun({ 'payouts.run': ({ cursor = 'first' }: { cursor?: string }) => pages[cursor] })
    expect(await button('Approve 2 payouts')).toBeTruthy()
    expect(sent('payouts.run')).toHaveLength(2)
  })

  it('fail alone, and retry', async () => {
    let isDown = true
    rows = [buildRunRow()]
    renderRun({
      'payouts.run': () => {
        if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
        return { rows, nextCursor: null, files }
      },
    })
    expect(await screen.findByText('Couldn’t load payouts')).toBeTruthy()
    isDown = false
    await userEvent.click(screen.getByRole('button', { name: /Retry/ }))
    expect(await button('Approve 1 payout')).toBeTruthy()
  })
})
