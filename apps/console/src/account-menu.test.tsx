import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { renderAddress, sessionOf } from './testing/render-address'

const item = (name: string) => screen.findByRole('menuitem', { name, hidden: true })

async function openMenu(answers: Answers = {}, session = sessionOf()) {
  const view = renderAddress('/affiliates', session, answers)
  const user = userEvent.setup()
  await user.click(await screen.findByTitle(session.user.displayName ?? session.user.email))
  return { ...view, user }
}

describe('account menu', () => {
  it('stands at the bottom of the sidebar and offers Edit profile and Sign out', async () => {
    const { user } = await openMenu()
    const items = await screen.findAllByRole('menuitem', { hidden: true })
    expect(items.map(({ textContent }) => textContent)).toEqual(['Edit profile', 'Sign out'])
    await user.click(await item('Edit profile'))
    expect(await screen.findByText('Update your display information.')).toBeTruthy()
  })

  it.each([
    ['display name', 'Maya Lindqvist', 'Maya Lindqvist'],
    ['email', null, 'maya@quaff.test'],
  ])('shows the %s', async (_what, displayName, shown) => {
    await openMenu({}, sessionOf({ displayName }))
    expect(screen.getByTitle(shown).textContent).toContain(shown)
  })

  it('shows the role with underscores replaced by spaces', async () => {
    await openMenu({}, sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'] }))
    expect(screen.getByText('merchant owner')).toBeTruthy()
  })

  it('signs out and leads to /auth/login', async () => {
    const { user, here } = await openMenu({ 'sessions.signOut': () => ({ success: true }) })
    await user.click(await item('Sign out'))
    await waitFor(() => expect(here()).toBe('/auth/login'))
  })

  it('says "Failed to sign out" when that fails', async () => {
    const { user, here } = await openMenu({
      'sessions.signOut': () => {
        throw new Error('down')
      },
    })
    await user.click(await item('Sign out'))
    expect(await screen.findByText('Failed to sign out')).toBeTruthy()
    expect(here()).toBe('/affiliates')
  })
})
