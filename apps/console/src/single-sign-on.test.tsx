import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { SingleSignOn } from '@quaff/features/sign-in/single-sign-on/contract'
import { renderAddress, sessionOf } from './testing/render-address'

const company: SingleSignOn = { name: 'Copperleaf', link: null }
const challenge = 'c'.repeat(43)
const withCompany = { 'signIn.singleSignOn': () => company }

describe('the sign-in page with an identity provider', () => {
  it('leads to it by a link that the console does not catch, with the page that was asked for', async () => {
    renderAddress(`/auth/login?${new URLSearchParams({ from: '/users?q=ada' })}`, null, withCompany)
    const link = await screen.findByRole('link', { name: 'Continue with Copperleaf' })
    expect(link.getAttribute('href')).toBe(`${window.location.origin}/auth/oidc/start?from=%2Fusers%3Fq%3Dada`)
  })

  it('has no such link without one, or while the server does not say', async () => {
    for (const answers of [undefined, { 'signIn.singleSignOn': () => Promise.reject(new Error('away')) }]) {
      const { unmount } = renderAddress('/auth/login', null, answers)
      await screen.findByRole('form', { name: 'Sign in' })
      expect(screen.queryByRole('link', { name: /Continue with/ })).toBeNull()
      unmount()
    }
  })

  it.each([
    ['no-account', 'No account uses this email. Ask an administrator to invite you.'],
    ['awaiting-approval', 'This account is waiting for approval.'],
    ['suspended', 'Your account was suspended. Contact your administrator.'],
    ['sign-in-cancelled', 'Sign-in canceled. Start again, or sign in another way.'],
    ['provider-away', 'Couldn’t reach the identity provider. Try again, or sign in another way.'],
    ['rate-limit', 'Too many sign-in attempts. Try again in a minute.'],
    ['failed', 'Failed to sign in'],
  ])('says why it ended there: %s', async (why, text) => {
    renderAddress(`/auth/login?why=${why}`, null, withCompany)
    expect(await screen.findByText(text)).toBeTruthy()
  })

  it('asks for the second step that the address names, which leaves the address at once, and goes on', async () => {
    const answers = { ...withCompany, 'signIn.completeSecondStep': () => ({ session: sessionOf() }) }
    const from = new URLSearchParams({ from: '/users?q=ada' }).toString()
    const { here, calls } = renderAddress(`/auth/login?${from}#second-step=${challenge}`, null, answers)
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '123456')
    expect(screen.getByText('Your account asks for a code in addition to the sign-in service.')).toBeTruthy()
    expect(here()).toBe(`/auth/login?${from}`)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    await waitFor(() => expect(here()).toBe('/users?q=ada'))
    expect(calls.find(({ name }) => name === 'signIn.completeSecondStep')?.input).toEqual({ challenge, code: '123456' })
  })

  it('asks for no second step that is none', async () => {
    renderAddress('/auth/login#second-step=x', null, withCompany)
    expect(await screen.findByRole('form', { name: 'Sign in' })).toBeTruthy()
  })
})

describe('signing out', () => {
  async function signOut(answer: { success: true; continueAt?: string }) {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    const { here } = renderAddress('/settings', sessionOf(), { ...withCompany, 'sessions.signOut': () => answer })
    const user = userEvent.setup()
    const { displayName } = sessionOf().user
    await user.click(await screen.findByTitle(displayName ?? ''))
    await user.click(await screen.findByRole('menuitem', { name: 'Sign out', hidden: true }))
    await waitFor(() => expect(here()).toBe('/auth/login'))
    const calls = assign.mock.calls.flat()
    assign.mockRestore()
    return calls
  }

  it('goes on to the provider that the person came from', async () => {
    const continueAt = 'https://id.example.com/end?id_token_hint=eyJ'
    expect(await signOut({ success: true, continueAt })).toEqual([continueAt])
  })

  it('stays here for everybody else', async () => {
    expect(await signOut({ success: true })).toEqual([])
  })
})
