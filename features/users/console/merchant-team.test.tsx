import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { UserRow } from '../contract'
import { MerchantTeam } from './merchant-team-widget'
import { TransferMerchantDialog } from './transfer-merchant-widget'

const person = (change: Partial<UserRow> = {}): UserRow => ({
  id: 'usr_dana',
  email: 'dana@wren.test',
  emailIsPlaceholder: false,
  displayName: 'Dana Whitlock',
  photoURL: null,
  role: 'merchant_owner',
  status: 'active',
  merchants: [{ id: 'mer_1', name: 'Wren & Rye' }],
  createdAt: new Date('2026-01-01T00:00:00Z'),
  lastActive: null,
  subscriptionCount: 0,
  version: 1,
  erasedAt: null,
  isLastAdministrator: false,
  ownsMerchant: false,
  worksElsewhere: false,
  hasApplication: false,
  roleIsNotGiven: false,
  ...change,
})
const page = (rows: UserRow[]) => ({ rows, hasMore: false, nextCursor: null, total: rows.length })

function Inside({ children }: { children: React.ReactNode }) {
  return useSession().session ? children : null
}
function renderTeam(ui: React.ReactNode, answers: Answers, role = 'quaff_admin') {
  const view = renderConsole(
    <SessionProvider>
      <Inside>{ui}</Inside>
    </SessionProvider>,
    {
      'sessions.current': () => buildSession({ role, merchantIds: role === 'quaff_admin' ? [] : ['mer_1'] }),
      'users.list': () => page([person(), person({ id: 'usr_ola', displayName: 'Ola', email: 'ola@wren.test' })]),
      ...answers,
    },
  )
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map((call) => call.input)
  return { ...view, inputs, user: userEvent.setup() }
}

