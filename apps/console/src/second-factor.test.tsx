import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const secondStep = () => ({ secondStep: { challenge: 'chl_1234567890123456789', expiresAt: new Date() } })
const refuse = (reason: string, message: string) => () => {
  throw new ORPCError('BAD_REQUEST', { message, data: { reason } })
}

async function signIn(answers: Answers = {}) {
  const view = renderAddress('/auth/login', null, { 'signIn.withPassword': secondStep, ...answers })
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Email'), 'maya@quaff.test')
  await user.type(screen.getByLabelText('Password'), 'secret-1')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const code = await screen.findByLabelText<HTMLInputElement>('Code from your authenticator app')
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const sent = () => view.calls.filter(({ name }) => name === 'signIn.completeSecondStep').map(({ input }) => input)
  return { ...view, user, code, press, sent }
}

describe('/auth/login of someone with an authenticator app', () => {
  it('asks for the code before anything else, and goes on to the dashboard with it', async () => {
    const { user, code, press, here, sent } = await signIn({
      'signIn.completeSecondStep': () => ({ session: sessionOf() }),
    })
    expect([here(), document.activeElement === code]).toEqual(['/auth/login', true])
    await press('Sign in')
    expect(await screen.findByText('Enter the 6 digits from your authenticator app')).toBeTruthy()
    await user.type(code, '123 456')
    await press('Sign in')
    await waitFor(() => expect(here()).toBe('/dashboard'))
    expect(sent()).toEqual([{ challenge: 'chl_1234567890123456789', code: '123456' }])
  })

  it('takes a recovery code instead', async () => {
    const { user, press, here, sent } = await signIn({ 'signIn.completeSecondStep': () => ({ session: sessionOf() }) })
    await press('Use a recovery code')
    await user.type(await screen.findByLabelText('Recovery code'), 'ABCDE FGHIJ')
    await press('Sign in')
    await waitFor(() => expect(here()).toBe('/dashboard'))
    expect(sent()).toEqual([{ challenge: 'chl_1234567890123456789', recoveryCode: 'abcdefghij' }])
  })

  it.each([' 123 456 ', ' 1 2 3 4 5 6 ', '123‑456', '１２３４５６', '123\n456\n'])(
    'reads the pasted code %j',
    async (pasted) => {
      const { user, code, press, sent } = await signIn({
        'signIn.completeSecondStep': () => ({ session: sessionOf() }),
      })
      await user.click(code)
      await user.paste(pasted)
      await press('Sign in')
      await waitFor(() => expect(sent()).toEqual([{ challenge: 'chl_1234567890123456789', code: '123456' }]))
    },
  )

  it('reads a pasted recovery code', async () => {
    const { user, press, sent } = await signIn({ 'signIn.completeSecondStep': () => ({ session: sessionOf() }) })
    await press('Use a recovery code')
    await user.click(await screen.findByLabelText('Recovery code'))
    await user.paste('  a b c d e ‑ f g h i j  ')
    await press('Sign in')
    await waitFor(() => expect(sent()).toEqual([{ challenge: 'chl_1234567890123456789', recoveryCode: 'abcdefghij' }]))
  })

  it('says what is wrong with a code, and asks for the next one', async () => {
    const { user, code, press } = await signIn({
      'signIn.completeSecondStep': refuse('WRONG_APP_CODE', 'This code is wrong or already used.'),
    })
    await user.type(code, '111111')
    await press('Sign in')
    expect(await screen.findByText('This code is wrong or already used.')).toBeTruthy()
    expect(code.value).toBe('')
  })

  it('begins again, with the reason, when the step is over', async () => {
    const over = 'This sign-in timed out or had too many wrong codes. Start again.'
    const { user, code, press } = await signIn({ 'signIn.completeSecondStep': refuse('SECOND_STEP_OVER', over) })
    await user.type(code, '111111')
    await press('Sign in')
    expect((await screen.findByRole('alert')).textContent).toBe(over)
    expect(screen.getByRole('form', { name: 'Sign in' })).toBeTruthy()
  })

  it('goes back to the form', async () => {
    const { press } = await signIn()
    await press('Back')
    expect(await screen.findByRole('form', { name: 'Sign in' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('/auth/complete-signin of someone with an authenticator app', () => {
  async function openLink(answers: Answers = {}) {
    const view = renderAddress('/auth/complete-signin?token=tok_1234567890123456', null, {
      'signIn.checkLink': () => ({ valid: true, purpose: 'sign_in', state: 'open' }),
      'signIn.completeLink': secondStep,
      ...answers,
    })
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Email'), 'maya@quaff.test')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    const code = await screen.findByLabelText('Code from your authenticator app')
    return { ...view, user, code }
  }

  it('asks for the code too, then welcomes', async () => {
    const { user, code } = await openLink({ 'signIn.completeSecondStep': () => ({ session: sessionOf() }) })
    await user.type(code, '123456')
    await user.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(await screen.findByRole('heading', { name: 'Welcome!' })).toBeTruthy()
  })

  it('sends anyone who goes back for a new link: this one is used up', async () => {
    const { user } = await openLink()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This link was already used. Request a new one to sign in.',
    )
    expect(screen.getByRole('link', { name: 'Go to sign in' }).getAttribute('href')).toBe('/auth/login')
  })
})

describe('an administrator whom the platform asks for an authenticator app', () => {
  it('sees nothing but setting it up, wherever they go, and may sign out', async () => {
    const view = renderAddress('/users', { ...sessionOf(), mustEnrol: true })
    expect(await screen.findByRole('heading', { name: 'Set up an authenticator app' })).toBeTruthy()
    expect(screen.queryByRole('navigation')).toBeNull()
    expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
    expect(view.calls.map(({ name }) => name).filter((name) => name !== 'sessions.current')).toEqual([])
  })

  it('keeps the recovery codes in sight until they are kept, though the session is free by then', async () => {
    let isOn = false
    const view = renderAddress('/users', null, {
      'sessions.current': () => ({ ...sessionOf(), ...(isOn ? {} : { mustEnrol: true }) }),
      'signIn.beginSecondFactor': () => ({ uri: 'otpauth://totp/Quaff:maya?secret=GEZDGNBV', key: 'GEZDGNBV' }),
      'signIn.confirmSecondFactor': () => {
        isOn = true
        return { recoveryCodes: ['abcde-fghij'] }
      },
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Continue' }))
    await user.type(await screen.findByLabelText('2. Enter the code that the app shows'), '123456')
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('abcde-fghij')).toBeTruthy()
    const requested = () => view.calls.filter(({ name }) => name === 'sessions.current').length
    const before = requested()
    await view.client.invalidateQueries()
    await waitFor(() => expect(requested()).toBeGreaterThan(before))
    expect(screen.getByText('abcde-fghij')).toBeTruthy()
    await user.click(screen.getByLabelText('I’ve saved my recovery codes'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    expect((await screen.findAllByRole('navigation')).length).toBeGreaterThan(0)
  })
})
