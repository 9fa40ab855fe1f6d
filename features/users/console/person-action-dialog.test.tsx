import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { UserRow } from '../contract'
import { buildUserRecord, buildUserRow } from '../testing/user-row-factory'
import { PersonActionDialog, type DialogAction } from './person-action-dialog'

const wren = { id: 'mer_1', name: 'Wren & Rye', logoUrl: null, temporary: false }
const owner = buildSession({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: wren })
const stale = () => {
  throw new ORPCError('CONFLICT', { message: 'Stale', data: { reason: 'STALE_VERSION' } })
}

async function openDialog(action: DialogAction, person: Partial<UserRow> = {}, answers: Answers = {}) {
  const onClose = vi.fn()
  const onDone = vi.fn()
  const opened = buildUserRow(person)
  function Inside() {
    return (
      useSession().session && <PersonActionDialog action={action} person={opened} onClose={onClose} onDone={onDone} />
    )
  }
  const view = renderConsole(
    <SessionProvider>
      <Inside />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'merchants.options': () => [
        { id: 'mer_3', name: 'Juniper Social', logoUrl: null, status: 'active', isLive: true },
      ],
      [`users.${action}`]: () => ({ success: true }),
      ...answers,
    },
  )
  const dialog = await screen.findByRole('dialog')
  const sent = () => view.calls.filter((call) => call.name === `users.${action}`).map((call) => call.input)
  const fill = (name: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  return { onClose, onDone, dialog, sent, fill, user: userEvent.setup() }
}
const button = (name: string) => screen.getByRole('button', { name })

