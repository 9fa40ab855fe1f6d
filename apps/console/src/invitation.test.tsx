import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { keptInvitation } from '@quaff/features/sign-in/console/kept-invitation-widget'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const token = 'tok_1234567890123456'
const viewer = {
  role: 'merchant_viewer',
  merchantIds: ['mer_2'],
  assigned: { id: 'mer_2', name: 'Tide', logoUrl: null, temporary: false },
}
const invitedTo = { role: 'merchant_viewer', inviter: 'Maya Lindqvist', venues: ['Foxglove Coffee'] }
const check = { valid: true, purpose: 'invitation', state: 'open', invitedTo, asksSignIn: true }
const open = { state: 'open', isYours: true, address: 's…@people.test', invitedTo }

beforeEach(() => keptInvitation.clear())

function openLink(session: ReturnType<typeof sessionOf> | null, answers: Answers = {}) {
  const view = renderAddress(`/auth/complete-signin?token=${token}`, session, {
    'signIn.checkLink': () => check,
    'users.openInvitation': () => open,
    'users.acceptInvitation': () => ({ success: true, merchants: [{ id: 'mer_1', name: 'Foxglove Coffee' }] }),
    'sessions.signOut': () => ({}),
    ...answers,
  })
  const called = (name: string) => view.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { ...view, called, user: userEvent.setup() }
}

describe('the link of an invitation to a person with an account', () => {
  it('asks them to sign in, and comes back with no token in the address', async () => {
    const { here, called } = openLink(null)
    expect(await screen.findByText('Sign in with the invited email to accept the invitation.')).toBeTruthy()
    expect(here()).toContain('from=%2Finvitation')
    expect(here()).not.toContain(token)
    expect(keptInvitation.read()).toBe(token)
    expect(called('signIn.completeLink')).toEqual([])
  })

  it('is accepted with one button, and opens the merchant', async () => {
    const { here, called, user } = openLink(sessionOf(viewer))
    expect(
      await screen.findByText('Maya Lindqvist invited you to Foxglove Coffee on Quaff as a merchant viewer.'),
    ).toBeTruthy()
    expect(here()).toBe('/invitation')
    await user.click(screen.getByRole('button', { name: 'Accept invitation' }))
    await waitFor(() => expect(here()).toBe('/dashboard'))
    expect(called('users.acceptInvitation')).toEqual([{ token }])
    expect(keptInvitation.read()).toBeNull()
  })

  it('says to another person whose it may be, and lets them switch', async () => {
    const { here, user } = openLink(sessionOf(viewer), {
      'users.openInvitation': () => ({ ...open, isYours: false, invitedTo: null }),
    })
    expect(await screen.findByText('This invitation is for s…@people.test.')).toBeTruthy()
    expect(screen.queryByText(/Foxglove/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Switch account' }))
    await waitFor(() => expect(here()).toContain('from=%2Finvitation'))
    expect(keptInvitation.read()).toBe(token)
  })

  it.each([
    ['used', 'This invitation was already accepted.'],
    ['expired', 'This invitation has expired. Ask for a new one.'],
    ['unknown', 'This invitation is no longer open. Ask for a new one.'],
  ])('that became %s in the meantime leads to the dashboard', async (state, text) => {
    openLink(sessionOf(viewer), {
      'users.openInvitation': () => ({ state, isYours: false, address: null, invitedTo: null }),
    })
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to dashboard' })).toBeTruthy()
  })
})
