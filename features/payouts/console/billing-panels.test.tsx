import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { PayoutSummary } from '../statement-contract'
import { buildPayoutRow } from '../testing/payout-row-factory'
import { PayoutSummaryPanel } from './payout-summary-widget'
import { StatementsPanel } from './statements-widget'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] }))

const waiting = {
  waiting: [
    { amount: -4_516, reason: 'Carried over from October 2026', charge: null },
    { amount: 4_016, reason: 'Launch event', charge: null },
  ],
  waitingCount: 3,
}
const summary: PayoutSummary = {
  period: '2026-11',
  start: new Date('2026-11-01T00:00:00Z'),
  end: new Date('2026-12-01T00:00:00Z'),
  closed: null,
  soFar: [
    {
      currency: 'usd',
      gross: 29_000,
      fee: 1_450,
      adjustments: -500,
      net: 27_050,
      renewalCount: 10,
      lateCount: 1,
      ...waiting,
    },
    {
      currency: 'eur',
      gross: 900,
      fee: 0,
      adjustments: 0,
      net: 900,
      renewalCount: 1,
      lateCount: 0,
      waiting: [],
      waitingCount: 0,
    },
  ],
  feeBasisPoints: 500,
  held: [],
  last: { id: 'pay_1', period: '2026-10', currency: 'usd', net: 100, status: 'sent', at: new Date('2026-11-03') },
  measuredAt: new Date('2026-11-20T08:00:00Z'),
  timeZone: 'UTC',
}

const Inside = ({ children }: { children: ReactNode }) => useSession().session && children

function renderPanel(ui: ReactNode, answers: Answers = {}, role = 'merchant_viewer') {
  return renderConsole(
    <SessionProvider>
      <Inside>{ui}</Inside>
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role, merchantIds: ['mer_1'] }),
      'payouts.summary': () => summary,
      'refunds.list': () => ({ rows: [] }),
      'payouts.list': () => ({
        rows: [buildPayoutRow({ status: 'confirmed', adjustments: 500, net: 28_050 })],
        hasMore: false,
        nextCursor: null,
        total: 1,
      }),
      ...answers,
    },
  )
}

describe('the payout summary', () => {
  it('§9 shows the running month per currency so far, its payment and the last statement', async () => {
    renderPanel(<PayoutSummaryPanel merchantId="mer_1" />)
    const panel = await screen.findByRole('region', { name: 'Payout summary' })
    await within(panel).findByText('November 2026 so far')
    expect(within(panel).getByText('$270.50')).toBeTruthy()
    expect(
      within(panel).getByText(
        '$290.00 from 10 renewals, incl. 1 from an earlier month · Fee −$14.50 · Adjustments −$5.00',
      ),
    ).toBeTruthy()
    const lines = within(within(panel).getByRole('list', { name: 'Adjustments' })).getAllByRole('listitem')
    expect(lines.map((line) => line.textContent)).toEqual([
      'Carried over from October 2026−$45.16',
      'Launch event+$40.16',
      'and 1 more adjustment',
    ])
    expect(within(panel).getByText('€9.00')).toBeTruthy()
    expect(within(panel).getAllByText('Manual')).toHaveLength(2)
    expect(within(panel).getByText('Nov 30')).toBeTruthy()
    const last = within(panel).getByRole('link', { name: 'October 2026' })
    expect(last.getAttribute('href')).toBe('/payouts?id=pay_1')
  })

  it('shows the month before until its payout is approved', async () => {
    const closed = { period: '2026-10', amounts: [{ ...summary.soFar[0], net: 99_900, waiting: [], waitingCount: 0 }] }
    renderPanel(<PayoutSummaryPanel merchantId="mer_1" />, { 'payouts.summary': () => ({ ...summary, closed }) })
    const october = within(await screen.findByRole('region', { name: 'October 2026' }))
    expect(october.getByText('$999.00')).toBeTruthy()
    expect(october.getByText('Awaiting approval. Amounts may change.')).toBeTruthy()
  })

  it('shows no figure when nothing was charged', async () => {
    renderPanel(<PayoutSummaryPanel merchantId="mer_1" />, {
      'payouts.summary': () => ({ ...summary, soFar: [], last: null }),
    })
    expect(await screen.findByText('No charges this month yet.')).toBeTruthy()
    expect(screen.getByRole('region', { name: 'Payout summary' }).textContent).not.toMatch(/[$€]/)
  })

  it('fails alone, and retries', async () => {
    let isDown = true
    renderPanel(<PayoutSummaryPanel merchantId="mer_1" />, {
      'payouts.summary': () => {
        if (isDown) throw new ORPCError('SERVICE_UNAVAILABLE', { message: 'down' })
        return summary
      },
    })
    await screen.findByText('Couldn’t load the payout summary')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('$270.50')).toBeTruthy()
  })

  it('is not requested by users who may not see payouts', async () => {
    const { calls } = renderPanel(<PayoutSummaryPanel merchantId="mer_1" />, {}, 'barista')
    await waitFor(() => expect(calls.some(({ name }) => name === 'sessions.current')).toBe(true))
    expect(calls.some(({ name }) => name === 'payouts.summary')).toBe(false)
    expect(screen.queryByText('Payout summary')).toBeNull()
  })
})

describe('the statements on Billing', () => {
  it('belong to the merchant, each with CSV and print', async () => {
    const files: FileDownload[] = []
    setFileDownloader((file) => Promise.resolve(void files.push(file)))
    const { calls } = renderPanel(<StatementsPanel merchantId="mer_1" />)
    const table = await screen.findByRole('grid', { name: 'Statements, newest first' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Period', 'Gross', 'Adjustments', 'Net', 'Status', 'Statement'])
    expect(within(table).getByText('$290.00')).toBeTruthy()
    expect(within(table).getByText('$280.50')).toBeTruthy()
    expect(within(table).getByText('+$5.00')).toBeTruthy()
    expect(within(table).getByText('fee −$14.50')).toBeTruthy()
    expect(calls.find(({ name }) => name === 'payouts.list')?.input).toEqual({ merchantId: 'mer_1', limit: 12 })
    fireEvent.click(within(table).getByRole('button', { name: 'CSV of October 2026, USD' }))
    await waitFor(() => expect(files[0]?.body).toEqual({ payoutId: 'pay_1' }))
    const print = within(table).getByRole('link', { name: 'Print October 2026, USD' })
    expect(print.getAttribute('href')).toBe('/payouts/statement?id=pay_1')
  })

  it('say when the first one appears', async () => {
    renderPanel(<StatementsPanel merchantId="mer_1" />, {
      'payouts.list': () => ({ rows: [], hasMore: false, nextCursor: null, total: 0 }),
    })
    expect(await screen.findByText(/once we approve a month’s payout/)).toBeTruthy()
  })
})
