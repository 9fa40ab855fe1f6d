import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { buildRefundRow } from '@quaff/features/refunds/testing/refund-factory'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { adjustmentOf, amountField } from '../progress/rules'
import type { PayoutStatement } from '../statement-contract'
import { buildPayoutRow, buildRenewalLine, buildStatement } from '../testing/payout-row-factory'
import { PayoutSheet } from './payout-sheet'

/** Dates of the current year are shown without the year. */
beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-20T12:00:00Z'), toFake: ['Date'] }))

const pageOf = <T,>(rows: T[], total = rows.length, nextCursor: string | null = null) => ({
  rows,
  total,
  nextCursor,
  hasMore: nextCursor !== null,
})
const state = { id: 'pay_1', status: 'approved', adjustments: 0, net: 27_550, version: 4 }
const adjustment = {
  id: 'adj_1',
  kind: 'manual' as const,
  charge: null,
  amount: -1_200,
  reason: 'Broken grinder',
  createdAt: new Date('2026-11-02T09:00:00Z'),
  by: 'Maya',
}
const adjusted = buildStatement({ adjustments: -1_200, net: 26_350, adjustmentLines: [adjustment] })

function Harness({ isManager, closed }: { isManager: boolean; closed: () => void }) {
  const [id, setId] = useState('pay_1')
  const rows = [buildPayoutRow(), buildPayoutRow({ id: 'pay_2', merchantName: 'Old Mill' })]
  if (!useSession().session) return null
  return <PayoutSheet id={id} rows={rows} total={2} isManager={isManager} onOpen={setId} onClose={closed} />
}

function renderSheet(statement: PayoutStatement, answers: Answers = {}, isManager = true) {
  let isClosed = false
  const view = renderConsole(
    <SessionProvider>
      <Harness isManager={isManager} closed={() => (isClosed = true)} />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role: isManager ? undefined : 'merchant_owner' }),
      'payouts.get': ({ payoutId }: { payoutId: string }) => ({ ...statement, id: payoutId }),
      'payouts.renewals': () => pageOf([buildRenewalLine()]),
      'payouts.redemptions': () => pageOf([]),
      'refunds.list': () => ({ rows: [] }),
      ...answers,
    },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, sent, isClosed: () => isClosed }
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const press = async (name: string | RegExp) => fireEvent.click(await button(name))

