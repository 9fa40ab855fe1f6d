import { act, cleanup, render, screen } from '@testing-library/react'
import { useState } from 'react'
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

  it('may be held by a component of its own, which is gone with what it remembers', async () => {
    const Place = ({ name }: { name: string }) => <input aria-label={`For ${useState(name)[0]}`} />
    const Late = deferred(() => Promise.resolve(Greeting), Place)
    render(<Late name="Ida" />)
    expect(screen.getByLabelText('For Ida')).toBeDefined()
    expect(await screen.findByText('Hello Ida')).toBeDefined()
    expect(screen.queryByLabelText('For Ida')).toBeNull()
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
