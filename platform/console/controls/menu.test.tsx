import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { renderConsole } from '../testing/render-console'
import { ActionMenu } from './action-menu'
import { Dialog } from './dialog'

const items = [{ id: 'suspend', label: 'Suspend', onSelect: () => {} }]
const target = () => screen.getByRole('button', { name: 'More actions', hidden: true })
const item = () => screen.queryByRole('menuitem', { name: 'Suspend', hidden: true })

it('is closed by Escape also before its first item has the focus, and the next click opens it', async () => {
  renderConsole(<ActionMenu label="More actions" items={items} />, {})
  await userEvent.click(target())
  await waitFor(() => expect(item()).toBeTruthy())
  act(() => target().focus())
  fireEvent.keyDown(target(), { key: 'Escape' })
  await waitFor(() => expect(target().getAttribute('aria-expanded')).toBe('false'))
  await userEvent.click(target())
  expect(target().getAttribute('aria-expanded')).toBe('true')
})

it('closes alone: its dialog needs another Escape', async () => {
  const onClose = vi.fn()
  renderConsole(
    <Dialog title="People" opened onClose={onClose}>
      <ActionMenu label="More actions" items={items} />
    </Dialog>,
    {},
  )
  await waitFor(() => expect(target()).toBeTruthy())
  await userEvent.click(target())
  await waitFor(() => expect(item()).toBeTruthy())
  act(() => target().focus())
  fireEvent.keyDown(target(), { key: 'Escape' })
  await waitFor(() => expect(target().getAttribute('aria-expanded')).toBe('false'))
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(target(), { key: 'Escape' })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
})
