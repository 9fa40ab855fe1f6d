import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useIdlePreload } from './use-idle-preload'

const preload = vi.fn()
const part = { preload }

function Page() {
  useIdlePreload(part)
  return null
}

beforeEach(() => {
  preload.mockClear()
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  vi.stubGlobal('cancelIdleCallback', clearTimeout)
})

it('waits until no query is under way, and one look longer', async () => {
  const client = new QueryClient()
  let answer: (value: string) => void = () => undefined
  void client.fetchQuery({ queryKey: ['list'], queryFn: () => new Promise<string>((resolve) => (answer = resolve)) })
  render(<Page />, { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> })
  await vi.advanceTimersByTimeAsync(2_000)
  expect(preload).not.toHaveBeenCalled()
  answer('rows')
  await vi.advanceTimersByTimeAsync(210)
  expect(preload).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(400)
  expect(preload).toHaveBeenCalledOnce()
})

it('fetches nothing for a page that is gone, and needs no client', async () => {
  const { unmount } = render(<Page />)
  await vi.advanceTimersByTimeAsync(100)
  unmount()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(preload).not.toHaveBeenCalled()
  render(<Page />)
  await vi.advanceTimersByTimeAsync(500)
  expect(preload).toHaveBeenCalledOnce()
})