describe('an open payout', () => {
  it('names refunds only where there are some, or may be', async () => {
    const renewals = [buildRenewalLine(), buildRenewalLine({ subscriptionId: 'sub_2' })]
    const rows = [buildRefundRow({ subscriptionId: 'sub_2', periodStart: buildRenewalLine().periodStart })]
    const answers = { 'payouts.renewals': () => pageOf(renewals) }
    const { unmount } = renderSheet(adjusted, answers, false)
    const columns = async () =>
      within(await screen.findByRole('table', { name: 'Renewals' }))
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
    expect(await columns()).not.toContain('Refunds')
    unmount()
    renderSheet(adjusted, { ...answers, 'refunds.list': () => ({ rows }) }, false)
    expect(await screen.findByText('Refunded')).toBeTruthy()
    expect(await columns()).toContain('Refunds')
    const cells = document.querySelectorAll('[data-label="Refunds"]')
    expect([...cells].map((cell) => cell.hasAttribute('data-empty'))).toEqual([true, false])
  })

  it('shows a sum that can be checked by hand', async () => {
    renderSheet(adjusted)
    const amounts = await screen.findByRole('list', { name: 'Amounts' })
    expect(
      within(amounts)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([
      'Gross10 renewals$290.00',
      'Platform fee5% of the gross−$14.50',
      'Broken grinderAdjustment of Nov 2, 2026 by Maya−$12.00',
      'Net$263.50',
    ])
  })

  it('shows the past steps, oldest first', async () => {
    renderSheet(
      buildStatement({
        status: 'failed',
        failureReason: 'The account is closed.',
        steps: [
          { status: 'draft', at: new Date('2026-11-02T08:00:00Z'), by: 'Maya', reason: null },
          { status: 'failed', at: new Date('2026-11-04T08:00:00Z'), by: null, reason: 'Account closed' },
          { status: 'draft', at: new Date('2026-11-05T08:00:00Z'), by: null, reason: null },
        ],
      }),
    )
    const steps = within(await screen.findByRole('list', { name: 'Steps, oldest first' })).getAllByRole('listitem')
    expect(steps.map((step) => step.textContent)).toEqual([
      'GeneratedNov 2, 8:00 AM by Maya',
      'FailedAccount closedNov 4, 8:00 AM',
      'ReopenedNov 5, 8:00 AM',
    ])
    expect(screen.getByText('The account is closed.')).toBeTruthy()
    expect(await button('Approve')).toBeTruthy()
  })

  it('loads more lines, and loads redemptions only when their tab opens', async () => {
    const { sent } = renderSheet(buildStatement(), {
      'payouts.renewals': ({ cursor }: { cursor?: string }) =>
        cursor
          ? pageOf([buildRenewalLine({ subscriptionId: 'sub_2', subscriberName: 'Ben', isLate: true })], 2)
          : pageOf([buildRenewalLine()], 2, 'next'),
    })
    await screen.findByText('Ana Pereira')
    expect(sent('payouts.redemptions')).toEqual([])
    await press('Load more')
    expect((await screen.findByText('Ben')).textContent).toContain('Late: from an earlier month')
    fireEvent.click(screen.getByRole('tab', { name: /Redemptions/ }))
    expect(await screen.findByText('No redemptions')).toBeTruthy()
    expect(sent('payouts.redemptions')).toEqual([{ payoutId: 'pay_1', limit: 20 }])
  })

  it('moves to the next payout with the arrow keys', async () => {
    renderSheet(buildStatement())
    await screen.findByRole('list', { name: 'Amounts' })
    fireEvent.keyDown(document.body, { key: 'ArrowRight' })
    await waitFor(() => expect(screen.getByText(/2 of 2/)).toBeTruthy())
  })

  it('gives a merchant the statement, CSV and print, but no actions', async () => {
    const files: FileDownload[] = []
    setFileDownloader((file) => Promise.resolve(void files.push(file)))
    renderSheet(buildStatement({ status: 'sent', bankProblem: null }), {}, false)
    await press('CSV')
    await waitFor(() =>
      expect(files).toEqual([
        {
          path: '/api/files/payout-statement',
          body: { payoutId: 'pay_1' },
          fileName: 'statement-2026-10-bean-there-usd.csv',
        },
      ]),
    )
    expect(screen.getByRole('link', { name: 'Print' }).getAttribute('href')).toBe('/payouts/statement?id=pay_1')
    for (const name of ['Confirm', 'Mark as failed', 'Add adjustment', /^More actions for/])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })

  it('says when it no longer exists', async () => {
    renderSheet(buildStatement(), {
      'payouts.get': () => {
        throw new ORPCError('NOT_FOUND', { message: 'gone' })
      },
    })
    expect(await screen.findByText('Payout not found')).toBeTruthy()
  })
})

describe('the steps of a payout', () => {
  it.each([
    ['draft', 'Approve', 'approve'],
    ['approved', 'Mark as sent', 'markSent'],
    ['sent', 'Confirm', 'confirm'],
    ['failed', 'Approve', 'approve'],
  ] as const)('from %s continue with "%s", which asks once', async (status, label, verb) => {
    const { sent } = renderSheet(buildStatement({ status }), { [`payouts.${verb}`]: () => state })
    await press(label)
    const dialog = await screen.findByRole('dialog', { name: /this payout/ })
    expect(sent(`payouts.${verb}`)).toEqual([])
    expect(within(dialog).getByText('ending in 6789')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: label }))
    await waitFor(() => expect(sent(`payouts.${verb}`)).toEqual([{ payoutId: 'pay_1', version: 3 }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /this payout/ })).toBeNull())
  })

  it('are done if the retry finds that only the answer of the first attempt was lost', async () => {
    let attempts = 0
    renderSheet(buildStatement({ status: 'approved' }), {
      'payouts.markSent': () => {
        attempts += 1
        if (attempts === 1) throw new TypeError('Failed to fetch')
        throw new ORPCError('CONFLICT', { message: 'Already done', data: { reason: 'PAYOUT_DONE' } })
      },
    })
    await press('Mark as sent')
    const dialog = within(await screen.findByRole('dialog', { name: /this payout/ }))
    fireEvent.click(dialog.getByRole('button', { name: 'Mark as sent' }))
    expect(await dialog.findByText(/We couldn’t confirm this was saved/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Mark as sent' }))
    expect(await screen.findByText('Payout marked as sent')).toBeTruthy()
    expect(screen.queryByRole('dialog', { name: /this payout/ })).toBeNull()
  })

  it('say that a colleague was first', async () => {
    renderSheet(buildStatement({ status: 'approved' }), {
      'payouts.markSent': () => {
        throw new ORPCError('CONFLICT', { message: 'Already done', data: { reason: 'PAYOUT_DONE' } })
      },
    })
    await press('Mark as sent')
    const dialog = within(await screen.findByRole('dialog', { name: /this payout/ }))
    fireEvent.click(dialog.getByRole('button', { name: 'Mark as sent' }))
    expect(await dialog.findByText('Already done')).toBeTruthy()
  })

  it('name the account that failed, because the next bank file may pay another one', async () => {
    renderSheet(buildStatement({ status: 'failed', exportedAt: new Date() }))
    await press('Approve')
    const dialog = await screen.findByRole('dialog', { name: 'Approve this payout?' })
    expect(dialog.textContent).toContain('Last paid toending in 6789')
  })

  it('stay in the menu with the reason when the state does not allow them', async () => {
    renderSheet(buildStatement({ status: 'confirmed' }))
    await press(/^More actions for/)
    const item = await screen.findByRole('menuitem', { name: /Discard/, hidden: true })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain('Add the correction to the next payout.')
    expect(await button('Add to next payout')).toBeTruthy()
  })

  it.each([
    [
      { bankProblem: null },
      'We email the owners that they can read the statement. The next bank file includes the amount.',
    ],
    [{ bankProblem: 'No bank account on file' }, 'We email the owners that they can read the statement.'],
    [{ net: 0 }, /There’s nothing to pay, so the payout is settled right away\.$/],
    [
      { status: 'failed', bankProblem: null },
      'The payment can be sent again. The next bank file pays the merchant’s current account.',
    ],
  ] as const)('of %j describe the effect of an approval', async (details, text) => {
    renderSheet(buildStatement(details))
    await press('Approve')
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve this payout?' }))
    expect(dialog.getByText(text)).toBeTruthy()
    const left = dialog.queryByText(
      'No bank account on file. The bank file leaves this payout out until that is fixed.',
    )
    expect(left !== null).toBe('bankProblem' in details && details.bankProblem !== null)
  })

  it('of a zero payout offer to close it, not to send it', async () => {
    const { sent } = renderSheet(buildStatement({ status: 'approved', net: 0 }), { 'payouts.close': () => state })
    await press('Close: nothing to pay')
    const dialog = await screen.findByRole('dialog', { name: 'Close this payout?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close: nothing to pay' }))
    await waitFor(() => expect(sent('payouts.close')).toEqual([{ payoutId: 'pay_1', version: 3 }]))
  })

  it('below zero offer to carry over, not to approve', async () => {
    const { sent } = renderSheet(buildStatement({ net: -500 }), { 'payouts.carryOver': () => state })
    expect((await button('Approve')).getAttribute('aria-description')).toMatch(/below zero/)
    await press('Carry over')
    const dialog = await screen.findByRole('dialog', { name: /next period/ })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Carry over' }))
    await waitFor(() => expect(sent('payouts.carryOver')).toEqual([{ payoutId: 'pay_1', version: 3 }]))
  })

  it('need a reason to fail, which stays in the field when the server refuses', async () => {
    const { sent } = renderSheet(buildStatement({ status: 'sent' }), {
      'payouts.fail': () => {
        throw new ORPCError('CONFLICT', { message: 'Only a sent payout can fail.', data: { reason: 'PAYOUT_STATE' } })
      },
    })
    await press('Mark as failed')
    const dialog = await screen.findByRole('dialog', { name: 'Mark this payout as failed?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mark as failed' }))
    expect(within(dialog).getByText('Say why the payment failed.')).toBeTruthy()
    expect(sent('payouts.fail')).toEqual([])
    const reason = within(dialog).getByLabelText<HTMLTextAreaElement>(/^Reason/)
    await userEvent.type(reason, 'Account closed')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Mark as failed' }))
    expect(await within(dialog).findByText('Only a sent payout can fail.')).toBeTruthy()
    expect(reason.value).toBe('Account closed')
    expect(sent('payouts.fail')).toEqual([{ payoutId: 'pay_1', version: 3, reason: 'Account closed' }])
  })

  it('show a concurrent change before the next attempt', async () => {
    let version = 3
    const { sent } = renderSheet(buildStatement(), {
      'payouts.get': () => buildStatement({ version }),
      'payouts.approve': (input: { version: number }) => {
        version = 4
        if (input.version !== 4) throw new ORPCError('CONFLICT', { message: 'x', data: { reason: 'STALE_VERSION' } })
        return state
      },
    })
    await press('Approve')
    const dialog = await screen.findByRole('dialog', { name: 'Approve this payout?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Load the saved version' }))
    await waitFor(() => expect(within(dialog).queryByRole('button', { name: 'Load the saved version' })).toBeNull())
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(sent('payouts.approve').at(-1)).toEqual({ payoutId: 'pay_1', version: 4 }))
  })

  it('close the sheet when a draft is discarded: no other payout opens by itself', async () => {
    const { sent, isClosed } = renderSheet(buildStatement(), { 'payouts.discard': () => ({ discarded: true }) })
    await press('Discard')
    const dialog = await screen.findByRole('dialog', { name: 'Discard this draft?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(isClosed()).toBe(true))
    expect(sent('payouts.discard')).toEqual([{ payoutId: 'pay_1', version: 3 }])
    expect(sent('payouts.get')).not.toContainEqual({ payoutId: 'pay_2' })
  })
})

