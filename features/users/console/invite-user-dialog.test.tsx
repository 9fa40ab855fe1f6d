import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { rememberedEmail } from '@quaff/features/sign-in/console/remembered-email-widget'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { InviteUserDialog } from './invite-user-dialog'

const wren = { id: 'mer_1', name: 'Wren & Rye', logoUrl: null, temporary: false }
const ownerSession = buildSession({ role: 'merchant_owner', merchantIds: ['mer_1'], assigned: wren })

async function openInvite(answers: Answers = {}) {
  const onClose = vi.fn()
  const onShow = vi.fn()
  function Inside() {
    return useSession().session && <InviteUserDialog onClose={onClose} onShow={onShow} />
  }
  const view = renderConsole(
    <SessionProvider>
      <Inside />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'merchants.options': () => [
        { id: 'mer_1', name: 'Wren & Rye', logoUrl: null, status: 'active', isLive: true },
        { id: 'mer_2', name: 'Tide & Bean', logoUrl: null, status: 'active', isLive: true },
      ],
      'users.invite': () => ({ success: true, userId: 'usr_new' }),
      'users.previewInvitation': (input: object) => ({
        subject: 'Your invitation',
        html: `<html><head></head><body><p>As ${'role' in input ? String(input.role) : ''}</p></body></html>`,
      }),
      ...answers,
    },
  )
  await screen.findByRole('dialog', { name: 'Invite user' })
  const type = (label: RegExp, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })
  const inputsOf = (name: string) => () => view.calls.filter((call) => call.name === name).map((call) => call.input)
  const sent = inputsOf('users.invite')
  return { onClose, onShow, type, sent, previewed: inputsOf('users.previewInvitation'), user: userEvent.setup() }
}
const send = () => screen.getByRole('button', { name: 'Send invitation' })

