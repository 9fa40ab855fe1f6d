import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppFrame } from '@quaff/platform/console/frame/app-frame'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import { visibleNavigation } from '../navigation'

const adminGlobal = {
  isMember: true,
  isAdmin: true,
  isGlobalView: true,
  hasMerchant: false,
  canChooseMerchant: true,
  badges: new Map([
    ['/merchants', { count: 7, tone: 'warn', label: '7 merchants wait for review' }],
    ['/waitlists', { count: 100, tone: 'neutral', label: '100 people wait' }],
  ] as const),
}

afterEach(() => vi.unstubAllGlobals())

describe('sidebar', () => {
  it('§2.4 greys out what needs a merchant with a "Merchant Required" badge, and counts what waits up to 99', () => {
    const sidebar = { header: null, items: visibleNavigation(adminGlobal), footer: null }
    renderConsole(
      <AppFrame sidebar={sidebar} topBar={{ title: 'Admin Dashboard v2' }}>
        page
      </AppFrame>,
      {},
    )
    const navigation = screen.getByRole('navigation', { name: 'Main' })
    const locations = within(navigation).getByRole('link', { name: /Locations/ })
    expect(locations.getAttribute('aria-disabled')).toBe('true')
    expect(locations.textContent).toContain('Merchant Required')
    expect(locations.hasAttribute('href')).toBe(false)
    expect(within(navigation).getByRole('link', { name: /Merchants/ }).textContent).toContain('7')
    const waitlists = within(navigation).getByRole('link', { name: 'Waitlists 100 people wait' })
    expect(waitlists.textContent).toContain('99+')
  })

  it('lies over the page of a phone until another merchant is chosen', () => {
    const phone = {
      ...window.matchMedia('all'),
      matches: true,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
    }
    vi.stubGlobal('matchMedia', () => phone)
    const frame = (about: string) => (
      <AppFrame
        sidebar={{ header: <button>Switch</button>, items: [], footer: null }}
        topBar={{ title: '' }}
        about={about}
      >
        page
      </AppFrame>
    )
    const { rerender } = renderConsole(frame('mer_1'), {})
    const isOpen = () => screen.getByRole('complementary', { name: 'Main' }).dataset['open']
    fireEvent.click(screen.getByRole('button', { name: 'Open menu' }))
    expect(isOpen()).toBe('true')
    rerender(frame('mer_2'))
    expect(isOpen()).toBe('false')
  })
})
