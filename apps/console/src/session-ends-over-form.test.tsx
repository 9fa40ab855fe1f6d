import { ORPCError } from '@orpc/client'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { sessionsApi } from '@quaff/features/sessions/console/session-widget'
import type { Session } from '@quaff/features/sessions/contract'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const maya = sessionOf()
const other = { ...maya, user: { ...maya.user, uid: 'usr_2', email: 'lev@quaff.test', displayName: 'Lev Aster' } }

/** Opens "Edit profile"; `sign` changes who the server says is signed in. */
async function openProfile(answers: Answers = {}) {
  let current: Session | null = maya
  const view = renderAddress('/affiliates', maya, {
    'sessions.current': () => current,
    'signIn.withPassword': () => (current = maya),
    ...answers,
  })
  const sign = async (session: Session | null) => {
    current = session
    await view.client.invalidateQueries({ queryKey: sessionsApi.current.key() })
  }
  const user = userEvent.setup()
  await user.click(await screen.findByTitle('Maya Lindqvist'))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit profile', hidden: true }))
  const phone = await screen.findByRole('textbox', { name: 'Phone number', hidden: true })
  return { ...view, user, sign, phone }
}

const cover = () => screen.findByRole('alertdialog', { name: 'Your session has ended' })

describe('a session that ends over a changed form', () => {
  it('covers the form, and gives it back to the same person', async () => {
    const { user, sign, phone, calls } = await openProfile({ 'users.updateProfile': () => ({ success: true }) })
    await user.type(phone, '+44 20 7946 0000')
    await sign(null)
    const requested = await cover()
    expect(requested.getAttribute('aria-describedby')).toBeTruthy()
    expect(within(requested).getByText('Sign in again to continue. Nothing you entered is lost.')).toBeTruthy()
    const email = await within(requested).findByRole('textbox', { name: 'Email' })
    expect(email).toHaveProperty('value', 'maya@quaff.test')
    expect(email).toHaveProperty('readOnly', true)
    expect(within(requested).queryByText('Register for access')).toBeNull()
    const password = within(requested).getByLabelText('Password')
    await waitFor(() => expect(document.activeElement).toBe(password))
    await user.type(password, 'secret-1')
    await user.click(within(requested).getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(phone.isConnected).toBe(true)
    expect(phone).toHaveProperty('value', '+44 20 7946 0000')
    await user.click(screen.getByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(calls.some(({ name }) => name === 'users.updateProfile')).toBe(true))
    expect(calls.find(({ name }) => name === 'users.updateProfile')?.input).toMatchObject({
      phoneNumber: '+44 20 7946 0000',
    })
  })

  it('stays away when a slow answer from before the sign-in arrives', async () => {
    let isHeld = false
    let answer: (session: Session | null) => void = () => undefined
    let current: Session | null = maya
    const { user, phone, client } = await openProfile({
      'sessions.current': () => (isHeld ? new Promise((resolve) => (answer = resolve)) : current),
      'signIn.withPassword': () => maya,
    })
    await user.type(phone, '1')
    current = null
    await client.invalidateQueries({ queryKey: sessionsApi.current.key() })
    const password = await within(await cover()).findByLabelText('Password')
    isHeld = true
    void client.invalidateQueries({ queryKey: sessionsApi.current.key() })
    await user.type(password, 'secret-1')
    await user.click(within(await cover()).getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await act(async () => answer(null))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(phone).toHaveProperty('value', '1')
  })

  it('goes away when the same person signs in within another tab', async () => {
    const { user, sign, phone } = await openProfile()
    await user.type(phone, '1')
    await sign(null)
    await cover()
    await sign({ ...maya })
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(phone.isConnected).toBe(true)
  })

  it('closes the form when another person signs in', async () => {
    const { user, sign, phone } = await openProfile()
    await user.type(phone, '1')
    await sign(null)
    await cover()
    await sign(other)
    expect(await screen.findByTitle('Lev Aster')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(phone.isConnected).toBe(false)
  })

  it('leads to the sign-in page with another account', async () => {
    const { user, sign, phone, here } = await openProfile()
    await user.type(phone, '1')
    await sign(null)
    await user.click(await within(await cover()).findByRole('button', { name: 'Use another account' }))
    await waitFor(() => expect(here()).toBe('/auth/login?from=%2Faffiliates'))
    expect(phone.isConnected).toBe(false)
  })

  it('says in the cover that a password is wrong', async () => {
    const { user, sign, phone } = await openProfile({
      'signIn.withPassword': () => {
        throw new ORPCError('UNAUTHORIZED', { message: 'Invalid email or password.' })
      },
    })
    await user.type(phone, '1')
    await sign(null)
    const requested = await cover()
    await user.type(await within(requested).findByLabelText('Password'), 'secret-1')
    await user.click(within(requested).getByRole('button', { name: 'Sign in' }))
    expect(await within(requested).findByText('Invalid email or password.')).toBeTruthy()
  })

  it('answers no key of the page beneath', async () => {
    const { user, sign, phone } = await openProfile()
    await user.type(phone, '1')
    await sign(null)
    await within(await cover()).findByLabelText('Password')
    await user.keyboard('{Escape}{Control>}k{/Control}')
    expect(await cover()).toBeTruthy()
    expect(screen.queryByText('Discard what you typed?')).toBeNull()
    expect(screen.queryByRole('dialog', { name: 'Command palette', hidden: true })).toBeNull()
  })

  it('goes to the sign-in page immediately if nothing is typed', async () => {
    const { sign, here } = await openProfile()
    await sign(null)
    await waitFor(() => expect(here()).toBe('/auth/login?from=%2Faffiliates&why=other'))
  })
})

describe('Edit profile', () => {
  it('asks before Escape and Cancel throw typed text away', async () => {
    const { user, phone } = await openProfile()
    await user.type(phone, '1')
    await user.keyboard('{Escape}')
    expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(phone.isConnected).toBe(false))
  })

  it('asks before a sign-out', async () => {
    const { user, phone, calls, here } = await openProfile({ 'sessions.signOut': () => ({ success: true }) })
    await user.type(phone, '1')
    await user.click(screen.getByTitle('Maya Lindqvist'))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out', hidden: true }))
    expect(await screen.findByText('Discard what you typed?')).toBeTruthy()
    expect(calls.some(({ name }) => name === 'sessions.signOut')).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(here()).toBe('/auth/login'))
  })
})
