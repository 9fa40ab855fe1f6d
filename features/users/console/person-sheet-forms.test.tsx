import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import type { UserRecord } from '../contract'
import { buildUserRecord } from '../testing/user-row-factory'
import { ContactSection } from './contact-section'
import { SignInWaysSection, UserAccessTab } from './user-access-tab'

const dana = (change: Partial<UserRecord> = {}) =>
  buildUserRecord({ role: 'customer', merchants: [], phoneNumber: '+14155550100', ...change })
const refusal = (code: string, reason: string) => new ORPCError(code, { message: 'A sentence.', data: { reason } })

function Page({ children }: { children: ReactNode }) {
  return useSession().session && children
}

function open(ui: ReactNode, answers: Answers = {}, session = buildSession()) {
  const signedIn = { ...session, user: { ...session.user, hasPassword: true } }
  const view = renderConsole(
    <SessionProvider>
      <Page>{ui}</Page>
    </SessionProvider>,
    { 'sessions.current': () => signedIn, ...answers },
  )
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  const user = userEvent.setup()
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  return { ...view, user, inputs, press }
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

describe('editing name and phone', () => {
  it('sends what was typed with the version of the person, and shows the facts again', async () => {
    const view = open(<ContactSection user={dana()} />, { 'users.updatePerson': () => ({ success: true }) })
    await view.press('Edit name and phone')
    expect(document.activeElement).toBe(field('Display name'))
    await view.user.clear(field('Display name'))
    await view.user.type(field('Display name'), 'Dana W.')
    await view.user.clear(field('Phone number'))
    await view.press('Save changes')
    await screen.findByText('+1 415 555 0100')
    expect(view.inputs('users.updatePerson')).toEqual([
      { userId: 'usr_7', version: 3, displayName: 'Dana W.', phoneNumber: '', requestKey: expect.any(String) },
    ])
    expect(screen.queryByLabelText('Display name')).toBeNull()
  })

  it('retries the same values as the same request', async () => {
    let broken = true
    const view = open(<ContactSection user={dana()} />, {
      'users.updatePerson': () => {
        if (broken) throw new TypeError('away')
        return { success: true }
      },
    })
    await view.press('Edit name and phone')
    await view.user.type(field('Display name'), '!')
    await view.press('Save changes')
    expect((await screen.findByRole('alert')).textContent).toContain('couldn’t confirm this was saved')
    expect(field('Display name').value).toBe('Dana Whitlock!')
    broken = false
    await view.press('Retry save')
    await waitFor(() => expect(screen.queryByLabelText('Display name')).toBeNull())
    const [first, second] = view.inputs('users.updatePerson')
    expect(second).toEqual(first)
  })

  it('keeps what was typed when someone was faster, beside theirs', async () => {
    const view = open(<ContactSection user={dana()} />, {
      'users.updatePerson': () => {
        throw refusal('CONFLICT', 'STALE_VERSION')
      },
      'users.get': () => dana({ displayName: 'Dana Theirs', version: 4 }),
    })
    await view.press('Edit name and phone')
    await view.user.type(field('Display name'), ' Mine')
    await view.press('Save changes')
    await screen.findByText('This user was changed while you were editing')
    expect(field('Display name').value).toBe('Dana Whitlock Mine')
    await view.user.click(screen.getByRole('radio', { name: /^Saved version/ }))
    expect(field('Display name').value).toBe('Dana Theirs')
  })

  it('asks before typed text is lost', async () => {
    const view = open(<ContactSection user={dana()} />)
    await view.press('Edit name and phone')
    await view.user.type(field('Phone number'), '9')
    await view.press('Cancel')
    expect(screen.getByRole('alert').textContent).toBe('Discard what you typed?')
    await view.press('Keep editing')
    expect(field('Phone number').value).toBe('+141555501009')
    await view.press('Cancel')
    await view.press('Discard')
    expect(screen.queryByLabelText('Phone number')).toBeNull()
  })

  it('of oneself is the dialog of the own profile', async () => {
    const session = buildSession()
    const view = open(<ContactSection user={dana({ id: session.user.uid })} />, {}, session)
    await view.press('Edit profile')
    expect((await screen.findByRole('dialog')).textContent).toContain('Change password')
  })

  it('is not offered to owners, and shown with its reason for an erased person', async () => {
    const owner = buildSession({ role: 'merchant_owner', merchantIds: ['mer_1'] })
    const view = open(<ContactSection user={dana()} />, {}, owner)
    await screen.findByText('+1 415 555 0100')
    expect(screen.queryByRole('button', { name: /Edit/ })).toBeNull()
    view.unmount()
    open(<ContactSection user={dana({ erasedAt: new Date('2026-11-20T00:00:00Z') })} />)
    const edit = await screen.findByRole('button', { name: 'Edit name and phone' })
    expect(edit.getAttribute('aria-description')).toContain('was erased')
  })
})

describe('single sign-on of another user', () => {
  it('is unlinked by its version after a question, and shown of anyone who is linked alone', async () => {
    const view = open(
      <SignInWaysSection user={dana({ hasSecondFactor: null, passkeys: null, hasSingleSignOn: true })} />,
      { 'users.unlinkSingleSignOn': () => ({ success: true }) },
    )
    await view.press('Unlink…')
    await view.press('Unlink')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(view.inputs('users.unlinkSingleSignOn')).toEqual([{ userId: 'usr_7', version: 3 }])
    for (const hasSingleSignOn of [false, null]) {
      view.unmount()
      open(<SignInWaysSection user={dana({ hasSecondFactor: null, passkeys: null, hasSingleSignOn })} />)
      expect(screen.queryByText('Single sign-on')).toBeNull()
    }
  })

  it('of one’s own account is left to the own settings', async () => {
    open(
      <SignInWaysSection
        user={dana({ hasSecondFactor: null, passkeys: null, id: buildSession().user.uid, hasSingleSignOn: true })}
      />,
    )
    const button = await screen.findByRole('button', { name: 'Unlink…' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })
})

describe('the authenticator app of another user', () => {
  it('is taken away after the administrator has confirmed who they are', async () => {
    let isRecent = false
    const view = open(<SignInWaysSection user={dana({ passkeys: null, hasSecondFactor: true })} />, {
      'users.removeSecondFactor': () => {
        if (!isRecent) throw refusal('FORBIDDEN', 'SIGN_IN_AGAIN')
        return { success: true }
      },
      'signIn.reauthenticate': () => {
        isRecent = true
        return { success: true }
      },
    })
    await view.press('Remove…')
    await view.press('Reset')
    await screen.findByText('Confirm it’s you')
    await view.user.type(field('Your password'), 'correct horse 7')
    await view.press('Confirm and reset')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(view.inputs('users.removeSecondFactor')).toEqual(Array(2).fill({ userId: 'usr_7', version: 3 }))
  })

  it('shows a refusal in the server’s words', async () => {
    const view = open(<SignInWaysSection user={dana({ passkeys: null, hasSecondFactor: true })} />, {
      'users.removeSecondFactor': () => {
        throw refusal('CONFLICT', 'STATE')
      },
    })
    await view.press('Remove…')
    await view.press('Reset')
    expect((await screen.findByRole('alert')).textContent).toBe('A sentence.')
  })

  it('can’t be removed if there is none, and stays with a reason if it is one’s own', async () => {
    const view = open(<SignInWaysSection user={dana({ passkeys: 0, hasSecondFactor: false })} />)
    expect(await screen.findByText('Not set up.')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    view.unmount()
    open(<SignInWaysSection user={dana({ passkeys: null, id: buildSession().user.uid, hasSecondFactor: true })} />)
    const button = await screen.findByRole('button', { name: 'Remove…' })
    expect(button.getAttribute('aria-description')).toContain('your own account')
  })
})

describe('the passkeys of another user', () => {
  it('are counted, and taken away in one step', async () => {
    const view = open(<SignInWaysSection user={dana({ hasSecondFactor: null, passkeys: 2 })} />, {
      'users.removePasskeys': () => ({ success: true }),
    })
    expect(await screen.findByText(/^2 passkeys\./)).toBeTruthy()
    expect(screen.queryByText('Authenticator app')).toBeNull()
    await view.press('Remove…')
    expect((await screen.findByRole('dialog')).textContent).toContain('Remove all passkeys for')
    await view.press('Remove')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(view.inputs('users.removePasskeys')).toEqual([{ userId: 'usr_7', version: 3 }])
  })

  it('can’t be removed if there are none, and are no one else’s to see', async () => {
    const view = open(<SignInWaysSection user={dana({ hasSecondFactor: null, passkeys: 0 })} />)
    expect(await screen.findByText('None.')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
    view.unmount()
    const { container } = open(<SignInWaysSection user={dana({ hasSecondFactor: null, passkeys: null })} />)
    expect(container.querySelector('section')).toBeNull()
  })
})

describe('§5 a role that an imported document alone names', () => {
  it('is shown with why it lets no one in, and with no rights', async () => {
    const details = { role: 'merchant_owner', roleIsNotGiven: true } as const
    open(<UserAccessTab user={buildUserRecord(details)} />)
    expect(await screen.findByText('Can’t sign in')).toBeTruthy()
    expect(screen.getByText('None in the console.')).toBeTruthy()
  })

  it('gives an administrator no merchants', async () => {
    open(<UserAccessTab user={buildUserRecord({ role: 'quaff_admin', roleIsNotGiven: true, merchants: [] })} />)
    expect(await screen.findByText('None assigned.')).toBeTruthy()
    expect(screen.queryByText('All merchants.')).toBeNull()
  })

  it('is one like others once it was given', async () => {
    open(<UserAccessTab user={buildUserRecord({ role: 'merchant_owner' })} />)
    expect(await screen.findByRole('region', { name: 'Permissions' })).toBeTruthy()
    expect(screen.queryByText('Can’t sign in')).toBeNull()
    expect(screen.queryByText('None in the console.')).toBeNull()
  })
})
