import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Session } from '@quaff/features/sessions/contract'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

async function openLogin(answers: Answers = {}, address = '/auth/login') {
  const view = renderAddress(address, null, answers)
  const email = await screen.findByLabelText('Email')
  const user = userEvent.setup()
  const enter = async (typedEmail: string, password: string) => {
    await user.type(email, typedEmail)
    await user.type(screen.getByLabelText('Password'), password)
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
  }
  return { ...view, user, enter }
}

const refuse = (code: 'FORBIDDEN' | 'INTERNAL_SERVER_ERROR', message: string) => () => {
  throw new ORPCError(code, { message })
}

describe('/auth/login', () => {
  it('§2.2 has a form with email and password', async () => {
    await openLogin()
    expect(screen.getByRole('form', { name: 'Sign in' })).toBeTruthy()
    expect(screen.getByLabelText('Email').getAttribute('type')).toBe('email')
    expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
  })

  it('§2.2 has a link "Register for access"', async () => {
    await openLogin()
    expect(screen.getByRole('link', { name: 'Register for access' }).getAttribute('href')).toBe('/auth/register')
  })

  it('§2.2 notes that invited users should check their email for a sign-in link', async () => {
    await openLogin()
    expect(screen.getByText('Invited? Check your email for a sign-in link.')).toBeTruthy()
  })

  it('§2.2 has a decorative bubbles animation as its background, hidden from screen readers', async () => {
    const { container } = await openLogin()
    const bubbles = container.querySelector('[data-paused]')
    expect(bubbles?.getAttribute('aria-hidden')).toBe('true')
    expect(bubbles?.children.length).toBeGreaterThan(10)
  })

  it('§2.2 goes to /dashboard on success', async () => {
    const { enter, here, calls } = await openLogin({ 'signIn.withPassword': () => sessionOf() })
    await enter('maya@quaff.test', 'secret-1')
    await waitFor(() => expect(here()).toBe('/dashboard'))
    expect(calls.find(({ name }) => name === 'signIn.withPassword')?.input).toEqual({
      email: 'maya@quaff.test',
      password: 'secret-1',
    })
  })

  it('marks refused fields, and shows one message at a time', async () => {
    const refusal = new ORPCError('UNAUTHORIZED', {
      message: 'Invalid email or password.',
      data: { reason: 'CREDENTIALS' },
    })
    const { enter } = await openLogin({
      'signIn.withPassword': () => {
        throw refusal
      },
    })
    await enter('maya@quaff.test', 'secret-1')
    expect(await screen.findByText('Invalid email or password.')).toBeTruthy()
    for (const label of ['Email', 'Password'])
      expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: '' } })
    fireEvent.submit(screen.getByRole('form', { name: 'Sign in' }))
    await waitFor(() => expect(screen.queryByText('Invalid email or password.')).toBeNull())
  })

  it('notices on return that the person has signed in in another tab', async () => {
    let session: Session | null = null
    const { here } = await openLogin({ 'sessions.current': () => session }, '/auth/login?from=%2Fplans&why=other')
    session = sessionOf()
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(here()).toBe('/plans'))
  })

  it('§2.2 goes to the remembered origin on success', async () => {
    const { enter, here } = await openLogin(
      { 'signIn.withPassword': () => sessionOf() },
      `/auth/login?${new URLSearchParams({ from: '/users?q=ada' })}`,
    )
    await enter('maya@quaff.test', 'secret-1')
    await waitFor(() => expect(here()).toBe('/users?q=ada'))
  })

  it('§5 says "Invalid email address" and "Password must be at least 6 characters" before it asks the server', async () => {
    const { enter, calls } = await openLogin()
    await enter('maya@quaff', '12345')
    expect(await screen.findByText('Invalid email address')).toBeTruthy()
    expect(screen.getByText('Password must be at least 6 characters')).toBeTruthy()
    expect(calls.map(({ name }) => name)).not.toContain('signIn.withPassword')
  })

  it.each([
    [
      'the error message',
      refuse('FORBIDDEN', 'Access denied. You do not have admin privileges.'),
      'Access denied. You do not have admin privileges.',
    ],
    ['or "Failed to sign in"', refuse('INTERNAL_SERVER_ERROR', 'disk full'), 'Failed to sign in'],
  ])('§8 shows %s when the sign-in fails', async (_name, withPassword, text) => {
    const { enter, here } = await openLogin({ 'signIn.withPassword': withPassword })
    await enter('maya@quaff.test', 'secret-1')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
    expect(here()).toBe('/auth/login')
  })

  it('§3 remembers the email used for email-link sign-in in a local browser entry', async () => {
    const { user, calls } = await openLogin({ 'signIn.requestLink': () => ({ success: true }) })
    await user.type(screen.getByLabelText('Email'), 'maya@quaff.test')
    await user.click(screen.getByRole('button', { name: 'Email me a sign-in link' }))
    expect(await screen.findByText(/If maya@quaff.test has an account, we’ve sent a sign-in link/)).toBeTruthy()
    expect(calls.at(-1)).toEqual({ name: 'signIn.requestLink', input: { email: 'maya@quaff.test' } })
    expect(Object.values({ ...window.localStorage })).toContain('"maya@quaff.test"')
  })
})

