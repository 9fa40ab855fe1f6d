import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { RefundRow } from '@quaff/features/refunds/contract'
import { buildRefundRow } from '@quaff/features/refunds/testing/refund-factory'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { useChargeRefunds } from './charge-refunds-widget'
import { OpenDisputes } from './open-disputes-widget'

const periodStart = new Date('2026-10-03T08:00:00Z')
// A correction line took 5.00 back after a payout had paid the charge.
const charge = {
  subscriptionId: 'sub_1',
  periodStart,
  amount: 3_400,
  corrected: -500,
  currency: 'usd',
  name: 'Ana Pereira, Daily Cup',
}

const Charge = () => useSession().session && <ChargeCell />
const ChargeCell = () => useChargeRefunds({ subscriptionId: 'sub_1' }).cell(charge)

function renderCharge(rows: RefundRow[], answers: Answers = {}, role?: string) {
  const view = renderConsole(
    <SessionProvider>
      <Charge />
    </SessionProvider>,
    { 'sessions.current': () => buildSession({ role }), 'refunds.list': () => ({ rows }), ...answers },
  )
  const sent = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return Object.assign(sent, { unmount: view.unmount })
}
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))

describe('a charge', () => {
  it('shows its refunds and disputes, and none of another period', async () => {
    renderCharge([
      buildRefundRow({ amount: 900, reason: 'requested by customer' }),
      buildRefundRow({ id: 'ref_2', periodStart: new Date('2026-09-03T08:00:00Z'), amount: 500 }),
    ])
    expect(await screen.findByText('Refunded')).toBeTruthy()
    expect(screen.getByText('$9.00')).toBeTruthy()
    expect(screen.getByText('requested by customer')).toBeTruthy()
    expect(screen.queryByText('$5.00')).toBeNull()
  })

  it('offers a refund only when it is known that something is left', async () => {
    let finish = () => {}
    const reading = new Promise<void>((resolve) => (finish = resolve))
    const rows = [buildRefundRow({ amount: 2_900 })]
    const sent = renderCharge([], { 'refunds.list': () => reading.then(() => ({ rows })) })
    await waitFor(() => expect(sent('refunds.list')).toHaveLength(1))
    expect(screen.queryByRole('button')).toBeNull()
    finish()
    expect(await screen.findByText('Refunded')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('is refunded by an administrator, with what is left of it filled in', async () => {
    const sent = renderCharge([buildRefundRow({ amount: 900 })], { 'refunds.record': () => ({ id: 'ref_9' }) })
    await screen.findByText('Refunded')
    await press(/^Record refund… .+, /)
    const dialog = within(await screen.findByRole('dialog', { name: 'Record refund' }))
    const amount = dialog.getByRole<HTMLInputElement>('textbox', { name: /Amount in USD/ })
    expect(amount.value).toBe('20.00')
    fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Closed for a week' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Record refund' }))
    await waitFor(() =>
      expect(sent('refunds.record')).toMatchObject([
        { subscriptionId: 'sub_1', periodStart, amountMinor: 2_000, reason: 'Closed for a week' },
      ]),
    )
  })

  it('whose refund was already reported is refunded again only after confirmation', async () => {
    const already = 'A refund of 29.00 USD of this charge was already reported.'
    const sent = renderCharge([], {
      'refunds.record': (input) => {
        if ((input as { isAnother?: boolean }).isAnother) return { id: 'ref_9' }
        throw new ORPCError('CONFLICT', { message: already, data: { reason: 'ALREADY_RECORDED' } })
      },
    })
    await press(/^Record refund… .+, /)
    const dialog = within(await screen.findByRole('dialog', { name: 'Record refund' }))
    fireEvent.change(dialog.getByRole('textbox', { name: /Reason/ }), { target: { value: 'Closed for a week' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Record refund' }))
    expect(await dialog.findByText(already)).toBeTruthy()
    expect(sent('refunds.record')).toMatchObject([{ amountMinor: 2_900 }])
    fireEvent.change(dialog.getByRole('textbox', { name: /Amount/ }), { target: { value: '28.00' } })
    expect(dialog.getByRole('button', { name: 'Record refund' })).toBeTruthy()
    fireEvent.change(dialog.getByRole('textbox', { name: /Amount/ }), { target: { value: '29.00' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Record another refund' }))
    await waitFor(() => expect(sent('refunds.record')[1]).toMatchObject({ amountMinor: 2_900, isAnother: true }))
  })

  it('is refunded once, although the response and then the page are lost', async () => {
    const typeReason = async () => {
      await press(/^Record refund… .+, /)
      const dialog = within(await screen.findByRole('dialog', { name: 'Record refund' }))
      return { dialog, reason: dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /Reason/ }) }
    }
    const lost = renderCharge([], {
      'refunds.record': () => {
        throw new TypeError('Failed to fetch')
      },
    })
    const first = await typeReason()
    fireEvent.change(first.reason, { target: { value: 'Closed for a week' } })
    fireEvent.click(first.dialog.getByRole('button', { name: 'Record refund' }))
    await waitFor(() => expect(lost('refunds.record')).toHaveLength(1))
    expect(await first.dialog.findByRole('alert')).toBeTruthy()
    lost.unmount()
    const again = renderCharge([], { 'refunds.record': () => ({ id: 'ref_9' }) })
    const second = await typeReason()
    expect(second.reason.value).toBe('Closed for a week')
    fireEvent.click(second.dialog.getByRole('button', { name: 'Record refund' }))
    await waitFor(() => expect(again('refunds.record')).toEqual(lost('refunds.record')))
  })

  it('that a dispute holds is released after confirmation', async () => {
    const dispute = buildRefundRow({ kind: 'dispute', status: 'open', isHeld: true })
    const sent = renderCharge([dispute], { 'refunds.release': () => ({ id: 'ref_1' }) })
    expect(await screen.findByText('on hold until decided')).toBeTruthy()
    await press('Release charge')
    const dialog = within(await screen.findByRole('dialog', { name: 'Release this charge?' }))
    fireEvent.click(dialog.getByRole('button', { name: 'Release charge' }))
    await waitFor(() => expect(sent('refunds.release')).toEqual([{ refundId: 'ref_1' }]))
  })

  it('has no actions for owners', async () => {
    renderCharge([buildRefundRow({ kind: 'dispute', status: 'open', isHeld: true })], {}, 'merchant_owner')
    expect(await screen.findByText('Dispute open')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('the open disputes of a merchant', () => {
  function Billing() {
    return useSession().session && <OpenDisputes merchantId="mer_1" />
  }

  it('show their pass, and mark a refund that waits for its charge', async () => {
    renderConsole(
      <SessionProvider>
        <Billing />
      </SessionProvider>,
      {
        'sessions.current': () => buildSession({ role: 'merchant_owner', merchantIds: ['mer_1'] }),
        'refunds.list': () => ({
          rows: [
            buildRefundRow({ kind: 'dispute', status: 'open', isHeld: true, subscriberName: 'Ana P.' }),
            buildRefundRow({ id: 'ref_2', periodStart: null, subscriberName: 'Bob K.' }),
          ],
        }),
      },
    )
    expect(await screen.findByText(/Ana P\., Daily Cup, period from/)).toBeTruthy()
    expect(screen.getByText('Bob K., Daily Cup, waits for its charge')).toBeTruthy()
  })
})
