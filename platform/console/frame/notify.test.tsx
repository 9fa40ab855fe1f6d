import { notifications } from '@mantine/notifications'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ThemeProvider } from '../theme/theme-provider'
import { notifyError, notifySuccess } from './notify'

afterEach(() => {
  vi.useRealTimers()
  act(() => notifications.clean())
  cleanup()
})

const renderHost = () => render(<ThemeProvider>page</ThemeProvider>)

describe('toasts', () => {
  it('§9 stay 4 s, at most 3 are visible, at the top in the middle', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderHost()
    for (const title of ['One', 'Two', 'Three', 'Four']) notifySuccess(title)
    expect(await screen.findByText('Three')).toBeTruthy()
    expect(screen.queryByText('Four')).toBeNull()
    const place = screen.getByText('Three').closest('[data-position]')
    expect(place?.getAttribute('data-position')).toBe('top-center')
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    expect(screen.getByText('One')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(2_500))
    await waitFor(() => expect(screen.queryByText('One')).toBeNull())
    expect(await screen.findByText('Four')).toBeTruthy()
  })

  it('offer an action for as long as it says', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    renderHost()
    notifySuccess('Disabled', undefined, { label: 'Undo', run: () => undefined, forMs: 10_000 })
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(8_000))
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    await waitFor(() => expect(screen.queryByText('Disabled')).toBeNull())
  })

  it('announce faults as alerts', async () => {
    renderHost()
    notifyError('Failed to sign out')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to sign out')
  })
})
