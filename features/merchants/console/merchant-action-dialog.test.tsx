import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { MerchantImpact, MerchantRecord } from '../contract'
import { buildMerchantRecord, buildPendingRecord } from '../testing/merchant-record-factory'
import { MerchantActionDialog } from './merchant-action-dialog'
import { stateReason, type MerchantAction } from './merchant-commands-widget'

const impact: MerchantImpact = {
  totalSubscribers: 150,
  activeSubscribers: 143,
  subscriptions: 160,
  redemptions: 1377,
  payouts: 3,
  owners: 2,
  deletable: false,
}

function renderAction(action: MerchantAction, merchant: MerchantRecord, answers: Answers = {}) {
  const onDone = vi.fn()
  const onClose = vi.fn()
  const view = renderConsole(
    <MerchantActionDialog action={action} merchant={merchant} onDone={onDone} onClose={onClose} />,
    { 'merchants.impact': () => impact, ...answers },
  )
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map((call) => call.input)
  return { ...view, onDone, onClose, inputs, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

describe('approve dialog', () => {
  const approved = buildMerchantRecord()

  it('names the missing steps, takes notes and says that the server decides the resulting status', async () => {
    const { user, inputs, onDone } = renderAction('approve', buildPendingRecord(), {
      'merchants.approve': () => approved,
    })
    expect(screen.getByText('Owners get an email.')).toBeTruthy()
    expect(screen.getByText('One step is missing')).toBeTruthy()
    expect(screen.getByText(/^Missing: Bank details\. Approve anyway/)).toBeTruthy()
    type('Notes', 'Called the owner')
    await user.click(button('Approve'))
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('approve', approved))
    expect(inputs('merchants.approve')).toEqual([{ merchantId: 'mer_1', notes: 'Called the owner' }])
  })

  it('§8 says "Not authenticated" inline when signed out, and keeps the notes', async () => {
    const { user, onDone } = renderAction('approve', buildPendingRecord(), {
      'merchants.approve': () => {
        throw new ORPCError('UNAUTHORIZED')
      },
    })
    type('Notes', 'Called the owner')
    await user.click(button('Approve'))
    expect(await screen.findByText('Not authenticated')).toBeTruthy()
    expect(screen.getByLabelText('Notes')).toHaveProperty('value', 'Called the owner')
    expect(onDone).not.toHaveBeenCalled()
  })

  it('approves once for a double click', async () => {
    const { inputs, onDone } = renderAction('approve', buildPendingRecord(), { 'merchants.approve': () => approved })
    const submit = button('Approve')
    fireEvent.click(submit)
    fireEvent.click(submit)
    await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
    expect(inputs('merchants.approve')).toHaveLength(1)
  })

  it('sends with Ctrl and Enter from within the notes', async () => {
    const { onDone } = renderAction('approve', buildPendingRecord(), { 'merchants.approve': () => approved })
    fireEvent.keyDown(screen.getByLabelText('Notes'), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(onDone).toHaveBeenCalled())
  })
})

describe('request changes dialog', () => {
  it('starts with what is missing, previews what the owners read, and sends both', async () => {
    const { user, inputs, onDone } = renderAction('requestChanges', buildPendingRecord(), {
      'merchants.requestChanges': () => buildMerchantRecord({ status: 'pending' }),
    })
    expect(screen.getByLabelText('Bank details')).toHaveProperty('checked', true)
    await user.click(screen.getByLabelText('Address'))
    type('Note', 'The street number is missing.')
    const preview = screen.getByRole('region', { name: 'Email preview' })
    expect(within(preview).getByText('Bank account')).toBeTruthy()
    expect(within(preview).getByText('Address')).toBeTruthy()
    expect(within(preview).getByText('The street number is missing.')).toBeTruthy()
    expect(await within(preview).findByText('2 owners get an email.')).toBeTruthy()
    await user.click(button('Send request'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(inputs('merchants.requestChanges')).toEqual([
      { merchantId: 'mer_1', version: 3, items: ['address', 'bank'], note: 'The street number is missing.' },
    ])
  })

  it('asks for a choice or a note', async () => {
    const { user, inputs } = renderAction('requestChanges', buildPendingRecord({ checklist: [] }))
    await user.click(button('Send request'))
    expect(await screen.findByText('Choose what is missing, or write a note.')).toBeTruthy()
    expect(inputs('merchants.requestChanges')).toHaveLength(0)
  })
})

describe('decline, suspend, archive and restore', () => {
  it.each([
    ['decline', 'Reject', buildPendingRecord()],
    ['suspend', 'Suspend', buildMerchantRecord()],
    ['archive', 'Archive', buildMerchantRecord()],
    ['restore', 'Restore', buildMerchantRecord({ status: 'suspended' })],
  ] as const)(
    '%s needs a reason, and says what happens to the subscribers and who is mailed',
    async (action, label, merchant) => {
      const { user, inputs, onDone } = renderAction(action, merchant, { [`merchants.${action}`]: () => merchant })
      expect(await screen.findByText(/150 subscribers \(143 active\) keep their subscriptions/)).toBeTruthy()
      const mailed = action === 'archive' ? 'No email is sent.' : '2 owners get an email.'
      expect(screen.getByText(mailed)).toBeTruthy()
      await user.click(button(label))
      expect(await screen.findByText('Enter a reason')).toBeTruthy()
      type(/^Reason/, 'Closed for good')
      await user.click(button(label))
      await waitFor(() => expect(onDone).toHaveBeenCalledWith(action, merchant))
      expect(inputs(`merchants.${action}`)).toEqual([{ merchantId: 'mer_1', version: 3, reason: 'Closed for good' }])
    },
  )

  it('keeps the reason when someone was faster, and goes on with the version that is loaded', async () => {
    const { user, inputs, onDone } = renderAction('suspend', buildMerchantRecord(), {
      'merchants.suspend': ({ version }: { version: number }) => {
        if (version === 3) throw new ORPCError('CONFLICT', { message: 'Stale', data: { reason: 'STALE_VERSION' } })
        return buildMerchantRecord({ status: 'suspended', version: 5 })
      },
      'merchants.get': () => buildMerchantRecord({ version: 4 }),
    })
    type(/^Reason/, 'Fraud')
    await user.click(button('Suspend'))
    await user.click(await screen.findByRole('button', { name: 'Load the saved version' }))
    await waitFor(() => expect(screen.queryByText(/was changed while you were editing/)).toBeNull())
    expect(screen.getByLabelText(/^Reason/)).toHaveProperty('value', 'Fraud')
    await user.click(button('Suspend'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(inputs('merchants.suspend').at(-1)).toMatchObject({ version: 4 })
  })

  it("shows the server's refusal inline", async () => {
    const { user } = renderAction('decline', buildPendingRecord(), {
      'merchants.decline': () => {
        throw new ORPCError('CONFLICT', { message: 'This merchant is already approved. Suspend it instead.' })
      },
    })
    type(/^Reason/, 'No')
    await user.click(button('Reject'))
    expect(await screen.findByText('This merchant is already approved. Suspend it instead.')).toBeTruthy()
  })
})

describe('delete dialog', () => {
  it('is refused with the counts when something belongs to the merchant', async () => {
    const { inputs } = renderAction('delete', buildMerchantRecord())
    expect(
      await screen.findByText(
        /^This merchant has 160 subscriptions, 1,377 redemptions, and 3 payouts\. Archive it instead/,
      ),
    ).toBeTruthy()
    expect(button('Delete permanently')).toHaveProperty('disabled', true)
    expect(inputs('merchants.delete')).toHaveLength(0)
  })

  it('deletes only when the name was typed', async () => {
    const { user, inputs, onDone } = renderAction('delete', buildMerchantRecord(), {
      'merchants.impact': () => ({ ...impact, subscriptions: 0, redemptions: 0, payouts: 0, deletable: true }),
      'merchants.delete': () => ({ success: true }),
    })
    await screen.findByText(/This permanently deletes/)
    type(/^Type “Wren & Rye Coffee”/, 'Wren')
    await user.click(button('Delete permanently'))
    expect(await screen.findByText('The name doesn’t match. Type it exactly as shown.')).toBeTruthy()
    type(/^Type “Wren & Rye Coffee”/, 'Wren & Rye Coffee')
    await user.click(button('Delete permanently'))
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('delete', undefined))
    expect(inputs('merchants.delete')).toEqual([{ merchantId: 'mer_1', version: 3, confirmName: 'Wren & Rye Coffee' }])
  })
})

describe('which verbs a state allows', () => {
  it.each([
    [buildPendingRecord(), ['approve', 'requestChanges', 'decline', 'archive']],
    [buildMerchantRecord(), ['suspend', 'archive']],
    [buildMerchantRecord({ needsReview: true }), ['approve', 'requestChanges', 'suspend', 'archive']],
    [buildMerchantRecord({ status: 'suspended' }), ['archive', 'restore']],
    [buildMerchantRecord({ status: 'archived' }), ['restore']],
  ])('case %#', (merchant, expected) => {
    const verbs = ['approve', 'requestChanges', 'decline', 'suspend', 'archive', 'restore'] as const
    expect(verbs.filter((verb) => stateReason(verb, merchant) === undefined)).toEqual(expected)
  })
})
