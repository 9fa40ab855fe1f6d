import { IconTicket } from '@tabler/icons-react'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { NavGroupEntry } from './nav-entry'
import { NavGroup, Sidebar } from './sidebar'

const passes: NavGroupEntry = {
  kind: 'group',
  id: 'passes',
  label: 'Passes',
  icon: IconTicket,
  items: [
    { kind: 'item', to: '/plans', label: 'Plans' },
    { kind: 'item', to: '/usage', label: 'Usage', disabledReason: 'Choice required' },
  ],
}

const toggle = () => screen.getByRole('button', { name: 'Passes' })

afterEach(cleanup)

describe('NavGroup', () => {
  it('§2.4 opens by itself when one of its pages is shown', async () => {
    const { rerender } = render(<NavGroup entry={passes} currentPath="/" />)
    await userEvent.click(toggle())
    expect(toggle().getAttribute('aria-expanded')).toBe('false')
    rerender(<NavGroup entry={passes} currentPath="/plans" />)
    expect(toggle().getAttribute('aria-expanded')).toBe('true')
    expect(screen.getByRole('link', { name: 'Plans' }).getAttribute('aria-current')).toBe('page')
  })

  it('is marked on the page of its own name', () => {
    const { rerender } = render(<NavGroup entry={{ ...passes, page: '/passes' }} currentPath="/passes" />)
    expect(toggle().dataset['current']).toBe('true')
    rerender(<NavGroup entry={{ ...passes, page: '/passes' }} currentPath="/plans" />)
    expect(toggle().dataset['current']).toBe('false')
  })

  it('§G5 marks a page by its exact path only', () => {
    render(<NavGroup entry={passes} currentPath="/plans/promotions" />)
    expect(screen.getByRole('link', { name: 'Plans' }).getAttribute('aria-current')).toBeNull()
  })

  it('names the reason of an entry that cannot be opened', () => {
    render(<NavGroup entry={passes} currentPath="/usage" />)
    const usage = screen.getByRole('link', { name: /Usage/ })
    expect(usage.getAttribute('aria-disabled')).toBe('true')
    expect(usage.textContent).toContain('Choice required')
    expect(usage.getAttribute('aria-current')).toBeNull()
  })

  it('§2.4 shows a reason that all of its entries share once, beside its name, and each entry still says it', () => {
    const locked = passes.items.map((item) => ({ ...item, disabledReason: 'Choice required' }))
    const { rerender } = render(<NavGroup entry={{ ...passes, items: locked }} currentPath="/" />)
    const shown = () => screen.getAllByText('Choice required').filter(({ className }) => className !== 'q-hidden')
    expect(shown().map((badge) => badge.closest('button'))).toEqual([toggle()])
    for (const name of ['Plans', 'Usage'])
      expect(screen.getByRole('link', { name: `${name} Choice required` })).toBeTruthy()
    rerender(<NavGroup entry={passes} currentPath="/" />)
    expect(shown().map((badge) => badge.closest('a'))).toEqual([screen.getByRole('link', { name: /Usage/ })])
  })

  it('§2.4 draws nothing without children', () => {
    const { container } = render(<NavGroup entry={{ ...passes, items: [] }} currentPath="/" />)
    expect(container.innerHTML).toBe('')
  })
})

it('the drawer takes the focus, and closes on Escape', async () => {
  const close = vi.fn()
  const content = { header: <button>Merchant</button>, items: [passes], footer: <button>Account</button> }
  const state = { rail: false, canCollapse: false, onToggleRail: vi.fn(), drawerOpen: true, onCloseDrawer: close }
  render(<Sidebar {...content} {...state} />)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Merchant' }))
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})