describe('invite dialog', () => {
  it('offers an administrator every role of the console as a card with its text and its rights in words', async () => {
    await openInvite()
    expect(screen.getAllByRole('radio')).toHaveLength(3)
    expect(screen.getByText(/^Full platform access: view and edit all merchants, .*manage administrators/)).toBeTruthy()
    expect(screen.getByText(/^Manage assigned merchants: view and edit assigned merchants/)).toBeTruthy()
    expect(screen.getByText(/^View assigned merchants: /).textContent).not.toContain('edit')
    expect(screen.queryByText('No console access')).toBeNull()
  })

  it('offers an owner owners and viewers only, for the own merchant, and no new venue', async () => {
    const { type, sent, user } = await openInvite({ 'sessions.current': () => ownerSession })
    expect(screen.getAllByRole('radio')).toHaveLength(2)
    expect(screen.queryByRole('button', { name: 'New venue' })).toBeNull()
    type(/^Email/, 'sam@wren.test')
    await user.click(screen.getByRole('radio', { name: /^Viewer/ }))
    await user.click(send())
    await waitFor(() =>
      expect(sent()).toEqual([{ email: 'sam@wren.test', role: 'merchant_viewer', merchantIds: ['mer_1'] }]),
    )
  })

  it('picks the first match with Enter, and waits for the answer to the typed words', async () => {
    const { type, sent, user } = await openInvite({
      'merchants.options': ({ q = '' }: { q?: string }) =>
        [
          { id: 'mer_1', name: 'Wren & Rye', logoUrl: null, status: 'active', isLive: true },
          { id: 'mer_2', name: 'Tide & Bean', logoUrl: null, status: 'active', isLive: true },
          { id: 'mer_3', name: 'Tide Kiosk', logoUrl: null, status: 'active', isLive: true },
        ].filter(({ name }) => name.toLowerCase().includes(q)),
    })
    type(/^Email/, 'noor@marlow.test')
    const merchants = screen.getByRole('combobox', { name: /^Merchants/ })
    await user.click(merchants)
    await user.type(merchants, 'tide{Enter}')
    expect(await screen.findByText('Tide & Bean')).toBeTruthy()
    await waitFor(() => expect(merchants).toHaveProperty('value', ''))
    await user.type(merchants, 'kiosk')
    await waitFor(() => expect(screen.getAllByRole('option', { hidden: true })).toHaveLength(1))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Tide Kiosk')).toBeTruthy()
    await waitFor(() => expect(merchants).toHaveProperty('value', ''))
    await user.type(merchants, 'nowhere{Enter}')
    expect(await screen.findByText('No merchants found.')).toBeTruthy()
    expect(sent()).toEqual([])
    await user.click(send())
    await waitFor(() => expect(sent()).toMatchObject([{ merchantIds: ['mer_2', 'mer_3'] }]))
  })

  it('§7 sends once for a double click, remembers the address in this browser, and closes', async () => {
    const { type, sent, onClose, user } = await openInvite()
    type(/^Email/, ' noor@marlow.test ')
    type(/^Display name/, 'Noor Haddad')
    await user.click(screen.getByRole('combobox', { name: /^Merchants/ }))
    await user.click(await screen.findByRole('option', { name: 'Tide & Bean', hidden: true }))
    fireEvent.click(send())
    fireEvent.click(send())
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
    expect(sent()).toEqual([
      { email: 'noor@marlow.test', displayName: 'Noor Haddad', role: 'merchant_owner', merchantIds: ['mer_2'] },
    ])
    expect(rememberedEmail.read()).toBe('noor@marlow.test')
  })

  it('asks for an address and for a merchant before it sends anything', async () => {
    const { sent, user } = await openInvite()
    await user.click(send())
    expect(await screen.findByText('Invalid email address')).toBeTruthy()
    expect(screen.getByText('Choose at least one merchant for this role.')).toBeTruthy()
    expect(sent()).toHaveLength(0)
  })

  it('brings in an owner with a new venue, and drops what was chosen for another role', async () => {
    const { type, sent, user } = await openInvite()
    type(/^Email/, 'noor@marlow.test')
    await user.click(screen.getByRole('button', { name: 'New venue' }))
    await user.click(send())
    expect(await screen.findByText('Enter the name of the venue')).toBeTruthy()
    type(/^Name of the venue/, 'Marlow Street')
    await user.click(send())
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]).toEqual({
      email: 'noor@marlow.test',
      role: 'merchant_owner',
      merchantIds: [],
      newVenueName: 'Marlow Street',
    })
  })

  it('asks an administrator-to-be for no merchant', async () => {
    const { type, sent, user } = await openInvite()
    type(/^Email/, 'ida@quaff.test')
    await user.click(screen.getByRole('radio', { name: /^Admin/ }))
    expect(screen.queryByRole('combobox', { name: /^Merchants/ })).toBeNull()
    await user.click(send())
    await waitFor(() => expect(sent()).toEqual([{ email: 'ida@quaff.test', role: 'quaff_admin', merchantIds: [] }]))
  })

  it('shows the mail that the server would send, again for each role, in a frame that may do nothing', async () => {
    const { user, previewed } = await openInvite()
    const frame = () => screen.findByTitle<HTMLIFrameElement>('Your invitation')
    expect((await frame()).srcdoc).toContain('<p>As merchant_owner</p>')
    expect((await frame()).getAttribute('sandbox')).toBe('')
    await user.click(screen.getByRole('radio', { name: /^Admin/ }))
    await waitFor(async () => expect((await frame()).srcdoc).toContain('<p>As quaff_admin</p>'))
    expect(previewed()).toEqual([
      { role: 'merchant_owner', merchantIds: [] },
      { role: 'quaff_admin', merchantIds: [] },
    ])
  })

  it('addresses the preview in the script of the domain, however the browser reports it', async () => {
    const { type } = await openInvite()
    type(/^Email/, 'Hallo@xn--mller-kaffee-dlb.de')
    expect(await screen.findByText('To hallo@müller-kaffee.de')).toBeTruthy()
  })

  it('asks for the mail of a new venue once its name was typed', async () => {
    const { type, user, previewed } = await openInvite()
    await user.click(screen.getByRole('button', { name: 'New venue' }))
    type(/^Name of the venue/, 'Marlow')
    type(/^Name of the venue/, 'Marlow Street')
    await waitFor(() =>
      expect(previewed().at(-1)).toEqual({ role: 'merchant_owner', merchantIds: [], newVenueName: 'Marlow Street' }),
    )
    expect(previewed()).toHaveLength(2)
  })

  it('says that the mail could not be shown, and lets one invite all the same', async () => {
    await openInvite({
      'users.previewInvitation': () => {
        throw new ORPCError('NOT_FOUND')
      },
    })
    expect(await screen.findByText('Couldn’t show the email.')).toBeTruthy()
    expect(send()).toHaveProperty('disabled', false)
  })

  it.each([
    [
      'its own text',
      () => ({ success: false, error: 'This person is already invited.' }),
      'This person is already invited.',
    ],
    ['the specified text where there is none', () => ({ success: false }), 'Failed to create admin user'],
    [
      'the specified text when the server fails',
      () => {
        throw new ORPCError('INTERNAL_SERVER_ERROR', { message: 'Our side.', data: { reason: 'UNEXPECTED' } })
      },
      'Failed to create admin user',
    ],
    [
      'that the outcome is unknown without a connection',
      () => {
        throw new TypeError('Failed to fetch')
      },
      'We couldn’t confirm this was saved. Try again; it won’t be saved twice.',
    ],
    [
      'the refusal of a missing right',
      () => {
        throw new ORPCError('FORBIDDEN', { message: 'Your role can’t invite users with this role.' })
      },
      'Your role can’t invite users with this role.',
    ],
  ])('§8 keeps what was typed and shows %s', async (_case, answer, text) => {
    const { type, onClose, user } = await openInvite({ 'users.invite': answer })
    type(/^Email/, 'noor@marlow.test')
    await user.click(screen.getByRole('radio', { name: /^Admin/ }))
    await user.click(send())
    expect((await screen.findByRole('alert')).textContent).toContain(text)
    expect(screen.getByRole('textbox', { name: /^Email/ })).toHaveProperty('value', 'noor@marlow.test')
    expect(rememberedEmail.read()).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('leads an administrator to the account that has the address', async () => {
    const answer = { success: false, error: 'This person already has an account.', userId: 'usr_9' }
    const { type, onShow, user } = await openInvite({ 'users.invite': () => answer })
    type(/^Email/, 'noor@marlow.test')
    await user.click(screen.getByRole('radio', { name: /^Admin/ }))
    await user.click(send())
    await user.click(await screen.findByRole('button', { name: 'Open the account' }))
    expect(onShow).toHaveBeenCalledWith('usr_9')
  })

  it('asks before it throws typed text away', async () => {
    const { type, onClose, user } = await openInvite()
    type(/^Email/, 'noor')
    await user.click(screen.getByRole('button', { name: 'Close' }))
    expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
  })
})