describe('change of role', () => {
  it('shows the rights that change, and only those, from the table of the code', async () => {
    const { user } = await openDialog('updateRole')
    expect(screen.getByText('This changes no permissions.')).toBeTruthy()
    const rows = () => screen.getAllByRole('row').map(({ textContent }) => textContent)
    await user.click(screen.getByRole('radio', { name: /^Viewer/ }))
    expect(rows()).toEqual(['RightChange', 'Edit assigned merchantsLost', 'Manage billingLost'])
    await user.click(screen.getByRole('radio', { name: /^Admin/ }))
    expect(rows()).toContain('Manage administratorsGained')
    expect(screen.queryByText('View payouts')).toBeNull()
  })

  it('marks the role that the person has now', async () => {
    const { user } = await openDialog('updateRole')
    await user.click(screen.getByRole('radio', { name: /^Admin/ }))
    const marked = screen.getAllByRole('radio', { name: /current/ })
    expect(marked.map((radio) => [radio.getAttribute('value'), Reflect.get(radio, 'checked')])).toEqual([
      ['merchant_owner', false],
    ])
  })

  it('sends role, merchants and the version; an administrator keeps no merchants', async () => {
    const { user, sent, onDone } = await openDialog('updateRole')
    await user.click(screen.getByRole('radio', { name: /^Admin/ }))
    await user.click(button('Change role'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(sent()).toEqual([{ userId: 'usr_7', version: 3, role: 'quaff_admin', merchantIds: [] }])
  })

  it('asks for a merchant where the role works for one', async () => {
    const { user, sent } = await openDialog('updateRole', { role: 'quaff_admin', merchants: [] })
    await user.click(screen.getByRole('radio', { name: /^Viewer/ }))
    await user.click(button('Change role'))
    expect(await screen.findByText('Choose at least one merchant for this role.')).toBeTruthy()
    expect(sent()).toHaveLength(0)
    await user.click(screen.getByRole('combobox', { name: /^Merchants/ }))
    await user.click(await screen.findByRole('option', { name: 'Juniper Social', hidden: true }))
    await user.click(button('Change role'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toMatchObject({ role: 'merchant_viewer', merchantIds: ['mer_3'] })
  })

  it('keeps the choice when someone was faster, and sends it with the new version', async () => {
    let isStale = true
    const { user, sent, onDone } = await openDialog(
      'updateRole',
      {},
      {
        'users.updateRole': () => (isStale ? stale() : { success: true }),
        'users.get': () => buildUserRecord({ version: 9 }),
      },
    )
    await user.click(screen.getByRole('radio', { name: /^Viewer/ }))
    await user.click(button('Change role'))
    isStale = false
    await user.click(await screen.findByRole('button', { name: 'Load the saved version' }))
    await waitFor(() => expect(screen.queryByText(/was changed while you were editing/)).toBeNull())
    expect(screen.getByRole('radio', { name: /^Viewer/ })).toHaveProperty('checked', true)
    await user.click(button('Change role'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(sent()[1]).toMatchObject({ version: 9, role: 'merchant_viewer' })
  })

  it.each([
    [
      'the refusal of the server',
      () => new ORPCError('CONFLICT', { message: 'This is the last active administrator.' }),
      'This is the last active administrator.',
    ],
    [
      'an unknown outcome without a connection',
      () => new TypeError('Failed to fetch'),
      'We couldn’t confirm this was saved.',
    ],
    ['"Not authenticated" when signed out in the meantime', () => new ORPCError('UNAUTHORIZED'), 'Not authenticated'],
  ])('§8 shows %s inline', async (_case, error, text) => {
    const { user, onDone } = await openDialog(
      'updateRole',
      {},
      {
        'users.updateRole': () => {
          throw error()
        },
      },
    )
    await user.click(button('Change role'))
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(onDone).not.toHaveBeenCalled()
  })
})

describe('at a fault of the server', () => {
  it.each<[DialogAction, Partial<UserRow>, RegExp | null, string]>([
    ['updateRole', {}, null, 'Failed to update user role'],
    ['delete', {}, /^Type/, 'Failed to delete user'],
    ['sendPasswordReset', {}, null, 'Failed to send password reset'],
    ['approve', { status: 'pending_approval', hasApplication: true }, null, 'Failed to approve user registration'],
    ['reject', { status: 'pending_approval' }, /^Reason/, 'Failed to reject user registration'],
  ])('§8 %s shows its text of the specification and stays open', async (action, person, field, text) => {
    const { user, fill, dialog, onDone } = await openDialog(action, person, {
      [`users.${action}`]: () => {
        throw new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Our side.', data: { reason: 'UNEXPECTED' } })
      },
    })
    if (field) fill(field, action === 'delete' ? 'dana@wrenandrye.test' : 'Not a venue')
    const submit = /^(Change role|Delete permanently|Send password reset|Approve and invite|Reject)$/
    await user.click(within(dialog).getByRole('button', { name: submit }))
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(onDone).not.toHaveBeenCalled()
  })
})

describe('registrations', () => {
  const applicant: Partial<UserRow> = { status: 'pending_approval', merchants: [] }

  it('§7 approves with the merchants picked, and remembers the address', async () => {
    const { user, sent, onDone } = await openDialog('approve', applicant)
    await user.click(button('Approve and invite'))
    expect(await screen.findByText('Choose at least one merchant for this role.')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: /^Merchants/ }))
    await user.click(await screen.findByRole('option', { name: 'Juniper Social', hidden: true }))
    await user.click(button('Approve and invite'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(sent()).toEqual([{ userId: 'usr_7', merchantIds: ['mer_3'] }])
    expect(rememberedEmail.read()).toBe('dana@wrenandrye.test')
  })

  it('approves someone with a venue of their own without other merchants', async () => {
    const { user, sent } = await openDialog('approve', { ...applicant, hasApplication: true })
    await user.click(button('Approve and invite'))
    await waitFor(() => expect(sent()).toEqual([{ userId: 'usr_7', merchantIds: [] }]))
  })

  it('refuses to reject without a reason', async () => {
    const { user, sent, fill, onDone } = await openDialog('reject', applicant)
    fill(/^Reason/, '   ')
    await user.click(button('Reject'))
    expect(await screen.findByText('Enter a reason')).toBeTruthy()
    expect(sent()).toHaveLength(0)
    fill(/^Reason/, ' Not a coffee shop. ')
    await user.click(button('Reject'))
    await waitFor(() => expect(onDone).toHaveBeenCalled())
    expect(sent()).toEqual([{ userId: 'usr_7', reason: 'Not a coffee shop.' }])
  })
})

describe('suspending and deleting', () => {
  it('suspends without a reason, with the version', async () => {
    const { user, sent } = await openDialog('suspend')
    await user.click(button('Suspend'))
    await waitFor(() => expect(sent()).toEqual([{ userId: 'usr_7', version: 3 }]))
  })

  it('deletes only by typing the address', async () => {
    const { user, sent, fill, onDone } = await openDialog('delete')
    fill(/^Type/, 'dana@wrenandrye.tes')
    await user.click(button('Delete permanently'))
    expect(await screen.findByText('The email doesn’t match. Type it exactly as shown.')).toBeTruthy()
    expect(sent()).toHaveLength(0)
    fill(/^Type/, 'dana@wrenandrye.test')
    const submit = button('Delete permanently')
    fireEvent.click(submit)
    fireEvent.click(submit)
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('delete', expect.any(String), { isGone: true }))
    expect(sent()).toEqual([{ userId: 'usr_7', version: 3, confirmEmail: 'dana@wrenandrye.test' }])
  })
})

describe('invitations and teams', () => {
  it.each(['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'])(
    'shows an internationalized address in its own script, and deletes by typing %s',
    async (typed) => {
      const { user, sent } = await openDialog('delete', { email: 'info@xn--80a1acny.xn--p1ai' })
      await user.type(screen.getByRole('textbox', { name: 'Type “info@почта.рф” to confirm' }), typed)
      await user.click(button('Delete permanently'))
      await waitFor(() => expect(sent()).toEqual([expect.objectContaining({ confirmEmail: typed })]))
    },
  )

  it('corrects a pending address: another one, a valid one', async () => {
    const { user, sent, fill } = await openDialog('correctEmail', { status: 'pending' })
    await user.click(button('Correct and send'))
    expect(await screen.findByText('This is already their email.')).toBeTruthy()
    fill(/^Email/, 'dana@wren')
    await user.click(button('Correct and send'))
    expect(await screen.findByText('Invalid email address')).toBeTruthy()
    expect(sent()).toHaveLength(0)
    fill(/^Email/, 'dana@wren.test')
    await user.click(button('Correct and send'))
    await waitFor(() => expect(sent()).toEqual([{ userId: 'usr_7', version: 3, email: 'dana@wren.test' }]))
  })

  it.each(['cancelInvitation', 'sendPasswordReset'] as const)('asks before %s', async (action) => {
    const { user, sent, dialog } = await openDialog(action)
    expect(sent()).toHaveLength(0)
    const name = action === 'cancelInvitation' ? 'Cancel invitation' : 'Send password reset'
    await user.click(within(dialog).getByRole('button', { name }))
    await waitFor(() => expect(sent()).toEqual([{ userId: 'usr_7' }]))
  })

  it('removes someone from the merchant that is chosen', async () => {
    const { user, sent } = await openDialog('removeFromMerchant', {}, { 'sessions.current': () => owner })
    expect(screen.getByText('Remove Dana Whitlock from Wren & Rye?')).toBeTruthy()
    await user.click(button('Remove'))
    await waitFor(() => expect(sent()).toEqual([{ userId: 'usr_7', merchantId: 'mer_1' }]))
  })
})
