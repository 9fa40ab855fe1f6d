import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useMerchantSelection, useSession } from '@quaff/features/sessions/console/session-widget'
import type { Session } from '@quaff/features/sessions/contract'
import { permissionsFor } from '@quaff/features/sessions/rules'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { MerchantSwitcher } from './merchant-switcher-widget'

const options = [
  { id: 'm1', name: 'Tide & Bean', logoUrl: null, status: 'active', isLive: true },
  { id: 'm2', name: 'Half Moon', logoUrl: null, status: 'active', isLive: true },
]

function sessionOf(role: string, merchantIds: string[]): Session {
  return {
    user: {
      uid: 'u1',
      email: 'a@quaff.test',
      displayName: null,
      photoURL: null,
      phoneNumber: null,
      role,
      merchantIds,
      applicationId: null,
      permissions: permissionsFor(role, merchantIds),
      hasPassword: true,
    },
    assignedMerchant: null,
    timeZone: 'UTC',
    version: '1',
  }
}

function Inside() {
  const { session } = useSession()
  const { current, isGlobalView } = useMerchantSelection()
  if (!session) return null
  return (
    <>
      <MerchantSwitcher />
      <output>{isGlobalView ? 'global' : (current?.name ?? 'none')}</output>
    </>
  )
}

function show(session: Session, found = options) {
  renderConsole(
    <SessionProvider>
      <Inside />
    </SessionProvider>,
    {
      'sessions.current': () => session,
      'merchants.options': ({ q = '' }: { q?: string }) =>
        found.filter(({ name }) => name.toLowerCase().includes(q.toLowerCase())),
    },
  )
  return userEvent.setup()
}

const selection = () => document.querySelector('output')?.textContent

describe('merchant switcher', () => {
  it('§2.5 offers administrators the global view and the merchants, and selects one', async () => {
    const user = show(sessionOf('quaff_admin', []))
    await user.click(await screen.findByRole('button', { name: /All Merchants/ }))
    expect(await screen.findByPlaceholderText('Search merchants...')).toBeTruthy()
    expect(screen.getByRole('group', { name: 'View' }).textContent).toContain('All Merchants (Global View)')
    await user.click(await screen.findByRole('option', { name: /Half Moon/ }))
    expect(selection()).toBe('Half Moon')
    await user.click(screen.getByRole('button', { name: /Half Moon/ }))
    await user.click(await screen.findByRole('option', { name: /All Merchants/ }))
    expect(selection()).toBe('global')
  })

  it('says the state of the chosen merchant in its second line, and of each that can be chosen', async () => {
    const paused = { id: 'm3', name: 'Juniper Social', logoUrl: null, status: 'active', isLive: false }
    const user = show(sessionOf('quaff_admin', []), [...options, paused])
    await user.click(await screen.findByRole('button', { name: /All Merchants/ }))
    expect((await screen.findByRole('option', { name: /Juniper Social/ })).textContent).toContain('Active · Paused')
    await user.click(screen.getByRole('option', { name: /Half Moon/ }))
    const button = await screen.findByRole('button', { name: /Half Moon/ })
    await waitFor(() => expect(button.textContent).toContain('Active · Selling'))
  })

  it('§2.5 says so when nothing matches', async () => {
    const user = show(sessionOf('quaff_admin', []))
    await user.click(await screen.findByRole('button', { name: /All Merchants/ }))
    await user.type(await screen.findByPlaceholderText('Search merchants...'), 'zzz')
    expect(await screen.findByText('No merchants found.')).toBeTruthy()
  })

  it('§2.5 says "Loading merchants..." while they are read', async () => {
    renderConsole(
      <SessionProvider>
        <Inside />
      </SessionProvider>,
      {
        'sessions.current': () => sessionOf('quaff_admin', []),
        'merchants.options': () => new Promise(() => undefined),
      },
    )
    await userEvent.setup().click(await screen.findByRole('button', { name: /All Merchants/ }))
    expect(await screen.findByText('Loading merchants...')).toBeTruthy()
  })

  it('offers to create or invite where there is no merchant at all', async () => {
    const user = show(sessionOf('quaff_admin', []), [])
    await user.click(await screen.findByRole('button', { name: /All Merchants/ }))
    expect((await screen.findByRole('link', { name: 'Create merchant' })).getAttribute('href')).toBe(
      '/merchants?action=create',
    )
    expect(screen.getByRole('link', { name: 'Invite owner' }).getAttribute('href')).toBe('/users?action=invite-owner')
    expect(screen.queryByPlaceholderText('Search merchants...')).toBeNull()
  })

  it('§2.5 has no global view for merchant roles', async () => {
    const user = show(sessionOf('merchant_owner', ['m1', 'm2']))
    await user.click(await screen.findByRole('button', { name: /Choose a merchant/ }))
    await screen.findByRole('option', { name: /Tide & Bean/ })
    expect(screen.queryByRole('group', { name: 'View' })).toBeNull()
  })

  it('§2.5 selects the only accessible merchant by itself', async () => {
    show(sessionOf('merchant_viewer', ['m1']), options.slice(0, 1))
    await waitFor(() => expect(selection()).toBe('Tide & Bean'))
  })

  it('§2.5 is hidden from people without any merchant', async () => {
    show(sessionOf('merchant_owner', []))
    await waitFor(() => expect(selection()).toBe('none'))
    expect(screen.queryByRole('button')).toBeNull()
  })
})
