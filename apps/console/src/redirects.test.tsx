import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderAddress, sessionOf } from './testing/render-address'

const noOne = null
const pages = [
  '/dashboard',
  '/merchants',
  '/merchants/onboarding',
  '/merchants/onboarding/business',
  '/merchants/onboarding/locations',
  '/merchants/onboarding/settings',
  '/merchants/application-submitted',
  '/merchants/find-customer',
  '/locations',
  '/waitlists',
  '/plans',
  '/plans/promotions',
  '/analytics',
  '/subscriptions',
  '/redemptions',
  '/settings',
  '/settings/billing',
  '/settings/branding',
  '/merchant-signup-forms',
  '/applications',
  '/affiliates',
  '/users',
]

afterEach(() => vi.restoreAllMocks())

describe('redirects', () => {
  it.each([
    ['/analytics?tab=subscriptions&status=past_due&planId=pln_1', '/subscriptions?status=past_due&planId=pln_1'],
    ['/analytics?tab=subscriptions&id=sub_1', '/subscriptions?id=sub_1'],
    ['/merchant-signup-forms?tab=applications&id=sgn_1', '/applications?id=sgn_1'],
    ['/merchant-signup-forms?tab=applications', '/applications'],
  ])('%s is a page of its own now: %s', async (earlier, address) => {
    const { here } = renderAddress(earlier, sessionOf())
    await waitFor(() => expect(here()).toBe(address))
  })

  it.each(['/sign-in', '/auth', '/login'])('§2.1 §G1 %s redirects to /auth/login', async (address) => {
    const { here } = renderAddress(address, noOne)
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(here()).toBe('/auth/login')
  })

  it.each(['/no/such/page', '/dashboards', '/auth/other'])(
    '§2.1 §G1 the unknown path %s redirects to /',
    async (address) => {
      const leave = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
      renderAddress(address, noOne)
      await waitFor(() => expect(leave).toHaveBeenCalledWith('/'))
      expect(leave).toHaveBeenCalledTimes(1)
    },
  )
})

describe('the public pages', () => {
  it.each([
    '/',
    '/partners',
    '/terms',
    '/privacy',
    '/partners/signup?from=card#form',
    '/partners/signup/processing',
    '/partners/signup/existing',
    '/partners/convert',
    '/partners/success',
    '/affiliate?code=TABLE12',
    '/w/oslo',
  ])('§2.1 are documents of their own: the console asks the server for %s', async (address) => {
    const leave = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    renderAddress(address, sessionOf())
    await waitFor(() => expect(leave).toHaveBeenCalledWith(address))
    expect(leave).toHaveBeenCalledTimes(1)
  })

  it('§2.1 are not asked for again when the server gave the console instead', async () => {
    const leave = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined)
    const opened = { name: 'http://localhost:3000/partners' } as PerformanceEntry
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([opened])
    renderAddress('/partners', noOne)
    expect((await screen.findByRole('alert')).textContent).toContain('new version is being installed')
    expect(leave).not.toHaveBeenCalled()
  })
})

describe('auth layout', () => {
  it('§2.2 shows "Authenticating..." while initialising', async () => {
    renderAddress('/auth/login', noOne, { 'sessions.current': () => new Promise(() => undefined) })
    expect(await screen.findByText('Authenticating...')).toBeTruthy()
  })

  it.each([
    ['/auth/login?from=%2Fusers%3Fq%3Dada%23top', '/users?q=ada#top'],
    ['/auth/login', '/dashboard'],
    ['/auth/register', '/dashboard'],
    ['/auth/login?from=https%3A%2F%2Fevil.test%2F', '/dashboard'],
  ])(
    '§2.2 a signed-in user at %s is redirected to the remembered origin, or /dashboard: %s',
    async (address, expected) => {
      const { here } = renderAddress(address, sessionOf())
      await waitFor(() => expect(here()).toBe(expected))
    },
  )
})

describe('dashboard layout', () => {
  it('§2.3 shows a spinner with "Loading your dashboard..." until auth is initialised', async () => {
    renderAddress('/users', noOne, { 'sessions.current': () => new Promise(() => undefined) })
    expect((await screen.findByRole('status')).textContent).toBe('Loading your dashboard...')
  })

  it.each(pages)(
    '§2.3 with no user %s redirects to /auth/login and remembers the original location',
    async (address) => {
      const { here } = renderAddress(`${address}?q=tea#list`, noOne)
      const origin = new URLSearchParams({ from: `${address}?q=tea#list` })
      await waitFor(() => expect(here()).toBe(`/auth/login?${origin}`))
    },
  )

  it.each(pages)('§2.3 §G33 %s lies inside it, under "Admin Dashboard v2"', async (address) => {
    const { here } = renderAddress(address, sessionOf())
    expect(await screen.findByText('Admin Dashboard v2')).toBeTruthy()
    expect(here()).toBe(address)
  })

  it.each(['merchant_owner', 'merchant_viewer'])(
    '§2.3 a %s on /dashboard who has an applicationId is sent to /merchants/onboarding',
    async (role) => {
      const { here } = renderAddress('/dashboard', sessionOf({ role, applicationId: 'app_1' }))
      await waitFor(() => expect(here()).toBe('/merchants/onboarding'))
    },
  )

  it.each([
    ['merchant_owner without an applicationId', sessionOf({ role: 'merchant_owner', merchantIds: ['mer_1'] })],
    ['merchant_viewer without an applicationId', sessionOf({ role: 'merchant_viewer', merchantIds: ['mer_1'] })],
    ['quaff_admin', sessionOf({ applicationId: 'app_1' })],
  ])('§2.3 otherwise they stay on /dashboard: %s', async (_who, session) => {
    const { here } = renderAddress('/dashboard', session)
    expect(await screen.findByText('Admin Dashboard v2')).toBeTruthy()
    expect(here()).toBe('/dashboard')
  })
})
