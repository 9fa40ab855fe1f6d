import { ORPCError } from '@orpc/client'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import { ToastHost } from '@quaff/platform/console/frame/notify'
import {
  closedByPerson,
  createdAsSent,
  createdInBrowser,
  usedAsSent,
  usedInBrowser,
  withBrowserPasskeys,
} from '@quaff/platform/console/testing/browser-passkeys'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { passkeyLimits, type Passkey } from '../contract'
import { PasskeysPanel } from './passkeys-panel'

const now = new Date()
const laptop: Passkey = {
  id: 'pky_1',
  name: 'Work laptop',
  isSynced: false,
  createdAt: now,
  lastUsedAt: null,
  stoppedAt: null,
}
const cloud: Passkey = { ...laptop, id: 'pky_2', name: 'iCloud Keychain', isSynced: true, lastUsedAt: now }
const challenge = 'Y2hhbGxlbmdlLW9mLXRoZS1zZXJ2ZXI'
const requested = {
  challenge,
  rp: { id: 'localhost', name: 'Quaff' },
  user: { id: 'dXNyXzE', name: 'maya@quaff.test', displayName: 'Maya' },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: false, userVerification: 'required' },
}

const refusal = (code: string, reason: string, message = 'A sentence.') =>
  new ORPCError(code, { message, data: { reason } })

function Page() {
  return useSession().session && <PasskeysPanel />
}

function open(answers: Answers = {}, session = buildSession()) {
  const view = renderConsole(
    <SessionProvider>
      <Page />
      <ToastHost />
    </SessionProvider>,
    {
      'sessions.current': () => session,
      'signIn.passkeys': () => [],
      'signIn.beginPasskey': () => requested,
      'signIn.addPasskey': () => laptop,
      'signIn.reauthenticate': () => ({ success: true }),
      ...answers,
    },
  )
  const user = userEvent.setup()
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  const choose = async (passkey: string, item: string) => {
    await press(`More actions for ${passkey}`)
    fireEvent.click(await screen.findByRole('menuitem', { name: item, hidden: true }))
  }
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, user, press, choose, called }
}

describe('my passkeys', () => {
  it('are listed with when they were made and used, and where they are kept', async () => {
    open({ 'signIn.passkeys': () => [laptop, cloud] })
    const list = await screen.findByRole('list', { name: 'Passkeys' })
    const [first, second] = within(list).getAllByRole('listitem')
    expect(first?.textContent).toMatch(/Work laptop.*Added.*Not used yet.*On one device/)
    expect(second?.textContent).toMatch(/iCloud Keychain.*Last used: Just now.*On all your devices/)
    expect(screen.getByText(`2 of ${passkeyLimits.perAccount}`)).toBeTruthy()
  })

  it('are shown as text, whatever was typed as their name', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const { choose } = open({ 'signIn.passkeys': () => [{ ...laptop, name }] })
    expect(await screen.findByText(name)).toBeTruthy()
    await choose(name, 'Remove')
    expect((await screen.findByRole('dialog')).textContent).toContain(`Remove “${name}”?`)
    expect(document.querySelector('img')).toBeNull()
  })

  it('that were stopped say so', async () => {
    open({ 'signIn.passkeys': () => [{ ...laptop, stoppedAt: now }] })
    expect((await screen.findByRole('listitem')).textContent).toMatch(/may have been copied.*Stopped/)
  })

  it('that could not be loaded say so, with Retry', async () => {
    let isDown = true
    const { press } = open({
      'signIn.passkeys': () => {
        if (isDown) throw refusal('SERVICE_UNAVAILABLE', 'DOWN')
        return [laptop]
      },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load your passkeys')
    isDown = false
    await press('Retry')
    expect(await screen.findByText('Work laptop')).toBeTruthy()
  })
})

describe('adding a passkey', () => {
  it('goes by the window of the browser, and gives it a name', async () => {
    withBrowserPasskeys({ create: async () => createdInBrowser })
    let passkeys: Passkey[] = []
    const { press, user, called } = open({
      'signIn.passkeys': () => passkeys,
      'signIn.addPasskey': () => {
        passkeys = [laptop]
        return laptop
      },
      'signIn.renamePasskey': () => ({ success: true }),
    })
    await press('Add passkey')
    await press('Continue')
    const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })
    expect(name.value).toBe('Work laptop')
    await screen.findByRole('list', { name: 'Passkeys', hidden: true })
    await user.clear(name)
    await press('Done')
    expect(await screen.findByText('Enter a name')).toBeTruthy()
    await user.type(name, 'Blue laptop')
    await press('Done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(called('signIn.addPasskey')).toEqual([{ challenge, credential: createdAsSent }])
    expect(called('signIn.renamePasskey')).toEqual([{ passkeyId: 'pky_1', name: 'Blue laptop' }])
  })

  it('asks who it is if that was long ago, and goes on', async () => {
    withBrowserPasskeys({ create: async () => createdInBrowser })
    let isRecent = false
    const { press, user, called } = open({
      'signIn.beginPasskey': () => {
        if (!isRecent) throw refusal('FORBIDDEN', 'SIGN_IN_AGAIN')
        return requested
      },
      'signIn.reauthenticate': () => {
        isRecent = true
        return { success: true }
      },
    })
    await press('Add passkey')
    await press('Continue')
    await user.type(await screen.findByLabelText('Your password'), 'secret-1')
    await press('Confirm')
    await press('Done')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(called('signIn.renamePasskey')).toEqual([])
  })

  it.each([
    ['closes the window', closedByPerson, /^Passkey not added/],
    [
      'uses a device that has one already',
      () => Promise.reject(new DOMException('known', 'InvalidStateError')),
      /already has a passkey for your account/,
    ],
    [
      'uses a device that cannot ask for the person',
      () => Promise.reject(new DOMException('none', 'ConstraintError')),
      /^Set up a fingerprint/,
    ],
  ])('says so to anyone who %s, and can be tried again', async (_, create, expected) => {
    withBrowserPasskeys({ create })
    const { press, called } = open()
    await press('Add passkey')
    await press('Continue')
    expect((await screen.findByRole('alert')).textContent).toMatch(expected)
    expect(screen.getByRole('button', { name: 'Continue' })).toBeTruthy()
    expect(called('signIn.addPasskey')).toEqual([])
  })

  it('is refused in the words of the server', async () => {
    withBrowserPasskeys({ create: async () => createdInBrowser })
    const { press } = open({
      'signIn.addPasskey': () => {
        throw refusal('BAD_REQUEST', 'PASSKEY_TOO_LATE', 'This took too long. Try again.')
      },
    })
    await press('Add passkey')
    await press('Continue')
    expect((await screen.findByRole('alert')).textContent).toBe('This took too long. Try again.')
  })

  it('is locked with its reason where the browser makes none, at ten, and in a preview', async () => {
    const reason = async () =>
      (await screen.findByRole('button', { name: 'Add passkey' })).getAttribute('aria-description')
    const plain = open()
    expect(await reason()).toContain('HTTPS')
    plain.unmount()
    withBrowserPasskeys()
    const ten = Array.from({ length: passkeyLimits.perAccount }, (_, at) => ({ ...laptop, id: `pky_${at}` }))
    const full = open({ 'signIn.passkeys': () => ten })
    expect(await reason()).toContain('You have 10 passkeys')
    full.unmount()
    const preview = { merchantId: 'mer_1', merchantName: 'Half Moon', role: 'quaff_admin' }
    open({}, { ...buildSession(), preview })
    await waitFor(async () => expect(await reason()).toContain('in preview'))
  })
})

