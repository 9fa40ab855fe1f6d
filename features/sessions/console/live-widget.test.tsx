import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { ahead, hiddenLists } from '@quaff/platform/console/query-client'
import { renderConsole } from '@quaff/platform/console/testing/render-console'
import type { LiveMessage } from '../contract'
import { buildSession } from '../testing/session-factory'
import {
  LiveProvider,
  useConnection,
  useLiveEvents,
  useLiveRefresh,
  SessionProvider,
  useSession,
} from './session-widget'

afterEach(() => {
  vi.useRealTimers()
})

const heard: string[] = []
const refetch = vi.fn(() => Promise.resolve())

function Listener() {
  useLiveRefresh(['merchant'], refetch, ({ subjectId }) => subjectId !== 'mer_other')
  useLiveEvents(['merchant', 'audit'], ({ topic, subjectId }) => heard.push(`${topic} ${subjectId}`))
  return <output>{useConnection()}</output>
}
function Inside() {
  return useSession().session ? (
    <LiveProvider>
      <Listener />
    </LiveProvider>
  ) : null
}

/** A stream that sends the given events and ends on `close`. */
function openStream() {
  const waiting: LiveMessage[] = []
  let wake: () => void = () => undefined
  let closed = false
  async function* messages() {
    while (!closed) {
      yield* waiting.splice(0)
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  const send = (message: LiveMessage) => {
    waiting.push(message)
    wake()
  }
  const close = () => {
    closed = true
    wake()
  }
  return { messages, send, close }
}

function renderLive(live: () => unknown) {
  return renderConsole(
    <SessionProvider>
      <Inside />
    </SessionProvider>,
    { 'sessions.current': () => buildSession(), 'sessions.live': live },
  )
}
const state = () => document.querySelector('output')?.textContent

describe('the live connection', () => {
  it('§4 tells listeners of their topics, and a change of the admin record reloads the session', async () => {
    const stream = openStream()
    const { calls } = renderLive(() => stream.messages())
    await screen.findByText('connecting')
    act(() => stream.send({ kind: 'hello', version: 'test' }))
    await screen.findByText('live')
    act(() => {
      stream.send({ kind: 'event', topic: 'merchant', subjectId: 'mer_1', merchantId: 'mer_1' })
      stream.send({ kind: 'event', topic: 'user', subjectId: 'usr_1', merchantId: null })
    })
    await waitFor(() => expect(heard).toEqual(['merchant mer_1']))
    const sessionReads = () => calls.filter(({ name }) => name === 'sessions.current').length
    expect(sessionReads()).toBe(1)
    act(() => stream.send({ kind: 'session' }))
    await waitFor(() => expect(sessionReads()).toBe(2))
    act(stream.close)
    await screen.findByText('down')
  })

  it('§8 shows no message when the watcher fails, and tries again', async () => {
    const { calls } = renderLive(() => {
      throw new Error('down')
    })
    await waitFor(() => expect(calls.filter(({ name }) => name === 'sessions.live').length).toBeGreaterThan(1))
    expect(state()).toBe('down')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('comes back after the normal end of a stream, and reads again what is older than the new one tells', async () => {
    const streams = [openStream(), openStream()]
    let opened = 0
    const { calls } = renderLive(() => streams[opened++]?.messages())
    await waitFor(() => expect(opened).toBe(1))
    act(() => streams[0]?.send({ kind: 'hello', version: 'test' }))
    await screen.findByText('live')
    act(() => streams[0]?.close())
    await waitFor(() => expect(opened).toBe(2))
    const sessionReads = () => calls.filter(({ name }) => name === 'sessions.current').length
    const before = sessionReads()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 60_000)
    act(() => streams[1]?.send({ kind: 'hello', version: 'test' }))
    await screen.findByText('live')
    await waitFor(() => expect(sessionReads()).toBe(before + 1))
  })

  it('asks for what has changed since the sign-in, not since the page was opened', async () => {
    const real = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() + 20_000)
    onTestFinished(() => clock.mockRestore())
    function SignIn() {
      const { session, accept } = useSession()
      return session ? <Inside /> : <button onClick={() => void accept(buildSession())}>Sign in</button>
    }
    const { calls } = renderConsole(
      <SessionProvider>
        <SignIn />
      </SessionProvider>,
      { 'sessions.current': () => null, 'sessions.live': openStream().messages },
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }))
    const asked = () => calls.find(({ name }) => name === 'sessions.live')?.input
    await waitFor(() => expect(asked()).toBeDefined())
    expect((asked() as { agoMs: number }).agoMs).toBeLessThan(15_000)
  })

  it('reads once a second however many changes come, and not for what is not shown', async () => {
    const stream = openStream()
    const { unmount } = renderLive(() => stream.messages())
    act(() => stream.send({ kind: 'hello', version: 'test' }))
    await screen.findByText('live')
    refetch.mockClear()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const change = (subjectId: string) =>
      act(async () => {
        stream.send({ kind: 'event', topic: 'merchant', subjectId, merchantId: null })
        await Promise.resolve()
      })
    await change('mer_other')
    vi.advanceTimersByTime(1_000)
    expect(refetch).not.toHaveBeenCalled()
    await change('mer_1')
    await change('mer_2')
    expect(refetch).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(refetch).toHaveBeenCalledTimes(1)
    await change('mer_1')
    unmount()
    vi.advanceTimersByTime(1_000)
    expect(refetch).toHaveBeenCalledTimes(1)
  })

  it('forgets at a change what was read ahead for a page that no one has opened', async () => {
    const stream = openStream()
    const { client } = renderLive(() => stream.messages())
    act(() => stream.send({ kind: 'hello', version: 'test' }))
    await screen.findByText('live')
    await client.prefetchQuery({ queryKey: ['drinks'], queryFn: () => 'Espresso', ...ahead })
    expect(client.getQueryData(['drinks'])).toBe('Espresso')
    act(() => stream.send({ kind: 'event', topic: 'plan', subjectId: 'pln_1', merchantId: null }))
    await waitFor(() => expect(client.getQueryData(['drinks'])).toBeUndefined())
  })

  it('has a list that is not shown read at its next visit, whatever has changed', async () => {
    const stream = openStream()
    const { client } = renderLive(() => stream.messages())
    act(() => stream.send({ kind: 'hello', version: 'test' }))
    await screen.findByText('live')
    const { meta } = hiddenLists
    await client.prefetchQuery({ queryKey: ['drinks'], queryFn: () => 'Espresso', meta })
    expect(client.getQueryState(['drinks'])?.isInvalidated).toBe(false)
    act(() => stream.send({ kind: 'event', topic: 'plan', subjectId: 'pln_1', merchantId: null }))
    await waitFor(() => expect(client.getQueryState(['drinks'])?.isInvalidated).toBe(true))
  })
})