describe('team of a merchant', () => {
  it('lists invited addresses apart from the team, with resend and revoke for owners', async () => {
    const invitation = {
      id: 'inv_1',
      email: 'sam@people.test',
      role: 'merchant_viewer',
      merchant: { id: 'mer_1', name: 'Wren' },
      isExpired: false,
      sentAt: new Date('2026-03-10T12:00:00Z'),
      expiresAt: new Date('2026-03-13T12:00:00Z'),
    }
    const { inputs, user } = renderTeam(<MerchantTeam merchantId="mer_1" />, {
      'users.listInvitations': () => [invitation],
      'users.resendMerchantInvitation': () => ({ success: true }),
      'users.revokeInvitation': () => ({ success: true }),
    })
    expect(await screen.findByText('sam@people.test')).toBeTruthy()
    expect(screen.getByText('Invited')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resend invitation to sam@people.test' }))
    await user.click(screen.getByRole('button', { name: 'Revoke invitation to sam@people.test' }))
    await waitFor(() => expect(inputs('users.revokeInvitation')).toEqual([{ invitationId: 'inv_1' }]))
    expect(inputs('users.resendMerchantInvitation')).toEqual([{ invitationId: 'inv_1' }])
    expect(inputs('users.listInvitations')[0]).toEqual({ merchantId: 'mer_1' })
  })

  it('lists the people of this merchant with name, address, role and status', async () => {
    const { inputs } = renderTeam(<MerchantTeam merchantId="mer_1" />, {})
    const [first] = await screen.findAllByRole('listitem')
    for (const text of ['Dana Whitlock', 'dana@wren.test', 'Active'])
      expect(within(first!).getByText(text)).toBeTruthy()
    expect(first?.textContent).toContain('Merchant owner')
    expect(inputs('users.list')).toEqual([expect.objectContaining({ merchantId: 'mer_1' })])
  })

  it('invites to this merchant only, once for a double click', async () => {
    const { user, inputs } = renderTeam(<MerchantTeam merchantId="mer_1" />, {
      'users.invite': () => ({ success: true, userId: 'usr_new' }),
    })
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite to the team' })
    fireEvent.change(within(dialog).getByLabelText(/^Email/), { target: { value: 'sam@wren.test' } })
    await user.click(within(dialog).getByRole('radio', { name: /Merchant viewer/ }))
    const send = within(dialog).getByRole('button', { name: 'Send invitation' })
    fireEvent.click(send)
    fireEvent.click(send)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(inputs('users.invite')).toEqual([
      { email: 'sam@wren.test', role: 'merchant_viewer', merchantIds: ['mer_1'] },
    ])
  })

  it('keeps what was typed when the invitation is refused', async () => {
    const { user } = renderTeam(<MerchantTeam merchantId="mer_1" />, {
      'users.invite': () => ({
        success: false,
        error: 'This person is already invited. Resend the invitation instead.',
      }),
    })
    await user.click(await screen.findByRole('button', { name: 'Invite' }))
    fireEvent.change(await screen.findByLabelText(/^Email/), { target: { value: 'sam@wren.test' } })
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    expect(await screen.findByText(/already invited/)).toBeTruthy()
    expect(screen.getByLabelText(/^Email/)).toHaveProperty('value', 'sam@wren.test')
  })

  it('§G11 lets viewers read the list without mail actions', async () => {
    renderTeam(<MerchantTeam merchantId="mer_1" />, {}, 'merchant_viewer')
    expect(await screen.findByText('dana@wren.test')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
    const invite = screen.getByRole('button', { name: 'Invite' })
    expect(invite.getAttribute('aria-description')).toBe('Only administrators and owners can do this.')
    fireEvent.click(invite)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('never offers mail to a generated address', async () => {
    renderTeam(<MerchantTeam merchantId="mer_1" />, {
      'users.list': () => page([person({ email: 'usr@placeholder.quaff.invalid', emailIsPlaceholder: true })]),
    })
    expect(await screen.findByText('no email address')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says so when no one is there, and fails with Retry', async () => {
    renderTeam(<MerchantTeam merchantId="mer_1" />, { 'users.list': () => page([]) })
    expect(await screen.findByText('No team members yet')).toBeTruthy()
  })

  it('fails with Retry', async () => {
    let isDown = true
    const { user } = renderTeam(<MerchantTeam merchantId="mer_1" />, {
      'users.list': () => {
        if (isDown) throw new Error('down')
        return page([person()])
      },
    })
    expect(await screen.findByText('Couldn’t load team')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Dana Whitlock')).toBeTruthy()
  })
})

describe('transfer to another owner', () => {
  const merchant = { id: 'mer_1', name: 'Wren & Rye', version: 7, ownerId: 'usr_dana', ownerName: 'Dana Whitlock' }
  const dialog = (onClose = () => undefined) => (
    <TransferMerchantDialog merchantId="mer_1" merchantName="Wren & Rye" opened onClose={onClose} />
  )

  it('offers active owners but the present one, and sends the choice with the version', async () => {
    const onClose = vi.fn()
    const { user, inputs } = renderTeam(dialog(onClose), {
      'merchants.get': () => merchant,
      'users.transferMerchant': () => ({ success: true }),
    })
    await user.click(await screen.findByRole('radio', { name: /Ola/ }))
    expect(screen.queryByRole('radio', { name: /Dana/ })).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'Dana Whitlock stays in the team' }))
    await user.click(screen.getByRole('button', { name: 'Transfer' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(inputs('users.list')[0]).toMatchObject({ role: 'merchant_owner', status: 'active' })
    expect(inputs('users.transferMerchant')).toEqual([
      { merchantId: 'mer_1', version: 7, newOwnerId: 'usr_ola', keepFormerOwner: false },
    ])
  })

  it('asks for a choice, and shows a refusal inline', async () => {
    const { user } = renderTeam(dialog(), {
      'merchants.get': () => merchant,
      'users.transferMerchant': () => {
        throw new ORPCError('CONFLICT', { message: 'Only an active owner can take a merchant over.' })
      },
    })
    await screen.findByRole('radio', { name: /Ola/ })
    await user.click(screen.getByRole('button', { name: 'Transfer' }))
    expect(await screen.findByText('Choose the new owner.')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: /Ola/ }))
    await user.click(screen.getByRole('button', { name: 'Transfer' }))
    expect(await screen.findByText('Only an active owner can take a merchant over.')).toBeTruthy()
  })

  it('keeps the choice when the merchant was changed in the meantime', async () => {
    const { user } = renderTeam(dialog(), {
      'merchants.get': () => merchant,
      'users.transferMerchant': () => {
        throw new ORPCError('CONFLICT', { message: 'Stale', data: { reason: 'STALE_VERSION' } })
      },
    })
    await user.click(await screen.findByRole('radio', { name: /Ola/ }))
    await user.click(screen.getByRole('button', { name: 'Transfer' }))
    await user.click(await screen.findByRole('button', { name: 'Load the saved version' }))
    await waitFor(() => expect(screen.queryByText(/was changed while you were editing/)).toBeNull())
    expect(screen.getByRole('radio', { name: /Ola/ })).toHaveProperty('checked', true)
  })
})
