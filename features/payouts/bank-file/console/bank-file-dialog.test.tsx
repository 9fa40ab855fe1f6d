import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { DownloadError, setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { controlTotalHeader } from '../../bank-file-contract'
import type { PayoutRow } from '../../contract'
import { buildPayoutRow } from '../../testing/payout-row-factory'
import { BankFileDialog } from './bank-file-dialog'
import { bankFilePlan, currenciesOf } from './bank-file-plan'

const row = (details: Partial<PayoutRow>) => buildPayoutRow({ status: 'approved', ...details })
const rows = [
  row({ id: 'pay_1', merchantName: 'Bean There', net: 27_550 }),
  row({ id: 'pay_2', merchantName: 'No Bank', net: 100, bankProblem: 'No bank account on file' }),
  row({ id: 'pay_3', merchantName: 'Zero', net: 0 }),
  row({ id: 'pay_4', merchantName: 'Draft', status: 'draft' }),
  row({ id: 'pay_5', merchantName: 'Failed', status: 'failed' }),
  row({ id: 'pay_6', merchantName: 'Sent', status: 'sent' }),
  row({ id: 'pay_7', merchantName: 'Euro', currency: 'eur', net: 900 }),
]
const month = (period: string, payoutCount: number) => ({
  period,
  payoutCount,
  start: new Date(`${period}-01T00:00:00Z`),
  end: new Date(`${period}-28T00:00:00Z`),
})

const files: FileDownload[] = []
beforeEach(() => {
  files.length = 0
  setFileDownloader((file) => Promise.resolve(void files.push(file)))
})

function Inside({ onClose }: { onClose: () => void }) {
  return useSession().session && <BankFileDialog period={undefined} onClose={onClose} />
}

function renderDialog(answers: Answers = {}) {
  let isClosed = false
  const view = renderConsole(
    <SessionProvider>
      <Inside onClose={() => (isClosed = true)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'payouts.periods': () => ({ periods: [month('2026-11', 0), month('2026-10', 7)], timeZone: 'UTC' }),
      'payouts.list': () => ({ rows, hasMore: false, nextCursor: null, total: rows.length }),
      ...answers,
    },
  )
  return { ...view, isClosed: () => isClosed }
}

describe('the contents of a bank file', () => {
  it('include approved payouts above zero with an account, and list the others with a reason', () => {
    const plan = bankFilePlan(rows, 'usd')
    expect(plan.included.map(({ id }) => id)).toEqual(['pay_1'])
    expect(plan.sum).toBe(27_550)
    expect(plan.left.map(({ name, reason }) => [name, reason])).toEqual([
      ['No Bank', 'No bank account on file'],
      ['Zero', 'Nothing to pay: the net is 0'],
      ['Draft', 'Not approved yet'],
      ['Failed', 'Failed: approve it again to include it'],
    ])
    expect(plan.settled).toBe(1)
    expect(plan.earlier).toEqual([])
    expect(currenciesOf(rows)).toEqual(['usd', 'eur'])
  })
})

describe('the bank file dialog', () => {
  it('lists the payouts it leaves out for the last month with payouts before the download', async () => {
    const { calls } = renderDialog()
    const left = await screen.findByRole('list', { name: 'Not included' })
    expect(within(left).getAllByRole('listitem')).toHaveLength(4)
    expect(screen.getByText('Included').nextSibling?.textContent).toBe('1 payout')
    expect(calls.find(({ name }) => name === 'payouts.list')?.input).toEqual({
      period: '2026-10',
      limit: 100,
      cursor: null,
    })
    expect(files).toEqual([])
  })

  it('lists the included payouts, and includes those of an earlier file only when they are ticked', async () => {
    const exportedAt = new Date('2026-11-03T09:00:00Z')
    const named = row({ id: 'pay_8', merchantName: 'Named Before', net: 1_000, exportedAt })
    renderDialog({ 'payouts.list': () => ({ rows: [...rows, named], hasMore: false, nextCursor: null, total: 8 }) })
    const paid = await screen.findByRole('list', { name: 'Included payouts' })
    expect(
      within(paid)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Bean There$275.50'])
    expect(screen.getByText('1 payout in an earlier file')).toBeTruthy()
    expect(screen.getByText('Not included', { selector: 'dt' }).nextSibling?.textContent).toBe('5 payouts')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Named Before' }))
    expect(within(paid).getAllByRole('listitem')).toHaveLength(2)
    expect(screen.getByText('Sum').nextSibling?.textContent).toBe('$285.50')
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await waitFor(() =>
      expect(files.map(({ body }) => body)).toEqual([{ period: '2026-10', currency: 'usd', again: ['pay_8'] }]),
    )
  })

  it('reads all payouts of the month, page after page', async () => {
    renderDialog({
      'payouts.list': ({ cursor }: { cursor: string | null }) =>
        cursor
          ? { rows: rows.slice(1), hasMore: false, nextCursor: null, total: 7 }
          : { rows: rows.slice(0, 1), hasMore: true, nextCursor: 'next', total: 7 },
    })
    expect(within(await screen.findByRole('list', { name: 'Not included' })).getAllByRole('listitem')).toHaveLength(4)
  })

  it('sends month and currency, and then shows the control total from the server', async () => {
    const total = { count: 1, sumMinor: 27_550, checksum: '4f9a1c2e' }
    const headers = new Headers({ [controlTotalHeader]: JSON.stringify(total) })
    setFileDownloader((file) => {
      files.push(file)
      return Promise.resolve({ fileName: 'bank-file-2026-10-usd-4f9a1c2e.csv', headers })
    })
    const { isClosed } = renderDialog()
    await screen.findByRole('list', { name: 'Not included' })
    expect(screen.getByText(/Upload it as it is. Opening it in a spreadsheet removes leading zeros./)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await screen.findByRole('dialog', { name: 'Bank file downloaded' })
    expect(files).toEqual([{ path: '/api/files/bank-file', body: { period: '2026-10', currency: 'usd' } }])
    const shown = (label: string) => screen.getByText(label).nextSibling?.textContent
    expect(['Payouts', 'Sum', 'File', 'Checksum'].map(shown)).toEqual([
      '1 payout',
      '$275.50',
      'bank-file-2026-10-usd-4f9a1c2e.csv',
      '4f9a1c2e',
    ])
    fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) ?? document.body)
    expect(isClosed()).toBe(true)
  })

  const choose = async (user: UserEvent, label: string, option: string) => {
    await user.click(await screen.findByRole('combobox', { name: label }))
    await user.click(await screen.findByRole('option', { name: option, hidden: true }))
  }

  it('offers the formats of the currency, and lists what the format leaves out with the reason', async () => {
    const user = userEvent.setup()
    const { calls } = renderDialog({
      'payouts.bankFileFit': () => ({ missingSettings: [], unfit: [{ payoutId: 'pay_9', reason: 'Not for ACH' }] }),
      'payouts.list': () => {
        const all = [...rows, row({ id: 'pay_9', merchantName: 'London Bar', net: 500 })]
        return { rows: all, hasMore: false, nextCursor: null, total: all.length }
      },
    })
    await screen.findByText('2 payouts')
    await choose(user, 'Format', 'ACH (NACHA)')
    expect(await screen.findByText('Not for ACH')).toBeTruthy()
    expect(screen.getByText('Included').nextSibling?.textContent).toBe('1 payout')
    expect(calls.find(({ name }) => name === 'payouts.bankFileFit')?.input).toEqual({
      period: '2026-10',
      currency: 'usd',
      format: 'nacha',
    })
    await user.click(screen.getByRole('button', { name: 'Download ACH (NACHA)' }))
    await waitFor(() =>
      expect(files.map(({ body }) => body)).toEqual([{ period: '2026-10', currency: 'usd', format: 'nacha' }]),
    )
  })

  it('names the platform settings that a format needs, and blocks the download without them', async () => {
    const user = userEvent.setup()
    renderDialog({ 'payouts.bankFileFit': () => ({ missingSettings: ['Company name'], unfit: [] }) })
    await choose(user, 'Format', 'ACH (NACHA)')
    expect(await screen.findByText('This format needs: Company name.')).toBeTruthy()
    const button = screen.getByRole('button', { name: 'Download ACH (NACHA)' })
    expect(button.getAttribute('aria-description')).toBe('Complete the platform settings first.')
  })

  it('asks for the paying IBAN of a SEPA file, and sends it normalized', async () => {
    const user = userEvent.setup()
    renderDialog({ 'payouts.bankFileFit': () => ({ missingSettings: [], unfit: [] }) })
    await choose(user, 'Currency', 'EUR')
    await choose(user, 'Format', 'SEPA (pain.001)')
    const button = () => screen.getByRole('button', { name: 'Download SEPA (pain.001)' })
    await waitFor(() => expect(button().getAttribute('aria-description')).toBe('Enter your own IBAN first.'))
    await user.click(screen.getByLabelText('Pay from IBAN'))
    await user.paste('de89 3704 0044 0532 0130 00')
    await user.click(button())
    const payerIban = 'DE89370400440532013000'
    await waitFor(() =>
      expect(files.map(({ body }) => body)).toEqual([
        { period: '2026-10', currency: 'eur', format: 'pain001', payerIban },
      ]),
    )
  })

  it('asks for a recent sign-in, then continues with the same file', async () => {
    let isOld = true
    setFileDownloader((file) => {
      if (isOld) return Promise.reject(new DownloadError('Confirm it’s you.', 'SIGN_IN_AGAIN'))
      return Promise.resolve(void files.push(file))
    })
    renderDialog({
      'signIn.reauthenticate': () => {
        isOld = false
        return { success: true }
      },
    })
    await screen.findByRole('list', { name: 'Not included' })
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    await screen.findByRole('dialog', { name: 'Confirm it’s you' })
    fireEvent.change(screen.getByLabelText('Your password'), { target: { value: 'Oat-Cortado' } })
    fireEvent.click(screen.getByRole('button', { name: 'Confirm and download' }))
    await waitFor(() => expect(files.map(({ body }) => body)).toEqual([{ period: '2026-10', currency: 'usd' }]))
  })

  it('keeps a refusal visible, in the words of the server', async () => {
    const text = 'No approved USD payouts of October 2026 are left for a new file.'
    setFileDownloader(() => Promise.reject(new DownloadError(text, 'NOTHING_TO_PAY')))
    renderDialog()
    await screen.findByRole('list', { name: 'Not included' })
    fireEvent.click(screen.getByRole('button', { name: 'Download CSV' }))
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })

  it('disables the button when there is nothing to pay', async () => {
    renderDialog({ 'payouts.list': () => ({ rows: rows.slice(1, 4), hasMore: false, nextCursor: null, total: 3 }) })
    await screen.findByRole('list', { name: 'Not included' })
    const button = screen.getByRole('button', { name: 'Download CSV' })
    expect(button.getAttribute('aria-description')).toBe('No payouts to include.')
    fireEvent.click(button)
    expect(files).toEqual([])
  })
})
