import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const token = 'tok_1234567890123456'
const open = { valid: true, purpose: 'password_reset', state: 'open' }

function openReset(answers: Answers = {}, session: ReturnType<typeof sessionOf> | null = null) {
  const view = renderAddress(`/auth/reset-password?token=${token}`, session, {
    'signIn.checkLink': () => open,
    'signIn.resetPassword': () => ({ success: true }),
    'signIn.requestPasswordReset': () => ({ success: true }),
    ...answers,
  })
  const user = userEvent.setup()
  const setPassword = async (password: string) => {
    await user.type(await screen.findByLabelText('Password'), password)
    await user.type(screen.getByLabelText('Confirm password'), password)
    await user.click(screen.getByRole('button', { name: 'Set password' }))
  }
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, user, setPassword, called }
}

describe('/auth/reset-password', () => {
  it('opened while signed in asks, goes on, and ends that session', async () => {
    const { user, setPassword, called, here } = openReset(
      { 'sessions.signOut': () => ({ success: true }) },
      sessionOf({ email: 'other@quaff.test' }),
    )
    expect(await screen.findByText('You’re signed in as other@quaff.test.')).toBeTruthy()
    expect(here()).toBe('/auth/reset-password')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await setPassword('tea-kettle-42')
    expect(await screen.findByRole('heading', { name: 'Password updated' })).toBeTruthy()
    expect(called('signIn.resetPassword')).toEqual([{ token, password: 'tea-kettle-42' }])
    expect(called('sessions.signOut')).toHaveLength(1)
  })

  it.each([
    ['used', 'This link was already used.'],
    ['expired', 'This link has expired.'],
    ['unknown', 'This link was replaced by a newer one.'],
  ])('says at once that the link is %s, and offers a new one', async (state, words) => {
    const { user, called } = openReset({ 'signIn.checkLink': () => ({ valid: false, purpose: null, state }) })
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(screen.queryByLabelText('Password')).toBeNull()
    await user.type(screen.getByLabelText('Email'), 'maya@quaff.test')
    await user.click(screen.getByRole('button', { name: 'Email me a reset link' }))
    await waitFor(() => expect(called('signIn.requestPasswordReset')).toEqual([{ email: 'maya@quaff.test' }]))
  })

  it.each([open, { valid: false, purpose: null, state: 'expired' }])(
    'speaks to anyone who never had a password as well: %o',
    async (check) => {
      openReset({ 'signIn.checkLink': () => check })
      expect(await screen.findByRole('heading', { name: 'Choose a password' })).toBeTruthy()
      expect(document.title).toContain('Choose a password')
    },
  )

  it('refuses a common password where it is typed, without asking the server', async () => {
    const { setPassword, called } = openReset()
    await setPassword('qwerty123')
    expect(await screen.findByText('This password is too common. Choose another one.')).toBeTruthy()
    expect(called('signIn.resetPassword')).toEqual([])
  })

  it('that is spent in another window in the meantime says so too', async () => {
    let state = 'open'
    const { setPassword } = openReset({
      'signIn.checkLink': () => (state === 'open' ? open : { valid: false, purpose: null, state }),
      'signIn.resetPassword': () => {
        state = 'used'
        throw new ORPCError('BAD_REQUEST', { message: 'Invalid or expired sign-in link' })
      },
    })
    await setPassword('tea-kettle-42')
    expect(await screen.findByText(/This link was already used/)).toBeTruthy()
  })

  it('takes the token out of the address bar', async () => {
    const { here } = openReset()
    await waitFor(() => expect(here()).toBe('/auth/reset-password'))
  })
})
