import { notifications } from '@mantine/notifications'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkCodeText, checkFirstText, checkInboxText, checkSentText, unconfirmedText } from '../forms/error-text'
import { ThemeProvider } from '../theme/theme-provider'
import { notifyError, notifySuccess } from './notify'
import { PageHeader } from './page-header'

afterEach(() => {
  vi.useRealTimers()
  act(() => notifications.clean())
  cleanup()
})

const lostMessages = [unconfirmedText, checkFirstText, checkSentText, checkInboxText, checkCodeText]
const renderHost = () => render(<ThemeProvider>page</ThemeProvider>)

/** Fake timers: no test here waits for real time. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

describe('toasts', () => {
  it('§9 stay 4 s, at most 3 are visible, at the top in the middle', async () => {
    vi.useFakeTimers()
    renderHost()
    for (const title of ['One', 'Two', 'Three', 'Four']) act(() => notifySuccess(title))
    await pass(500)
    expect(screen.queryByText('Four')).toBeNull()
    const place = screen.getByText('Three').closest('[data-position]')
    expect(place?.getAttribute('data-position')).toBe('top-center')
    await pass(2_500)
    expect(screen.getByText('One')).toBeTruthy()
    await pass(2_500)
    expect(screen.queryByText('One')).toBeNull()
    expect(screen.getByText('Four')).toBeTruthy()
  })

  it('offer an action for as long as it says', async () => {
    vi.useFakeTimers()
    renderHost()
    act(() => notifySuccess('Disabled', undefined, { label: 'Undo', run: () => undefined, forMs: 10_000 }))
    await pass(500)
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
    await pass(8_000)
    expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy()
    await pass(3_000)
    expect(screen.queryByText('Disabled')).toBeNull()
  })

  it.each(lostMessages)('have no title that claims a failure above an unknown outcome: %s', async (text) => {
    vi.useFakeTimers()
    renderHost()
    act(() => notifyError('Couldn’t update the link', text))
    await pass(500)
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.queryByText('Couldn’t update the link')).toBeNull()
    act(() => notifyError('Couldn’t update the link', 'This address is taken.'))
    await pass(500)
    expect(screen.getByText('Couldn’t update the link')).toBeTruthy()
  })

  it('say the last word about a record: a fault goes when the next try was done', async () => {
    vi.useFakeTimers()
    renderHost()
    act(() => notifyError('Couldn’t update the link', 'You’re offline.', undefined, 'lnk_1'))
    act(() => notifyError('Couldn’t change the plan', 'You’re offline.', undefined, 'pln_1'))
    await pass(500)
    act(() => notifySuccess('Link archived', undefined, undefined, 'lnk_1'))
    await pass(500)
    expect(screen.queryByText('Couldn’t update the link')).toBeNull()
    expect(screen.getByText('Couldn’t change the plan')).toBeTruthy()
    expect(screen.getByText('Link archived')).toBeTruthy()
  })

  it.each([
    { covered: 'the title', part: { left: 16, right: 200, top: 76, bottom: 108 }, top: '116px' },
    { covered: 'nothing above it', part: { left: 16, right: 200, top: 76, bottom: 108 }, height: 44, top: '8px' },
    { covered: 'nothing beside it', part: { left: 300, right: 390, top: 76, bottom: 108 }, top: '8px' },
    { covered: 'a title that was scrolled away', part: { left: 16, right: 200, top: -60, bottom: -20 }, top: '8px' },
  ])('lie below the page’s header if they would cover $covered', async ({ part, height = 88, top }) => {
    vi.useFakeTimers()
    vi.stubGlobal('innerWidth', 390)
    vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(height)
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function rectOf(this: Element) {
      const toast = { left: 8, right: 250 }
      return { ...new DOMRect(), ...(this.closest('[data-page-header]') ? part : toast) }
    })
    render(
      <ThemeProvider>
        <PageHeader title="Affiliate Links" />
      </ThemeProvider>,
    )
    act(() => notifySuccess('Link archived', 'It now opens the general page'))
    await pass(500)
    expect(document.documentElement.style.getPropertyValue('--toast-top')).toBe(top)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
  })

  it('announce faults as alerts', async () => {
    renderHost()
    notifyError('Failed to sign out')
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to sign out')
  })
})