describe('an adjustment', () => {
  it.each([
    ['take', '12.5', 'usd', -1_250],
    ['add', '1200', 'jpy', 1_200],
    ['add', '12.5', 'jpy', undefined],
    ['take', '0,00', 'usd', undefined],
    ['take', '-5', 'usd', undefined],
    ['add', '1000000000.01', 'usd', undefined],
  ] as const)('to %s %s in %s is %s', (sign, typed, currency, amountMinor) => {
    expect(adjustmentOf(sign, typed, currency)).toBe(amountMinor)
    expect(errorOf(amountField(currency), typed) === null).toBe(amountMinor !== undefined)
  })

  it('is sent with its sign once amount and reason are entered', async () => {
    const { sent } = renderSheet(buildStatement(), { 'payouts.addAdjustment': () => state })
    await press('Add adjustment')
    const dialog = await screen.findByRole('dialog', { name: 'Adjust this payout' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save adjustment' }))
    expect(within(dialog).getByText('Enter an amount')).toBeTruthy()
    expect(within(dialog).getByText('Enter a reason. The merchant reads it on the statement.')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Deduct' }))
    fireEvent.change(within(dialog).getByLabelText(/^Amount in USD/), { target: { value: '12.50' } })
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Broken grinder' } })
    expect(within(dialog).getByText('Net: $275.50 → $263.00')).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText(/^Amount in USD/), { target: { value: '300' } })
    expect(within(dialog).getByText(/^Net: \$275.50 → −\$24.50\. You can’t approve a payout below zero/)).toBeTruthy()
    fireEvent.change(within(dialog).getByLabelText(/^Amount in USD/), { target: { value: '12.50' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save adjustment' }))
    await waitFor(() =>
      expect(sent('payouts.addAdjustment')).toEqual([
        { payoutId: 'pay_1', version: 3, amountMinor: -1_250, reason: 'Broken grinder' },
      ]),
    )
  })

  it('is restored with its direction after a reload, and only by its own action', async () => {
    const paid = buildStatement({ status: 'sent' })
    const first = renderSheet(buildStatement())
    await press('Add adjustment')
    const lost = within(await screen.findByRole('dialog', { name: 'Adjust this payout' }))
    fireEvent.click(lost.getByRole('button', { name: 'Deduct' }))
    fireEvent.change(lost.getByLabelText(/^Amount in USD/), { target: { value: '12.50' } })
    fireEvent.change(lost.getByLabelText(/^Reason/), { target: { value: 'Broken grinder' } })
    first.unmount()
    const next = renderSheet(paid)
    await press('Add to next payout')
    const other = within(await screen.findByRole('dialog', { name: 'Add to next payout' }))
    expect(other.getByRole('button', { name: 'Add', pressed: true })).toBeTruthy()
    expect(other.queryByText(/^We restored what you typed/)).toBeNull()
    next.unmount()
    const { sent } = renderSheet(buildStatement(), { 'payouts.addAdjustment': () => state })
    await press('Add adjustment')
    const dialog = within(await screen.findByRole('dialog', { name: 'Adjust this payout' }))
    expect(dialog.getByText(/^We restored what you typed/)).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Deduct', pressed: true })).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Save adjustment' }))
    await waitFor(() => expect(sent('payouts.addAdjustment')).toMatchObject([{ amountMinor: -1_250 }]))
  })

  it('is repeated when it can be read in two ways', async () => {
    renderSheet(buildStatement({ currency: 'kwd' }))
    await press('Add adjustment')
    const dialog = await screen.findByRole('dialog', { name: 'Adjust this payout' })
    fireEvent.change(within(dialog).getByLabelText(/^Amount in KWD/), { target: { value: '1,299' } })
    expect(within(dialog).getByText(/^Read as KWD.1\.299$/)).toBeTruthy()
  })

  it.each(['sent', 'confirmed'] as const)('to a %s payout goes into the next one', async (status) => {
    const { sent } = renderSheet(buildStatement({ status }), { 'payouts.addToNext': () => ({ ...state, status }) })
    await press('Add to next payout')
    const dialog = await screen.findByRole('dialog', { name: 'Add to next payout' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Deduct' }))
    fireEvent.change(within(dialog).getByLabelText(/^Amount in USD/), { target: { value: '7' } })
    fireEvent.change(within(dialog).getByLabelText(/^Reason/), { target: { value: 'Refund' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save adjustment' }))
    await waitFor(() =>
      expect(sent('payouts.addToNext')).toEqual([
        { payoutId: 'pay_1', version: 3, amountMinor: -700, reason: 'Refund' },
      ]),
    )
  })

  it('that waits is shown with its sign, and can be removed unless it was carried over', async () => {
    const waiting = [
      { ...adjustment, id: 'adj_7', amount: 1_000, reason: 'Launch event' },
      { ...adjustment, id: 'adj_8-rest', kind: 'carry' as const, amount: -4_516, reason: 'Carried over' },
    ]
    const { sent } = renderSheet(buildStatement({ status: 'sent', waiting }), {
      'payouts.removeWaiting': () => ({ removed: true }),
    })
    const list = within(await screen.findByRole('list', { name: 'Waiting for the next payout' }))
    expect(list.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
      'Launch eventAdjustment of Nov 2, 2026 by Maya+$10.00',
      'Carried overAdjustment of Nov 2, 2026 by Maya−$45.16',
    ])
    expect(list.queryByRole('button', { name: 'Remove: Carried over' })).toBeNull()
    fireEvent.click(list.getByRole('button', { name: 'Remove: Launch event' }))
    const dialog = await screen.findByRole('dialog', { name: 'Remove this adjustment?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(sent('payouts.removeWaiting')).toEqual([{ merchantId: 'mer_1', adjustmentId: 'adj_7' }]))
  })

  it('is removed after a confirmation, and only from drafts', async () => {
    const { sent } = renderSheet(adjusted, { 'payouts.removeAdjustment': () => state })
    await press('Remove: Broken grinder')
    const dialog = await screen.findByRole('dialog', { name: 'Remove this adjustment?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() =>
      expect(sent('payouts.removeAdjustment')).toEqual([{ payoutId: 'pay_1', version: 3, adjustmentId: 'adj_1' }]),
    )
  })

  it('updates the version for the next step before the payout is read again', async () => {
    let reads = 0
    const { sent } = renderSheet(adjusted, {
      'payouts.get': () => (++reads === 1 ? adjusted : new Promise(() => undefined)),
      'payouts.removeAdjustment': () => ({ ...state, status: 'draft' }),
      'payouts.approve': () => ({ ...state, version: 5 }),
    })
    await press('Remove: Broken grinder')
    const question = await screen.findByRole('dialog', { name: 'Remove this adjustment?' })
    fireEvent.click(within(question).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(sent('payouts.removeAdjustment')).toHaveLength(1))
    await press('Approve')
    const dialog = await screen.findByRole('dialog', { name: 'Approve this payout?' })
    expect(within(dialog).getByText('$275.50')).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(sent('payouts.approve')).toEqual([{ payoutId: 'pay_1', version: 4 }]))
  })

  it('of an approved payout cannot be removed', async () => {
    renderSheet({ ...adjusted, status: 'approved' })
    await screen.findByText('Broken grinder')
    expect(screen.queryByRole('button', { name: 'Remove: Broken grinder' })).toBeNull()
  })
})

describe('charges that overlap another period', () => {
  it('are listed on the draft, each with a link to its review', async () => {
    const overlaps = ['10-03', '10-05'].map((day) => ({
      subscriptionId: `sub ${day}`,
      amount: 2_900,
      periodStart: new Date(`2026-${day}T08:00:00Z`),
    }))
    renderSheet(buildStatement({ status: 'draft', overlaps }))
    expect(await screen.findByText('2 charges overlap another period and are held')).toBeTruthy()
    const link = screen.getByRole('link', { name: /charge of Oct 5/ })
    expect(link.getAttribute('href')).toBe('/subscriptions?id=sub%2010-05')
  })
})
