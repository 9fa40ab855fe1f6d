import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CommandList } from './command-list'

afterEach(cleanup)

function Harness({ onSelect, onClose }: { onSelect: (id: string) => void; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const items = ['Dashboard', 'Settings', 'Sign out']
    .filter((label) => label.toLowerCase().includes(query))
    .map((label) => ({ id: label, label, onSelect: () => onSelect(label) }))
  const groups = [
    { label: 'Pages', items },
    { label: 'Recent', items: [] },
  ]
  return (
    <CommandList
      groups={groups}
      query={query}
      onQueryChange={setQuery}
      placeholder="Search"
      emptyText="No results"
      onClose={onClose}
    />
  )
}

function setUp() {
  const onSelect = vi.fn()
  const onClose = vi.fn()
  render(<Harness onSelect={onSelect} onClose={onClose} />)
  return { onSelect, onClose, input: screen.getByRole('combobox') }
}

const activeLabel = () => screen.queryByRole('option', { selected: true })?.textContent

describe('CommandList', () => {
  it('moves round with the arrows and names the active entry to the input', async () => {
    const { input } = setUp()
    await userEvent.click(input)
    expect(activeLabel()).toBe('Dashboard')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(activeLabel()).toBe('Sign out')
    expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  })

  it('closes and runs the entry on Enter', async () => {
    const { input, onSelect, onClose } = setUp()
    await userEvent.type(input, 'sett{Enter}')
    expect(onSelect).toHaveBeenCalledExactlyOnceWith('Settings')
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('never begins with an entry that cannot be chosen; moved to, it tells why and Enter does nothing', async () => {
    const onSelect = vi.fn()
    const items = [
      { id: 'locked', label: 'Locked', lockedReason: 'Only owners.', onSelect },
      { id: 'free', label: 'Free', onSelect },
    ]
    render(
      <CommandList
        groups={[{ label: 'Actions', items }]}
        query=""
        onQueryChange={() => undefined}
        placeholder="Search"
        emptyText="No results"
      />,
    )
    await userEvent.click(screen.getByRole('combobox'))
    expect(activeLabel()).toBe('Free')
    await userEvent.keyboard('{ArrowUp}{Enter}')
    expect(activeLabel()).toBe('LockedOnly owners.')
    expect(onSelect).not.toHaveBeenCalled()
  })

  it('says so when nothing is found, and hides groups without entries', async () => {
    const { input } = setUp()
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
    await userEvent.type(input, 'xyz')
    expect(screen.getByRole('status').textContent).toBe('No results')
  })
})

it('draws the options that there is room for first, tells at once how many there are, and moves over all of them', async () => {
  const items = [1, 2, 3, 4].map((id) => ({ id: String(id), label: `Page ${id}`, onSelect: () => undefined }))
  const groups = [
    { label: 'Pages', items },
    { label: 'More', items: [{ id: 'more', label: 'More', onSelect: () => undefined }] },
  ]
  const list = { groups, query: '', onQueryChange: () => undefined, placeholder: 'Search', emptyText: 'No results' }
  const { rerender } = render(<CommandList {...list} drawn={2} />)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Page 1', 'Page 2'])
  expect(screen.queryByRole('group', { name: 'More' })).toBeNull()
  expect(screen.getByRole('status').textContent).toBe('5 results')
  screen.getByRole('combobox').focus()
  await userEvent.keyboard('{ArrowUp}')
  rerender(<CommandList {...list} />)
  expect(screen.getAllByRole('option')).toHaveLength(5)
  expect(activeLabel()).toBe('More')
})
