import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { Answers } from '@quaff/platform/console/testing/render-console'
import { preferences } from '@quaff/platform/console/theme/use-preferences'
import { renderAddress, sessionOf } from './testing/render-address'

const item = (name: string) => screen.findByRole('menuitem', { name, hidden: true })

async function openMenu(answers: Answers = {}, session = sessionOf()) {
  const view = renderAddress('/affiliates', session, answers)
  const user = userEvent.setup()
  await user.click(await screen.findByTitle(session.user.displayName ?? session.user.email))
  return { ...view, user }
}

describe('account menu', () => {
  it('§2.6 is at the bottom of the sidebar and offers Edit profile and Sign out', async () => {
    const { user } = await openMenu()
    const items = await screen.findAllByRole('menuitem', { hidden: true })
    expect(items.map(({ textContent }) => textContent)).toEqual(['Edit profile', 'Settings', 'Sign out'])
    await user.click(await item('Edit profile'))
    expect(await screen.findByText('Update your display information.')).toBeTruthy()
  })

  it('offers "Preview as viewer" of the own merchant', async () => {
    const owner = sessionOf({
      role: 'merchant_owner',
      merchantIds: ['mer_1'],
      assigned: { id: 'mer_1', name: 'Wren & Rye Coffee', logoUrl: null, temporary: false },
    })
    const { user, calls } = await openMenu({ 'sessions.startPreview': () => owner }, owner)
    await user.click(await item('Preview as viewer'))
    await waitFor(() =>
      expect(calls.find(({ name }) => name === 'sessions.startPreview')?.input).toEqual({ merchantId: 'mer_1' }),
    )
  })

  it.each(['quaff_admin', 'merchant_owner', 'merchant_viewer', 'auditor'])('leads %s to the settings', async (role) => {
    const { user, here } = await openMenu({}, sessionOf({ role }))
    await user.click(await item('Settings'))
    await waitFor(() => expect(here()).toBe('/settings'))
  })

  it.each([
    ['display name', 'Maya Lindqvist', 'Maya Lindqvist'],
    ['email', null, 'maya@quaff.test'],
  ])('§2.6 shows the %s', async (_what, displayName, shown) => {
    await openMenu({}, sessionOf({ displayName }))
    expect(screen.getByTitle(shown).textContent).toContain(shown)
  })

  it('§2.6 shows the role with underscores replaced by spaces', async () => {
    await openMenu({}, sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'] }))
    expect(screen.getByText('merchant owner')).toBeTruthy()
  })

  it('§2.6 signs out and leads to /auth/login', async () => {
    const { user, here } = await openMenu({ 'sessions.signOut': () => ({ success: true }) })
    await user.click(await item('Sign out'))
    await waitFor(() => expect(here()).toBe('/auth/login'))
  })

  it('leaves the person alone who has signed in again in another tab before the answer', async () => {
    let [answer, current]: [() => void, unknown] = [() => undefined, sessionOf()]
    const { user, here } = await openMenu({
      'sessions.current': () => current,
      'sessions.signOut': () => new Promise((resolve) => (answer = () => resolve({ success: true }))),
    })
    await user.click(await item('Sign out'))
    const tellTab = (session: unknown) => {
      current = session
      act(() => {
        window.localStorage.setItem('quaff.session', JSON.stringify(session && { session }))
        window.dispatchEvent(new StorageEvent('storage', { key: 'quaff.session' }))
      })
    }
    tellTab(null)
    await waitFor(() => expect(here()).toMatch(/^\/auth\/login/))
    tellTab(sessionOf())
    await waitFor(() => expect(here()).toBe('/affiliates'))
    window.localStorage.setItem('quaff.draft', '"typed since"')
    await act(async () => answer())
    await act(async () => new Promise((resolve) => setTimeout(resolve, 200)))
    expect(here()).toBe('/affiliates')
    expect(window.localStorage.getItem('quaff.draft')).toBe('"typed since"')
  })

  it('leaves nothing of the person in local storage, but how the console looks and the remembered address', async () => {
    preferences.set({ theme: 'dark', density: 'compact' })
    const kept = ['quaff.preferences', 'quaff.columns.merchants', 'quaff.sign-in-email']
    window.localStorage.setItem('quaff.columns.merchants', '["name"]')
    window.localStorage.setItem('quaff.sign-in-email', '"guest@example.test"')
    window.localStorage.setItem('quaff.onboarding-draft.usr_1.mer_1', '{"values":{"name":"Secret venue"}}')
    window.localStorage.setItem('quaff.something-new', '"Maya"')
    window.localStorage.setItem('of-another-program', 'stays')
    const { user, here } = await openMenu({ 'sessions.signOut': () => ({ success: true }) })
    await waitFor(() => expect(window.localStorage.getItem('quaff.session')).toContain('maya@quaff.test'))
    await user.click(await item('Sign out'))
    await waitFor(() => expect(here()).toBe('/auth/login'))
    expect(Object.keys(window.localStorage).sort()).toEqual([...kept, 'of-another-program'].sort())
    expect(preferences.get()).toMatchObject({ theme: 'dark', density: 'compact' })
  })

  it('§8 says "Failed to sign out" when that fails', async () => {
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
