import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import {
  closedByPerson,
  usedAsSent,
  usedInBrowser,
  withBrowserPasskeys,
} from '@quaff/platform/console/testing/browser-passkeys'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const challenge = 'Y2hhbGxlbmdlLW9mLXRoZS1zZXJ2ZXI'
const wrong = () => {
  throw new ORPCError('UNAUTHORIZED', { message: 'No account uses this passkey.' })
}

async function openLogin(answers: Answers = {}) {
  const view = renderAddress('/auth/login', null, {
    'signIn.beginPasskeySignIn': () => ({ challenge, rpId: 'localhost', userVerification: 'required' }),
    'signIn.withPasskey': () => sessionOf(),
    ...answers,
  })
  await screen.findByLabelText('Email')
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  const press = async () => userEvent.setup().click(screen.getByRole('button', { name: 'Sign in with a passkey' }))
  return { ...view, called, press }
}

describe('/auth/login of anyone who has a passkey', () => {
  it('§0055 signs in by a button, without an address', async () => {
    withBrowserPasskeys({ get: async () => usedInBrowser })
    const { press, here, called } = await openLogin()
    await press()
    await waitFor(() => expect(here()).toBe('/dashboard'))
    expect(called('signIn.withPasskey')).toEqual([{ challenge, credential: usedAsSent }])
  })

  it('§0055 signs in by what the browser offers where the address is typed', async () => {
    const browser = withBrowserPasskeys({ inField: true, get: async () => usedInBrowser })
    const { here, called } = await openLogin()
    await waitFor(() => expect(here()).toBe('/dashboard'))
    expect([browser.inField().length, called('signIn.withPasskey').length]).toEqual([1, 1])
  })

  it('§0055 says why it was refused, and offers again', async () => {
    let requested = 0
    const browser = withBrowserPasskeys({
      inField: true,
      get: async () => ((requested += 1) === 1 ? usedInBrowser : new Promise<object>(() => undefined)),
    })
    const { here } = await openLogin({ 'signIn.withPasskey': wrong })
    expect((await screen.findByRole('alert')).textContent).toBe('No account uses this passkey.')
    await waitFor(() => expect(browser.inField()).toHaveLength(2))
    expect(here()).toBe('/auth/login')
  })

  it('§0055 says nothing when the person closes the window of the browser', async () => {
    withBrowserPasskeys({ get: closedByPerson })
    const { press, called } = await openLogin()
    await press()
    await waitFor(() => expect(called('signIn.beginPasskeySignIn')).toHaveLength(1))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Sign in with a passkey' }).ariaBusy).not.toBe('true'),
    )
    expect(screen.queryByRole('alert')).toBeNull()
    expect(called('signIn.withPasskey')).toEqual([])
  })

  it('§0055 says that it could not ask only to anyone who pressed the button', async () => {
    withBrowserPasskeys({ inField: true })
    const { press, called } = await openLogin({
      'signIn.beginPasskeySignIn': () => {
        throw new ORPCError('TOO_MANY_REQUESTS', { message: 'Too many attempts. Try again in a minute.' })
      },
    })
    await waitFor(() => expect(called('signIn.beginPasskeySignIn')).toHaveLength(1))
    expect(screen.queryByRole('alert')).toBeNull()
    await press()
    expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts. Try again in a minute.')
  })

  it('§0055 stops the offer of the browser when the page is left', async () => {
    const browser = withBrowserPasskeys({ inField: true })
    const { unmount } = await openLogin()
    await waitFor(() => expect(browser.inField()).toHaveLength(1))
    unmount()
    await waitFor(() => expect(browser.requested[0]?.signal?.aborted).toBe(true))
  })
})

it('§0055 shows no button where the browser knows no passkeys, and asks for none', async () => {
  const { called } = await openLogin()
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  expect(screen.getByLabelText('Email').getAttribute('autocomplete')).toBe('username')
  expect(called('signIn.beginPasskeySignIn')).toEqual([])
})
