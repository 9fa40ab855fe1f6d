import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import { buildSession } from '@quaff/features/sessions/testing/session-factory'
import type { UserRecord } from '@quaff/features/users/contract'
import { buildUserRecord } from '@quaff/features/users/testing/user-row-factory'
import { DownloadError, setFileDownloader, type FileDownload } from '@quaff/platform/console/rpc'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { PersonalData } from './personal-data-widget'

const session = buildSession()
const signedIn = { ...session, user: { ...session.user, hasPassword: true } }
const refusal = (code: string, reason: string) => new ORPCError(code, { message: 'A sentence.', data: { reason } })

function open(person: Partial<UserRecord> = {}, answers: Answers = {}) {
  const shown = buildUserRecord({ role: 'customer', merchants: [], ...person })
  function Page() {
    return useSession().session && <PersonalData person={shown} />
  }
  const view = renderConsole(
    <SessionProvider>
      <Page />
    </SessionProvider>,
    {
      'sessions.current': () => signedIn,
      'personalData.keptFigures': () => ({ subscriptions: 3, runningSubscriptions: 1, redemptions: 1204 }),
      'personalData.erase': () => ({ success: true }),
      ...answers,
    },
  )
  const user = userEvent.setup()
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
  const inputs = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, user, press, inputs }
}
const address = () => screen.findByLabelText<HTMLInputElement>('Type “dana@wrenandrye.test” to confirm')

describe('erasing a person', () => {
  it('says what goes, what stays and that passes run on, before anything is typed', async () => {
    const view = open()
    await view.press('Erase…')
    const dialog = await screen.findByRole('dialog')
    await screen.findByText('1 active subscription')
    expect(dialog.textContent).toContain('Name, email address, phone number and photo')
    expect(dialog.textContent).toContain('Waitlist entries; names, answers and images in signup forms')
    expect(dialog.textContent).toContain('3 subscriptions and 1,204 redemptions')
    expect(dialog.textContent).toContain('Erasing doesn’t cancel it')
    expect(view.inputs('personalData.keptFigures')).toEqual([{ userId: 'usr_7' }])
  })

  it('sends the typed address with the version, once', async () => {
    const view = open()
    await view.press('Erase…')
    await view.user.type(await address(), ' DANA@wrenandrye.test')
    await view.press('Erase permanently')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(view.inputs('personalData.erase')).toEqual([
      { userId: 'usr_7', version: 3, confirmEmail: 'DANA@wrenandrye.test' },
    ])
  })

  it('asks nothing of the server while the address does not match', async () => {
    const view = open()
    await view.press('Erase…')
    await view.user.type(await address(), 'dana@wrenandrye')
    await view.press('Erase permanently')
    expect(await screen.findByText('This doesn’t match. Type the email exactly as shown.')).toBeTruthy()
    expect(view.inputs('personalData.erase')).toEqual([])
  })

  it('keeps the typed address while the administrator confirms who they are', async () => {
    let isRecent = false
    const view = open(
      {},
      {
        'personalData.erase': () => {
          if (!isRecent) throw refusal('FORBIDDEN', 'SIGN_IN_AGAIN')
          return { success: true }
        },
        'signIn.reauthenticate': () => {
          isRecent = true
          return { success: true }
        },
      },
    )
    await view.press('Erase…')
    await view.user.type(await address(), 'dana@wrenandrye.test')
    await view.press('Erase permanently')
    await screen.findByText('Confirm it’s you')
    await view.press('Back')
    expect((await address()).value).toBe('dana@wrenandrye.test')
    await view.press('Erase permanently')
    await view.user.type(await screen.findByLabelText('Your password'), 'correct horse 7')
    await view.press('Confirm and erase')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('of someone who was changed in the meantime keeps the text, and takes the new version', async () => {
    let version = 3
    const view = open(
      {},
      {
        'personalData.erase': () => {
          if (version === 3) throw refusal('CONFLICT', 'STALE_VERSION')
          return { success: true }
        },
        'users.get': () => buildUserRecord({ role: 'customer', version: (version = 4) }),
      },
    )
    await view.press('Erase…')
    await view.user.type(await address(), 'dana@wrenandrye.test')
    await view.press('Erase permanently')
    await view.press('Load the saved version')
    await waitFor(() => expect(screen.queryByText(/changed this/)).toBeNull())
    await view.press('Erase permanently')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(view.inputs('personalData.erase')).toMatchObject([{ version: 3 }, { version: 4 }])
  })

  it('says so when the figures could not be read', async () => {
    const view = open({}, { 'personalData.keptFigures': () => Promise.reject(new Error('away')) })
    await view.press('Erase…')
    expect(await screen.findByText(/Couldn’t check for active subscriptions/)).toBeTruthy()
  })

  it.each<[string, Partial<UserRecord>, string]>([
    ['oneself', { id: session.user.uid }, 'your own account'],
    ['the last administrator', { role: 'quaff_admin', isLastAdministrator: true }, 'last active administrator'],
    ['an owner on record', { ownsMerchant: true, ownedMerchants: [{ id: 'mer_1', name: 'Bell Bar' }] }, 'Bell Bar'],
    ['an erased person', { erasedAt: new Date('2026-11-20T00:00:00Z') }, 'was erased'],
  ])('shows its reason on the control for %s', async (_, person, reason) => {
    const view = open(person)
    const erase = await screen.findByRole('button', { name: 'Erase…' })
    expect(erase.getAttribute('aria-description')).toContain(reason)
    await view.user.click(erase)
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('exporting a person', () => {
  it('downloads the file, after a confirmation where the sign-in was long ago', async () => {
    const download = vi.fn<(file: FileDownload) => Promise<void>>(() => Promise.resolve())
    download.mockImplementationOnce(() => Promise.reject(new DownloadError('Again', 'SIGN_IN_AGAIN')))
    setFileDownloader(download)
    const view = open({}, { 'signIn.reauthenticate': () => ({ success: true }) })
    await view.press('Export data')
    await view.user.type(await screen.findByLabelText('Your password'), 'correct horse 7')
    await view.press('Confirm and export')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const file = { path: '/api/files/person-export', body: { userId: 'usr_7' } }
    expect(download.mock.calls.map(([requested]: unknown[]) => requested)).toEqual([file, file])
  })

  it('says why it failed', async () => {
    setFileDownloader(() => Promise.reject(new DownloadError('The file could not be made.', undefined)))
    const view = open()
    await view.press('Export data')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(screen.getByRole('button', { name: 'Export data' }).getAttribute('aria-description')).toBeNull()
  })
})
