import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { type FileDownload, setFileDownloader } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { buildRenewalLine, buildStatement } from '../../testing/payout-row-factory'
import { StatementPage } from './statement-page'

const line = (index: number) => buildRenewalLine({ subscriptionId: `sub_${index}`, subscriberName: `Ana ${index}` })
const redemption = {
  id: 'red_1',
  redeemedAt: new Date('2026-10-05T09:30:00Z'),
  subscriberName: 'Ben K.',
  planName: 'Daily Cup',
  locationName: 'Harbour',
  amount: 0,
}

function renderStatement(answers: Answers = {}, id: string | undefined = 'pay_1') {
  const view = renderConsole(
    <SessionProvider>
      <StatementPage search={{ id }} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'payouts.get': () => buildStatement({ status: 'sent' }),
      'payouts.renewals': ({ cursor }: { cursor: string | null }) =>
        cursor
          ? { rows: [line(2)], hasMore: false, nextCursor: null, total: 2 }
          : { rows: [line(1)], hasMore: true, nextCursor: 'next', total: 2 },
      'payouts.redemptions': () => ({ rows: [redemption], hasMore: false, nextCursor: null, total: 1 }),
      ...answers,
    },
  )
  return { ...view, requested: (name: string) => view.calls.filter((call) => call.name === name).length }
}

describe('a printable statement', () => {
  it('contains the calculation and, on paper, every renewal with the gross as total', async () => {
    const { requested } = renderStatement()
    const paper = await screen.findByRole('article', { name: 'Statement of Bean There, October 2026' })
    expect(within(paper).getByText('Oct 1 – 31, 2026')).toBeTruthy()
    expect(within(paper).getByText('Account ending in 6789')).toBeTruthy()
    const table = within(paper).getByRole('table', { name: 'Renewals' })
    const lines = within(table).getAllByRole('row')
    expect(lines.map((one) => one.textContent?.replaceAll('\u2009', ' '))).toEqual([
      'SubscriberPlanPeriodAmount',
      'Ana 1Daily CupOct 3 – Nov 3, 2026$29.00',
      'Ana 2Daily CupOct 3 – Nov 3, 2026$29.00',
      'Gross$290.00',
    ])
    expect(within(paper).getByText(/The files also list 41 redemptions\./)).toBeTruthy()
    expect(requested('payouts.redemptions')).toBe(0)
  })

  it('shows its number, its date and its recipient with address and tax ID', async () => {
    const approved = { status: 'approved' as const, at: new Date('2026-11-04T08:00:00Z'), by: null, reason: null }
    const { steps } = buildStatement()
    renderStatement({ 'payouts.get': () => buildStatement({ status: 'approved', steps: [...steps, approved] }) })
    const paper = within(await screen.findByRole('article'))
    expect(paper.getByText('2026-10-USD-PAY1')).toBeTruthy()
    expect(paper.getByText('Date').nextSibling?.textContent).toBe('Nov 4, 2026')
    for (const line of ['Bean There LLC', '1 Main St', 'Austin, TX 78701', 'Tax ID •••• 6789'])
      expect(paper.getByText(line)).toBeTruthy()
  })

  it('§G34 includes the redemptions on request, each with amount 0', async () => {
    renderStatement()
    await screen.findByRole('article')
    fireEvent.click(screen.getByRole('button', { name: 'All lines' }))
    const table = await screen.findByRole('table', { name: 'Redemptions' })
    expect(within(table).getByText('$0.00')).toBeTruthy()
    expect(within(table).getByText('Harbour')).toBeTruthy()
  })

  it('numbers its pages if the browser supports it', () => {
    const styles = readFileSync(join(import.meta.dirname, 'statement.module.css'), 'utf8')
    expect(styles).toMatch(/@bottom-right \{\s*content: 'Page ' counter\(page\) ' of ' counter\(pages\);/)
  })

  it('is printed by the browser once everything is loaded', async () => {
    const print = vi.fn()
    vi.stubGlobal('print', print)
    renderStatement()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Print' }).disabled).toBe(true)
    await screen.findByRole('article')
    fireEvent.click(screen.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledTimes(1)
    vi.unstubAllGlobals()
  })

  it('is downloaded as CSV or as an Excel workbook', async () => {
    const files: FileDownload[] = []
    setFileDownloader((file) => Promise.resolve(void files.push(file)))
    renderStatement()
    for (const name of ['CSV', 'Excel']) fireEvent.click(await screen.findByRole('button', { name }))
    await waitFor(() => expect(files.map(({ fileName }) => fileName?.split('.').pop())).toEqual(['csv', 'xlsx']))
    expect(files.map(({ body }) => body)).toEqual([{ payoutId: 'pay_1' }, { payoutId: 'pay_1', format: 'xlsx' }])
  })

  it('says that a draft may still change', async () => {
    renderStatement({ 'payouts.get': () => buildStatement() })
    expect(await screen.findByText('Draft. Amounts may change.')).toBeTruthy()
  })

  it('can be retried after a failed load', async () => {
    let isDown = true
    renderStatement({
      'payouts.get': () => {
        if (isDown) throw new ORPCError('INTERNAL_SERVER_ERROR')
        return buildStatement()
      },
    })
    await screen.findByText('Couldn’t load this statement')
    isDown = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.getByRole('article')).toBeTruthy())
  })

  it('without an id in the URL requests nothing', async () => {
    const { calls } = renderConsoleWithoutId()
    expect(screen.getByText('Statement not found')).toBeTruthy()
    await waitFor(() => expect(calls.map(({ name }) => name)).toEqual(['sessions.current']))
  })
})

const renderConsoleWithoutId = () =>
  renderConsole(
    <SessionProvider>
      <StatementPage search={{}} />
    </SessionProvider>,
    { 'sessions.current': () => buildSession() },
  )
