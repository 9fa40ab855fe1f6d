import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkPasswordText } from '@quaff/platform/console/forms/error-text'
import { localStore } from '@quaff/platform/console/local-store'
import { passTime } from '@quaff/platform/console/testing/pass-time'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const address = '/auth/complete-signin?token=tok_1234567890123456'
const signedIn = (requiresPasswordSetup: boolean) => () => ({ session: sessionOf(), requiresPasswordSetup })
const refuse = (code: 'BAD_REQUEST' | 'INTERNAL_SERVER_ERROR', message: string) => () => {
  throw new ORPCError(code, { message })
}

/** Spec §3: the local browser entry of email-link sign-in. */
const remember = (email: string) => localStore.set('sign-in-email', email)
const remembered = () => localStore.get('sign-in-email', (value) => value)

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Asserts how long the page stays: at most from now, and at least since `openedAt`. */
async function measureStay(here: () => string, openedAt: number) {
  await waitFor(() => expect(here()).toBe('/auth/complete-signin'))
  const shownAt = Date.now()
  while (here() === '/auth/complete-signin') await passTime(50)
  return { atLeast: Date.now() - openedAt, atMost: Date.now() - shownAt }
}

function openLink(answers: Answers = {}, session: ReturnType<typeof sessionOf> | null = null) {
  const view = renderAddress(address, session, {
    'signIn.checkLink': () => ({ valid: true, purpose: 'invitation', state: 'open' }),
    ...answers,
  })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) })
  const confirm = async (email: string) => {
    const field = await screen.findByLabelText('Email')
    if (email) await user.type(field, email)
    await user.click(screen.getByRole('button', { name: 'Continue' }))
  }
  const setPassword = async (password: string, confirmation: string) => {
    await user.type(await screen.findByLabelText('Password'), password)
    await user.type(screen.getByLabelText('Confirm password'), confirmation)
    await user.click(screen.getByRole('button', { name: 'Set password' }))
  }
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, user, confirm, setPassword, called }
}

