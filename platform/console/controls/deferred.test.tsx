import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { deferred } from './deferred'

const Greeting = ({ name }: { name: string }) => <p>{`Hello ${name}`}</p>

afterEach(cleanup)

describe('a deferred component', () => {
  it('shows its fallback until the code is there, then the content', async () => {
    const Late = deferred(() => Promise.resolve(Greeting), <p>Loading…</p>)
    render(<Late name="Ida" />)
    expect(screen.getByText('Loading…')).toBeDefined()
    expect(await screen.findByText('Hello Ida')).toBeDefined()
    expect(screen.queryByText('Loading…')).toBeNull()
  })

  it('is drawn at once when it was preloaded, and fetched once for all', async () => {
    const load = vi.fn(() => Promise.resolve(Greeting))
    const Late = deferred(load)
    await act(async () => Late.preload())
    render(
      <>
        <Late name="Ida" />
        <Late name="Tom" />
      </>,
    )
    expect(screen.getByText('Hello Ida')).toBeDefined()
    expect(screen.getByText('Hello Tom')).toBeDefined()
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('asks again after a preload that failed', async () => {
    const load = vi.fn(() => Promise.resolve(Greeting)).mockRejectedValueOnce(new Error('offline'))
    const Late = deferred(load)
    await act(async () => Late.preload())
    render(<Late name="Ida" />)
    expect(await screen.findByText('Hello Ida')).toBeDefined()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
