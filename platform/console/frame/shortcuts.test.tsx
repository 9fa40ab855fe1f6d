import { cleanup, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { preferences } from '../theme/use-preferences'
import { useShortcuts } from './shortcuts'

const goHome = vi.fn()
const openPalette = vi.fn()
const create = vi.fn()

function Page({ sheetOpen = false }: { sheetOpen?: boolean }) {
  useShortcuts([
    { keys: 'g d', label: 'Go home', section: 'Go', run: goHome },
    { keys: 'mod+k', label: 'Search', section: 'General', run: openPalette, allowInInputs: true },
    { keys: 'c', label: 'Create', section: 'List', run: create },
  ])
  return (
    <>
      <input aria-label="Name" />
      {sheetOpen && <div role="dialog" data-overlay aria-label="Record" />}
    </>
  )
}

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  preferences.set({ shortcutsEnabled: true })
})

describe('useShortcuts', () => {
  it('hears a sequence of two keys', async () => {
    render(<Page />)
    await userEvent.keyboard('d')
    expect(goHome).not.toHaveBeenCalled()
    await userEvent.keyboard('gd')
    expect(goHome).toHaveBeenCalledOnce()
  })

  it('rests in inputs, but for those that are meant to work there', async () => {
    const { getByLabelText } = render(<Page />)
    await userEvent.type(getByLabelText('Name'), 'cgd')
    await userEvent.keyboard('{Control>}k{/Control}')
    expect(create).not.toHaveBeenCalled()
    expect(goHome).not.toHaveBeenCalled()
    expect(openPalette).toHaveBeenCalledOnce()
  })

  it('rests under an open sheet', async () => {
    render(<Page sheetOpen />)
    await userEvent.keyboard('c')
    expect(create).not.toHaveBeenCalled()
  })

  it('rests while a menu or a dialog floats above', async () => {
    render(<Page />)
    const menu = document.createElement('div')
    menu.className = 'mantine-Popover-dropdown'
    document.body.append(menu)
    await userEvent.keyboard('c')
    menu.remove()
    expect(create).not.toHaveBeenCalled()
    await userEvent.keyboard('c')
    expect(create).toHaveBeenCalledOnce()
  })

  it('can be switched off', async () => {
    preferences.set({ shortcutsEnabled: false })
    render(<Page />)
    await userEvent.keyboard('c')
    expect(create).not.toHaveBeenCalled()
  })
})
