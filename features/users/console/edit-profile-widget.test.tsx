import { ORPCError } from '@orpc/client'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { SessionProvider, useSession } from '@quaff/features/sessions/console/session-widget'
import type { Session } from '@quaff/features/sessions/contract'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { renderConsole, type Answers } from '@quaff/platform/console/testing/render-console'
import { EditProfileDialog } from './edit-profile-widget'

const session: Session = {
  user: {
    uid: 'u1',
    email: 'maya@quaff.test',
    displayName: 'Maya',
    photoURL: null,
    phoneNumber: null,
    role: 'quaff_admin',
    merchantIds: [],
    applicationId: null,
    permissions: permissionsFor('quaff_admin', []),
    hasPassword: true,
  },
  assignedMerchant: null,
  timeZone: 'UTC',
  version: '1',
}

function WhenSignedIn({ onClose }: { onClose: () => void }) {
  return useSession().session && <EditProfileDialog onClose={onClose} />
}

async function openDialog(answers: Answers = {}) {
  const onClose = vi.fn()
  const view = renderConsole(
    <SessionProvider>
      <WhenSignedIn onClose={onClose} />
    </SessionProvider>,
    {
      'sessions.current': () => session,
      'users.updateProfile': () => ({ success: true }),
      'signIn.changePassword': () => ({ success: true }),
      ...answers,
    },
  )
  await screen.findByLabelText('Display name')
  const user = userEvent.setup()
  const type = (label: string, text: string) => user.type(screen.getByLabelText(label), text)
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  const called = () => view.calls.map(({ name }) => name).filter((name) => name !== 'sessions.current')
  return { onClose, type, press, called, failures: view.failures }
}

describe('edit profile dialog', () => {
  it('§2.7 has the specified description, placeholder and buttons', async () => {
    await openDialog()
    expect(screen.getByText('Update your display information.')).toBeTruthy()
    expect(screen.getByLabelText('Phone number').getAttribute('placeholder')).toBe('(###) ###-####')
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save changes' })).toBeTruthy()
  })

  it('§5 checks the password in order: current required, then equal, then eight characters', async () => {
    const { type, press, called } = await openDialog()
    await type('New password', 'short')
    await press('Save changes')
    expect(screen.getByText('Current password is required to change your password.')).toBeTruthy()
    await type('Current password', 'old-password')
    await press('Save changes')
    expect(screen.getByText('New passwords do not match.')).toBeTruthy()
    await type('Confirm new password', 'short')
    await press('Save changes')
    expect(screen.getByText('Password must be at least 8 characters.')).toBeTruthy()
    expect(called()).toEqual([])
  })

  it('takes a name of at least two characters and a phone number, and says so before it asks the server', async () => {
    const { type, press, called } = await openDialog()
    await type('Display name', '{Backspace}{Backspace}{Backspace}')
    await type('Phone number', 'abc')
    await press('Save changes')
    expect(await screen.findByText('Display name must be at least 2 characters')).toBeTruthy()
    expect(screen.getByText('Enter a phone number, such as +44 20 7946 0958 or (415) 555-2671.')).toBeTruthy()
    expect(called()).toEqual([])
  })

  it('refuses a common password where it is typed', async () => {
    const { type, press, called } = await openDialog()
    await type('Current password', 'old-password')
    await type('New password', 'Password1')
    await type('Confirm new password', 'Password1')
    expect(await screen.findByText('This password is too common. Choose another one.')).toBeTruthy()
    await press('Save changes')
    expect(called()).toEqual([])
  })

  it('§5 keeps the current password when the new one is blank', async () => {
    const { press, called, onClose } = await openDialog()
    await press('Save changes')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(called()).toEqual(['users.updateProfile'])
  })

  it('§8 stays open with "Retry save" and no message when the profile cannot be saved, which is only logged', async () => {
    const { press, onClose, failures } = await openDialog({
      'users.updateProfile': () => {
        throw new Error('down')
      },
    })
    await press('Save changes')
    expect(await screen.findByRole('button', { name: 'Retry save' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(onClose).not.toHaveBeenCalled()
    expect(failures).toMatchObject([{ event: 'call_failed', procedure: 'users.updateProfile' }])
  })

  it('shows a wrong current password at its field', async () => {
    const { type, press, onClose } = await openDialog({
      'signIn.changePassword': () => {
        throw new ORPCError('BAD_REQUEST', {
          message: 'The current password is wrong.',
          data: { reason: 'WRONG_PASSWORD', field: 'currentPassword' },
        })
      },
    })
    await type('Current password', 'nope-nope')
    await type('New password', 'long-enough-1')
    await type('Confirm new password', 'long-enough-1')
    await press('Save changes')
    expect(await screen.findByText('The current password is wrong.')).toBeTruthy()
    expect(onClose).not.toHaveBeenCalled()
  })

  it('§2.7 has the fields Display name, Phone number and the password-change section', async () => {
    await openDialog()
    const section = screen.getByRole('group', { name: 'Change password' })
    const inside = ['Current password', 'New password', 'Confirm new password'].map((label) =>
      section.contains(screen.getByLabelText(label)),
    )
    expect(inside).toEqual([true, true, true])
    expect(screen.getByLabelText<HTMLInputElement>('Display name').value).toBe('Maya')
  })

  it('§2.7 §G33 says "Saving…" while saving', async () => {
    const { press } = await openDialog({ 'users.updateProfile': () => new Promise(() => undefined) })
    await press('Save changes')
    expect(await screen.findByRole('button', { name: 'Saving…' })).toBeTruthy()
  })

  it('§8 says "No authenticated user" when the password changes without one', async () => {
    const { type, press } = await openDialog({
      'signIn.changePassword': () => {
        throw new ORPCError('UNAUTHORIZED')
      },
    })
    await type('Current password', 'old-password')
    await type('New password', 'long-enough-1')
    await type('Confirm new password', 'long-enough-1')
    await press('Save changes')
    expect(await screen.findByText('No authenticated user')).toBeTruthy()
  })

  it('§5 says "Password updated" after a change', async () => {
    const { type, press, onClose } = await openDialog()
    await type('Current password', 'old-password')
    await type('New password', 'long-enough-1')
    await type('Confirm new password', 'long-enough-1')
    await press('Save changes')
    expect(await screen.findByText('Password updated')).toBeTruthy()
    expect(onClose).toHaveBeenCalled()
  })
})
