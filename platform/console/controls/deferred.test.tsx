import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MissingPartsHost } from '../missing-code'
import { deferred } from './deferred'

const missing = () => Object.assign(new Error('Missing code'), { name: 'MissingCode' })

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
    const load = vi.fn(() => Promise.resolve(Greeting)).mockRejectedValueOnce(missing())
    const Late = deferred(load)
    await act(async () => Late.preload())
    render(<Late name="Ida" />)
    expect(await screen.findByText('Hello Ida')).toBeDefined()
    expect(load).toHaveBeenCalledTimes(2)
  })
  it('says in the place of its fallback that its code did not come, and draws it when it does', async () => {
    const load = vi.fn(() => Promise.resolve(Greeting)).mockRejectedValueOnce(missing())
    const Late = deferred(load, <p>Loading…</p>)
    render(<Late name="Ida" />)
    expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load this')
    expect(screen.queryByText('Loading…')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('Hello Ida')).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is asked for again by itself when the network is back', async () => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const load = vi.fn(() => Promise.resolve(Greeting)).mockRejectedValueOnce(missing())
    const Late = deferred(load, <p>Loading…</p>)
    render(<Late name="Ida" />)
    expect((await screen.findByRole('alert')).textContent).toContain('You’re offline')
    network.mockRestore()
    act(() => void window.dispatchEvent(new Event('online')))
    expect(await screen.findByText('Hello Ida')).toBeDefined()
  })

  it('without a place in the page is named beside it, and what was to be opened can be closed', async () => {
    const Sheet = deferred<{ onClose: () => void }>(() => Promise.reject(missing()))
    const Place = () => {
      const [opened, setOpened] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpened(true)}>
            Open
          </button>
          {opened && <Sheet onClose={() => setOpened(false)} />}
          {opened && <Sheet onClose={() => setOpened(false)} />}
          <MissingPartsHost />
        </>
      )
    }
    render(<Place />)
    for (let time = 0; time < 2; time += 1) {
      await userEvent.click(screen.getByRole('button', { name: 'Open' }))
      expect(await screen.findAllByRole('alert')).toHaveLength(1)
      await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    }
  })
})