describe('a passkey', () => {
  it('is renamed', async () => {
    const { choose, press, user, called } = open({
      'signIn.passkeys': () => [laptop],
      'signIn.renamePasskey': () => ({ success: true }),
    })
    await choose('Work laptop', 'Rename')
    const name = await screen.findByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Blue laptop')
    await press('Save')
    await waitFor(() => expect(called('signIn.passkeys')).toHaveLength(2))
    expect(called('signIn.renamePasskey')).toEqual([{ passkeyId: 'pky_1', name: 'Blue laptop' }])
  })

  it('is removed after a question, and after proof of who asks', async () => {
    let isRecent = false
    const { choose, press, user, called } = open({
      'signIn.passkeys': () => [laptop],
      'signIn.removePasskey': () => {
        if (!isRecent) throw refusal('FORBIDDEN', 'SIGN_IN_AGAIN')
        return { success: true }
      },
      'signIn.reauthenticate': () => {
        isRecent = true
        return { success: true }
      },
    })
    await choose('Work laptop', 'Remove')
    expect(await screen.findByRole('dialog', { name: 'Remove “Work laptop”?' })).toBeTruthy()
    expect(called('signIn.removePasskey')).toEqual([])
    await press('Remove')
    await user.type(await screen.findByLabelText('Your password'), 'secret-1')
    await press('Confirm and remove')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(called('signIn.removePasskey')).toEqual(Array(2).fill({ passkeyId: 'pky_1' }))
  })

  it('is proof enough for removing another one', async () => {
    const browser = withBrowserPasskeys({ get: async () => usedInBrowser })
    let isRecent = false
    const { choose, press, called } = open({
      'signIn.passkeys': () => [laptop, cloud],
      'signIn.beginPasskeyReauthentication': () => ({
        challenge,
        allowCredentials: [{ id: 'a2V5', type: 'public-key' }],
      }),
      'signIn.removePasskey': () => {
        if (!isRecent) throw refusal('FORBIDDEN', 'SIGN_IN_AGAIN')
        return { success: true }
      },
      'signIn.reauthenticate': () => {
        isRecent = true
        return { success: true }
      },
    })
    await choose('Work laptop', 'Remove')
    await press('Remove')
    await press('Use a passkey instead')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(called('signIn.reauthenticate')).toEqual([{ challenge, credential: usedAsSent }])
    expect(browser.requested[0]?.publicKey?.allowCredentials).toHaveLength(1)
  })

  it('that could not be removed says why', async () => {
    const { choose, press } = open({
      'signIn.passkeys': () => [laptop],
      'signIn.removePasskey': () => {
        throw refusal('NOT_FOUND', 'NO_PASSKEY', 'Passkey not found, or you don’t have access.')
      },
    })
    await choose('Work laptop', 'Remove')
    await press('Remove')
    expect((await screen.findByRole('alert')).textContent).toContain('Passkey not found')
  })
})
