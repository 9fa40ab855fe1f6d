import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { now, serverTime } from '@quaff/platform/console/clock'
import { reportVersion } from '@quaff/platform/console/missing-code'
import { type EndReason, liveLimits, type LiveMessage } from '../contract'
import { sessionsApi } from './sessions-queries'

export type LiveEvent = Extract<LiveMessage, { kind: 'event' }>

const FIRST_DELAY_MS = 500
const LONGEST_DELAY_MS = 30_000

/** A new stream repeats the last 30 seconds; data that was read well within them need not be refetched. */
const COVERED_MS = 10_000

/** The question itself takes a while to arrive. */
const ON_THE_WAY_MS = 1_000

/**
 * Doubles up to 30 seconds and adds up to half at random, so that not all clients reconnect together after a restart.
 */
function reconnectDelayMs(attempt: number, chance: number): number {
  const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** attempt)
  return Math.round(longest * (1 - chance / 2))
}

function drawChance(): number {
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1))
  return drawn / 2 ** 32
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}

interface Handlers {
  queryClient: QueryClient
  onEvent: (event: LiveEvent) => void
  onSessionChange: () => void
  onEnded: (why: EndReason) => void
}

function handle(message: LiveMessage, { queryClient, onEvent, onSessionChange, onEnded }: Handlers) {
  switch (message.kind) {
    case 'hello':
      reportVersion(message.version)
      return void rereadOlderThan(queryClient, COVERED_MS)
    case 'event':
      return onEvent(message)
    case 'session':
      return onSessionChange()
    // The stream ends with it, and the session is read again.
    case 'ended':
      return onEnded(message.why)
    case 'resync':
      return void queryClient.invalidateQueries()
  }
}

/** A read in progress is recent enough. */
function rereadOlderThan(queryClient: QueryClient, ageMs: number): Promise<void> {
  const isOlder = (readAt: number) => now().getTime() - serverTime(readAt).getTime() > ageMs
  return queryClient.invalidateQueries({
    predicate: ({ state }) => state.fetchStatus === 'idle' && isOlder(state.dataUpdatedAt),
  })
}

/** No data on screen was read before. */
let dataSinceMs = performance.now()

/** All data was dropped, as after a sign-in. */
export function noteNoData(): void {
  dataSinceMs = performance.now()
}

/** Events from before the first read are no news: they would make a page that just opened read everything twice. */
function readingSinceMs(): number {
  return Math.min(liveLimits.overlapMs, Math.ceil(performance.now() - dataSinceMs) + ON_THE_WAY_MS)
}

/** Reads one stream until it ends; true when it had begun. */
async function readStream(signal: AbortSignal, handlers: Handlers): Promise<boolean> {
  let begun = false
  try {
    const messages = await sessionsApi.live.call({ agoMs: readingSinceMs() }, { signal })
    for await (const message of messages) {
      begun = true
      setConnection('live')
      handle(message, handlers)
    }
  } catch {
    // The reason is of no use to the person: the banner says that the connection is gone, and we try again.
  }
  return begun
}

async function keepReading(signal: AbortSignal, handlers: Handlers) {
  let attempt = 0
  while (!signal.aborted) {
    const stream = new AbortController()
    const abort = () => stream.abort()
    signal.addEventListener('abort', abort, { once: true })
    // A failed call is a stronger sign than a silent stream, so it reconnects.
    const stop = subscribeToConnection(() => {
      if (readConnection() === 'down') abort()
    })
    const begun = await readStream(stream.signal, handlers)
    stop()
    signal.removeEventListener('abort', abort)
    if (signal.aborted) return
    attempt = begun ? 0 : attempt + 1
    setConnection('down')
    // The stream also ends when the session does.
    if (begun) handlers.onSessionChange()
    await Promise.race([wait(reconnectDelayMs(attempt, drawChance()), signal), online(signal)])
  }
}

/** Resolves when the browser says that the network is back. */
function online(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    window.addEventListener('online', () => resolve(), { once: true, signal })
  })
}

/** Paused while there is no session to read with. */
export function useLiveStream({ isPaused, ...handlers }: Omit<Handlers, 'queryClient'> & { isPaused: boolean }) {
  const queryClient = useQueryClient()
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  })
  useEffect(() => {
    if (isPaused) return undefined
    const whole = new AbortController()
    const handlers: Handlers = {
      queryClient,
      onEvent: (event) => latest.current.onEvent(event),
      onSessionChange: () => latest.current.onSessionChange(),
      onEnded: (why) => latest.current.onEnded(why),
    }
    // An open stream notices a lost network late, and no call is made in the meantime.
    window.addEventListener('offline', () => setConnection('down'), { signal: whole.signal })
    void keepReading(whole.signal, handlers)
    return () => whole.abort()
  }, [queryClient, isPaused])
}

type Connection = 'connecting' | 'live' | 'down'

let connection: Connection = 'connecting'
let readsOnly = false
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

function setConnection(next: Connection) {
  if (connection === next) return
  connection = next
  notify()
}

/** Every call reports its outcome here; the live stream reacts to it. */
export function reportNetwork(state: 'up' | 'down') {
  if (state === 'down') setConnection('down')
}

/** Every answer of the server says whether it can do more than read; while it cannot there is no live stream either. */
export function reportReadsOnly(next: boolean) {
  if (readsOnly === next) return
  readsOnly = next
  notify()
}

function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const readConnection = () => connection

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, readConnection)
}

const readReadsOnly = () => readsOnly

export function useReadsOnly(): boolean {
  return useSyncExternalStore(subscribeToConnection, readReadsOnly)
}