it('tells a customer what the console is for when it refuses them', async () => {
  const denied = () => {
    const message = 'Access denied. You do not have admin privileges.'
    throw new ORPCError('FORBIDDEN', { message, data: { reason: 'ACCESS_DENIED' } })
  }
  const { enter } = await openLogin({ 'signIn.withPassword': denied })
  await enter('ada@people.test', 'secret-1')
  expect(await screen.findByText(/This console is for administrators and venue teams/)).toBeTruthy()
})

it('names its fields, for password managers', async () => {
  await openLogin()
  expect(screen.getByLabelText('Email').getAttribute('name')).toBe('email')
  expect(screen.getByLabelText('Password').getAttribute('name')).toBe('password')
})

it('goes on when the person signs in within another tab', async () => {
  let session: Session | null = null
  const { here } = await openLogin({ 'sessions.current': () => session })
  session = sessionOf()
  const stored = { session, current: null, isGlobalView: true }
  window.localStorage.setItem('quaff.session', JSON.stringify(stored))
  window.dispatchEvent(new StorageEvent('storage', { key: 'quaff.session' }))
  await waitFor(() => expect(here()).toBe('/dashboard'))
})

describe('the sign-in page says why one was signed out', () => {
  it.each([
    ['suspended', 'Your account was suspended. Contact your administrator.'],
    ['rights', 'Your role or venues changed. Sign in again to continue.'],
    ['removed', 'Your account was removed. Contact your administrator.'],
    ['other', 'You were signed out. Sign in again to continue.'],
  ] as const)('%s', async (why, text) => {
    let session: Session | null = sessionOf()
    const { here } = renderAddress('/users', session, {
      'sessions.current': () => session,
      'sessions.live': async function* () {
        yield { kind: 'hello', version: 'test' }
        session = null
        yield { kind: 'ended', why }
      },
    })
    expect((await screen.findByText(text)).closest('[role]')).not.toBeNull()
    await waitFor(() => expect(here()).toBe(`/auth/login?${new URLSearchParams({ from: '/users' })}`))
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('also where the server said nothing but that the session is over', async () => {
    let session: Session | null = sessionOf()
    renderAddress('/users', session, {
      'sessions.current': () => session,
      'sessions.live': async function* () {
        yield { kind: 'hello', version: 'test' }
        session = null
      },
    })
    expect(await screen.findByText('You were signed out. Sign in again to continue.')).toBeTruthy()
  })

  it('with its own text: other parameters of the URL are never shown', async () => {
    await openLogin({}, '/auth/login?why=Call+555-0100+to+unlock')
    expect(screen.queryByText(/555-0100/)).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
