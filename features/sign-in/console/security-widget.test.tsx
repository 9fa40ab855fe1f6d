import { ORPCError } from '@orpc/client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import type { OwnSession } from '@quaff/features/sessions/contract'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { ToastHost } from '@quaff/platform/console/frame/notify'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { SecondFactor } from '../second-factor/contract'
import { Security } from './security-widget'

const now = new Date()
const here: OwnSession = {
  id: 'ses_1',
  device: 'Chrome on macOS',
  network: '203.0.113.…',
  signedInAt: now,
  lastSeenAt: now,
  isCurrent: true,
}
const phone: OwnSession = { ...here, id: 'ses_2', device: 'Safari on iPhone', isCurrent: false }
const off: SecondFactor = { isOn: false, since: null, recoveryCodesLeft: 0, isRequired: false }
const on: SecondFactor = { isOn: true, since: now, recoveryCodesLeft: 10, isRequired: false }
const recoveryCodes = Array.from({ length: 10 }, (_, at) => `abcd${'abcdefghij'[at]}-fghij`)

const refusal = (code: string, reason: string, message = 'A sentence.', field?: string) =>
  new ORPCError(code, { message, data: { reason, field } })

function Page() {
  return useSession().session && <Security />
}

function open(answers: Answers = {}) {
  const view = renderConsole(
    <SessionProvider>
      <Page />
      <ToastHost />
    </SessionProvider>,
    {
      'sessions.current': () => buildSession(),
      'sessions.list': () => [here, phone],
      'signIn.secondFactor': () => off,
      'signIn.passkeys': () => [],
      'signIn.singleSignOn': () => null,
      'signIn.reauthenticate': () => ({ success: true }),
      ...answers,
    },
  )
  const user = userEvent.setup()
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, user, press, called }
}

const refuseOnce = (error: ORPCError<string, unknown>, then: () => unknown) => {
  let requested = 0
  return () => {
    requested += 1
    if (requested === 1) throw error
    return then()
  }
}