describe('/auth/complete-signin', () => {
  it('§2.2 starts with the view verifying', async () => {
    openLink({ 'signIn.checkLink': () => new Promise(() => undefined) })
    expect(await screen.findByText('Checking your sign-in link…')).toBeTruthy()
  })

  it('§2.2 §9 shows "Invalid or expired sign-in link" for an invalid link and redirects to /login after 3 s', async () => {
    const openedAt = Date.now()
    const { here } = openLink({ 'signIn.checkLink': () => ({ valid: false, purpose: null, state: 'unknown' }) })
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired sign-in link')
    const { atLeast, atMost } = await measureStay(here, openedAt)
    expect(atLeast).toBeGreaterThanOrEqual(3_000)
    expect(atMost).toBeLessThan(3_900)
    await waitFor(() => expect(here()).toBe('/auth/login'))
  })

  it.each([
    ['used', 'This link was already used.'],
    ['expired', 'This link has expired.'],
    ['unknown', 'This link was replaced by a newer one.'],
  ])('says of a link that is %s in its own words, and the sign-in page offers a new one', async (state, words) => {
    const { here } = openLink({ 'signIn.checkLink': () => ({ valid: false, purpose: null, state }) })
    expect(await screen.findByText(new RegExp(words))).toBeTruthy()
    await passTime(3_100)
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(new RegExp(`${words}.*to get a new one`)))
    await waitFor(() => expect(here()).toBe('/auth/login'))
    expect(screen.getByRole('button', { name: 'Email me a sign-in link' })).toBeTruthy()
  })

  it.each([
    ['the bracket around it', '>'],
    ['the end of its sentence', '.'],
    ['a line break of the mail program', '=%0D%0A'],
  ])('opens with %s in the address', async (_what, extra) => {
    const { calls } = renderAddress(`/auth/complete-signin?token=tok_1234567890123456${extra}`, null, {
      'signIn.checkLink': () => ({ valid: false, purpose: null, state: 'unknown' }),
    })
    await waitFor(() =>
      expect(calls.find(({ name }) => name === 'signIn.checkLink')?.input).toEqual({ token: 'tok_1234567890123456' }),
    )
  })

  it('tells a person who is signed in that they are, and leads to the dashboard', async () => {
    renderAddress('/auth/complete-signin?token=tok_1234567890123456', sessionOf(), {
      'signIn.checkLink': () => ({ valid: false, purpose: null, state: 'used' }),
    })
    expect(await screen.findByText('You’re already signed in. Opening your dashboard…')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/dashboard')
    expect(screen.queryByText(/sign-in page/)).toBeNull()
  })

  it('offers a new link immediately, without waiting for the redirect', async () => {
    const { user, here } = openLink({ 'signIn.checkLink': () => ({ valid: false, purpose: null, state: 'unknown' }) })
    await user.click(await screen.findByRole('link', { name: 'Get new link' }))
    await waitFor(() => expect(here()).toBe('/auth/login'))
    expect(screen.getByRole('alert').textContent).toContain('This link was replaced by a newer one.')
  })

  it('says of a mistyped address that it does not fit this link, which stays good', async () => {
    const { confirm, called } = openLink({
      'signIn.completeLink': refuse('BAD_REQUEST', 'Invalid or expired sign-in link'),
    })
    await confirm('mia@quaff.test')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link was sent to a different email. Enter that one.',
    )
    expect(called('signIn.checkLink')).toHaveLength(2)
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  it('removes the token from the address bar immediately and signs in with it', async () => {
    const { here, confirm, called } = openLink({ 'signIn.completeLink': signedIn(false) })
    await waitFor(() => expect(here()).toBe('/auth/complete-signin'))
    await confirm('maya@quaff.test')
    await waitFor(() => expect(called('signIn.completeLink')).toMatchObject([{ token: 'tok_1234567890123456' }]))
  })

  it('asks for the password when the page is loaded after the link was used', async () => {
    const session = { ...sessionOf(), maySetPassword: true as const }
    const check = { 'signIn.checkLink': () => ({ valid: false, purpose: null, state: 'used' }) }
    const { setPassword, called } = openLink({ ...check, 'signIn.setPassword': () => ({ success: true }) }, session)
    await setPassword('tea-kettle', 'tea-kettle')
    await waitFor(() => expect(called('signIn.setPassword')).toEqual([{ password: 'tea-kettle' }]))
  })

  it('shows a URL without a token as an invalid link', async () => {
    renderAddress('/auth/complete-signin', null)
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or expired sign-in link')
  })

  it('§2.2 §5 asks for the email when no address is stored; empty gives "Please enter your email address"', async () => {
    const { confirm, called } = openLink()
    await confirm('')
    expect(await screen.findByText('Please enter your email address')).toBeTruthy()
    expect(called('signIn.completeLink')).toEqual([])
  })

  it('§2.2 §9 completes immediately when no setup is needed: welcome, and /dashboard after 2 s', async () => {
    const { confirm, here } = openLink({ 'signIn.completeLink': signedIn(false) })
    const confirmedAt = Date.now()
    await confirm('maya@quaff.test')
    expect(await screen.findByRole('heading', { name: 'Welcome!' })).toBeTruthy()
    const { atLeast, atMost } = await measureStay(here, confirmedAt)
    expect(atLeast).toBeGreaterThanOrEqual(2_000)
    expect(atMost).toBeLessThan(2_900)
    await waitFor(() => expect(here()).toBe('/dashboard'))
  })

  it('§4 §G21 uses the stored email without asking, and removes it after successful link sign-in', async () => {
    remember('maya@quaff.test')
    const { called } = openLink({ 'signIn.completeLink': signedIn(false) })
    expect(await screen.findByRole('heading', { name: 'Welcome!' })).toBeTruthy()
    expect(called('signIn.completeLink')).toEqual([{ email: 'maya@quaff.test', token: 'tok_1234567890123456' }])
    expect(remembered()).toBeUndefined()
  })

  it('§4 §G21 asks for the email when the stored one belongs to another link, and keeps it stored', async () => {
    remember('other@quaff.test')
    openLink({ 'signIn.completeLink': refuse('BAD_REQUEST', 'Invalid or expired sign-in link') })
    expect(await screen.findByLabelText('Email')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(remembered()).toBe('other@quaff.test')
  })

  it('§8 says "Failed to sign in with email link" when the sign-in with the stored email fails', async () => {
    remember('maya@quaff.test')
    openLink({ 'signIn.completeLink': refuse('INTERNAL_SERVER_ERROR', 'disk full') })
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to sign in with email link')
    expect(screen.getByLabelText('Email')).toBeTruthy()
  })

  it('§4 §G7 §G21 does not take the stored email while another user is signed in: it asks before switching', async () => {
    remember('maya@quaff.test')
    const { called, user } = openLink({}, sessionOf({ email: 'other@quaff.test' }))
    expect(await screen.findByText('You’re signed in as other@quaff.test.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    expect(await screen.findByLabelText('Email')).toBeTruthy()
    expect(called('signIn.completeLink')).toEqual([])
  })

  it('§8 says "Failed to complete sign-in" when the sign-in with the confirmed email fails', async () => {
    const { confirm } = openLink({ 'signIn.completeLink': refuse('INTERNAL_SERVER_ERROR', 'disk full') })
    await confirm('maya@quaff.test')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to complete sign-in')
  })
})

describe('/auth/complete-signin, set password', () => {
  it('§2.2 §4 §5 follows when the result says password setup required, with its three hints', async () => {
    const { confirm } = openLink({ 'signIn.completeLink': signedIn(true) })
    await confirm('maya@quaff.test')
    expect(await screen.findByRole('heading', { name: 'Set your password' })).toBeTruthy()
    expect(screen.getByRole('list', { name: 'Password hints' }).textContent).toMatch(
      /At least 6 characters.*mix of letters, numbers and symbols.*Avoid common words/,
    )
  })

  it('§5 takes at least 6 characters, and the confirmation must equal: "Passwords don\'t match" on its field', async () => {
    const { confirm, setPassword, called } = openLink({ 'signIn.completeLink': signedIn(true) })
    await confirm('maya@quaff.test')
    await setPassword('12345', '12346')
    expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy()
    const field = screen.getByLabelText('Confirm password')
    const described = (field.getAttribute('aria-describedby') ?? '').split(' ')
    expect(described.map((id) => document.getElementById(id)?.textContent)).toContain("Passwords don't match")
    expect(called('signIn.setPassword')).toEqual([])
  })

  it('§2.2 leads to complete and /dashboard', async () => {
    const { confirm, setPassword, here } = openLink({
      'signIn.completeLink': signedIn(true),
      'signIn.setPassword': () => ({ success: true }),
    })
    await confirm('maya@quaff.test')
    await setPassword('tea-kettle-42', 'tea-kettle-42')
    expect(await screen.findByRole('heading', { name: 'Welcome!' })).toBeTruthy()
    await passTime(2_100)
    await waitFor(() => expect(here()).toBe('/dashboard'))
  })

  it.each([
    [
      '"Failed to set password" when it fails',
      new ORPCError('INTERNAL_SERVER_ERROR', { data: { reason: 'UNEXPECTED' } }),
      'Failed to set password',
    ],
    ['nothing certain when no answer came', new TypeError('Failed to fetch'), checkPasswordText],
    [
      '"No user is currently signed in" without a session',
      new ORPCError('UNAUTHORIZED'),
      'No user is currently signed in',
    ],
  ])('§8 says %s', async (_name, error, text) => {
    const { confirm, setPassword } = openLink({
      'signIn.completeLink': signedIn(true),
      'signIn.setPassword': () => {
        throw error
      },
    })
    await confirm('maya@quaff.test')
    await setPassword('tea-kettle-42', 'tea-kettle-42')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})