it('has no primary button, because no way to sign in is more important than another', async () => {
  open()
  expect(await screen.findByRole('button', { name: 'Set up authenticator app' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Add passkey' })).toBeTruthy()
  expect(document.querySelector('[data-variant=primary]')).toBeNull()
})

describe('where I am signed in', () => {
  it('names device and network, and marks this device, which has no button', async () => {
    open()
    const list = await screen.findByRole('list', { name: 'Sessions' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/Chrome on macOS.*203\.0\.113\.….*Signed in.*This device/)
    expect(first && within(first).queryByRole('button')).toBeNull()
    expect(second?.textContent).toMatch(/Safari on iPhone.*Last seen/)
  })

  it('shows ten, then fifty, and says how older ones are ended', async () => {
    const many = Array.from({ length: 51 }, (_, at) => ({ ...phone, id: `ses_${at}`, isCurrent: at === 0 }))
    const { press } = open({ 'sessions.list': () => many })
    const list = await screen.findByRole('list', { name: 'Sessions' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    await press('Show more')
    expect(within(list).getAllByRole('listitem')).toHaveLength(50)
    expect(document.activeElement).toBe(list)
    expect(screen.getByText('Older sessions aren’t listed. “Sign out all others” ends them too.')).toBeTruthy()
  })

  it('ends one, and reads the list again', async () => {
    const { press, called } = open({ 'sessions.end': () => ({ success: true }) })
    await press('End session: Safari on iPhone')
    await waitFor(() => expect(called('sessions.list')).toHaveLength(2))
    expect(called('sessions.end')).toEqual([{ sessionId: 'ses_2' }])
  })

  it('ends all others after a question', async () => {
    const { press, called, user } = open({ 'sessions.endOthers': () => ({ ended: 1 }) })
    await press('Sign out all others')
    const dialog = await screen.findByRole('dialog', { name: 'Sign out all others?' })
    expect(called('sessions.endOthers')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Sign out all others' }))
    await waitFor(() => expect(called('sessions.list')).toHaveLength(2))
  })

  it('says that it could not be loaded, with Retry, and leaves the other panels alone', async () => {
    const { press } = open({ 'sessions.list': refuseOnce(refusal('SERVICE_UNAVAILABLE', 'DOWN'), () => [here]) })
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load your sessions')
    expect(screen.getByRole('button', { name: 'Set up authenticator app' })).toBeTruthy()
    await press('Retry')
    expect(await screen.findByText('Chrome on macOS')).toBeTruthy()
  })
})

describe('the authenticator app', () => {
  const key = { uri: 'otpauth://totp/Quaff:maya?secret=GEZDGNBV', key: 'GEZDGNBVGY3T' }

  it('is set up by picture or key and a first code; recovery codes must be kept before it is done', async () => {
    const { press, user, called } = open({
      'signIn.beginSecondFactor': () => key,
      'signIn.confirmSecondFactor': () => ({ recoveryCodes }),
    })
    await press('Set up authenticator app')
    await press('Continue')
    expect(await screen.findByRole('img', { name: 'Code to scan with your authenticator app' })).toBeTruthy()
    expect(screen.getByText('GEZD GNBV GY3T')).toBeTruthy()
    await press('Turn on')
    expect(await screen.findByText('Enter the 6 digits from your authenticator app')).toBeTruthy()
    await user.type(screen.getByLabelText('2. Enter the code that the app shows'), '123 456')
    await press('Turn on')
    const codes = await screen.findByRole('list', { name: 'Recovery codes' })
    expect(
      within(codes)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(recoveryCodes)
    expect(called('signIn.confirmSecondFactor')).toEqual([{ code: '123456' }])
    const done = screen.getByRole<HTMLButtonElement>('button', { name: 'Done' })
    expect(done.disabled).toBe(true)
    await user.click(screen.getByLabelText('I’ve saved my recovery codes'))
    await user.click(done)
    await waitFor(() => expect(called('signIn.secondFactor')).toHaveLength(2))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('asks who I am first when I signed in long ago, and goes on from there', async () => {
    const { press, user, called } = open({
      'signIn.beginSecondFactor': refuseOnce(refusal('FORBIDDEN', 'SIGN_IN_AGAIN'), () => key),
    })
    await press('Set up authenticator app')
    await press('Continue')
    await user.type(await screen.findByLabelText('Your password'), 'secret-1')
    await press('Confirm')
    expect(await screen.findByText('GEZD GNBV GY3T')).toBeTruthy()
    expect(called('signIn.reauthenticate')).toEqual([{ password: 'secret-1' }])
  })

  it('is turned off with a code; a wrong one empties the field and says so', async () => {
    const wrong = refusal('BAD_REQUEST', 'WRONG_APP_CODE', 'This code is wrong or already used.', 'code')
    const { press, user, called } = open({
      'signIn.secondFactor': () => on,
      'signIn.turnOffSecondFactor': refuseOnce(wrong, () => ({ success: true })),
    })
    await press('Turn off')
    const dialog = await screen.findByRole('dialog', { name: 'Turn off the authenticator app?' })
    const field = await within(dialog).findByLabelText<HTMLInputElement>('Code from your authenticator app')
    await user.type(field, '111111')
    await user.click(within(dialog).getByRole('button', { name: 'Turn off' }))
    expect(await screen.findByText('This code is wrong or already used.')).toBeTruthy()
    expect([field.value, document.activeElement === field]).toEqual(['', true])
    await user.click(within(dialog).getByRole('button', { name: 'Use a recovery code' }))
    await user.type(await within(dialog).findByLabelText('Recovery code'), 'ABCDE-FGHIJ')
    await user.click(within(dialog).getByRole('button', { name: 'Turn off' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(called('signIn.turnOffSecondFactor')).toEqual([{ code: '111111' }, { recoveryCode: 'abcdefghij' }])
  })

  it('cannot be turned off while the platform demands it, with the reason on the button', async () => {
    open({ 'signIn.secondFactor': () => ({ ...on, isRequired: true }) })
    const button = await screen.findByRole('button', { name: 'Turn off' })
    expect(button.getAttribute('aria-description')).toBe('Administrators must use an authenticator app.')
  })

  it('warns of the last recovery codes and makes new ones with a code', async () => {
    const { press, user } = open({
      'signIn.secondFactor': () => ({ ...on, recoveryCodesLeft: 2 }),
      'signIn.renewRecoveryCodes': () => ({ recoveryCodes }),
    })
    expect(await screen.findByText(/You have few recovery codes left/)).toBeTruthy()
    await press('New recovery codes')
    await user.type(await screen.findByLabelText('Code from your authenticator app'), '123456')
    await press('Generate codes')
    expect(await screen.findByRole('list', { name: 'Recovery codes' })).toBeTruthy()
  })
})

describe('the email address', () => {
  it('changes with the code from the new mailbox; what was typed outlasts the confirmation', async () => {
    const { press, user, called } = open({
      'signIn.requestEmailChange': refuseOnce(refusal('FORBIDDEN', 'SIGN_IN_AGAIN'), () => ({ success: true })),
      'signIn.confirmEmailChange': () => ({ email: 'new@quaff.test' }),
    })
    await press('Change email')
    await user.type(await screen.findByLabelText('New email'), 'not an address')
    await press('Email me a code')
    expect(await screen.findByText('Invalid email address')).toBeTruthy()
    await user.clear(screen.getByLabelText('New email'))
    await user.type(screen.getByLabelText('New email'), 'New@Quaff.test')
    await press('Email me a code')
    await user.type(await screen.findByLabelText('Your password'), 'secret-1')
    await press('Confirm')
    await user.click(await screen.findByLabelText('Code'))
    await user.paste('  1 2 3 ‑ 4 5 6  ')
    const dialog = screen.getByRole('dialog', { name: 'Check your new inbox' })
    await user.click(within(dialog).getByRole('button', { name: 'Change email' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(called('signIn.requestEmailChange')).toEqual([
      { newEmail: 'new@quaff.test' },
      { newEmail: 'new@quaff.test' },
    ])
    expect(called('signIn.confirmEmailChange')).toEqual([{ code: '123456' }])
    await waitFor(() => expect(called('sessions.current')).toHaveLength(2))
  })

  it('keeps the code that was refused, with the reason at its field', async () => {
    const { press, user } = open({
      'signIn.requestEmailChange': () => ({ success: true }),
      'signIn.confirmEmailChange': () => {
        throw refusal('BAD_REQUEST', 'INVALID_CODE', 'This code is wrong or has expired.', 'code')
      },
    })
    await press('Change email')
    await user.type(await screen.findByLabelText('New email'), 'new@quaff.test')
    await press('Email me a code')
    await user.type(await screen.findByLabelText('Code'), '123456')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change email' }))
    expect(await screen.findByText('This code is wrong or has expired.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('123456')
  })
})

describe('single sign-on', () => {
  const linked = { name: 'Copperleaf', link: { linkedAt: now, lastUsedAt: now } }

  it('is not spoken of where no provider is set up', async () => {
    open()
    await screen.findByRole('heading', { name: 'Authenticator app' })
    expect(screen.queryByText('Single sign-on')).toBeNull()
  })

  it('says how an account is linked that is not', async () => {
    open({ 'signIn.singleSignOn': () => ({ name: 'Copperleaf', link: null }) })
    expect(await screen.findByText('Not linked')).toBeTruthy()
    expect(screen.getByText(/To link your account, sign in with “Continue with Copperleaf”/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Unlink' })).toBeNull()
  })

  it('is unlinked after a question, and after the password where the sign-in is old', async () => {
    let link: unknown = linked
    const unlink = refuseOnce(refusal('FORBIDDEN', 'SIGN_IN_AGAIN'), () => {
      link = { name: 'Copperleaf', link: null }
      return { success: true }
    })
    const { press, user, called } = open({ 'signIn.singleSignOn': () => link, 'signIn.unlinkSingleSignOn': unlink })
    await press('Unlink')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Unlink' }))
    await user.type(await screen.findByLabelText('Your password'), 'correct horse 7')
    await press('Confirm and unlink')
    expect(await screen.findByText('Not linked')).toBeTruthy()
    expect(screen.getAllByText('Unlinked from Copperleaf')).not.toEqual([])
    expect(called('signIn.unlinkSingleSignOn')).toHaveLength(2)
  })
})
