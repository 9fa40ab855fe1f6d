import { useSyncExternalStore } from 'react'

export type Connection = 'connecting' | 'live' | 'down'

let connection: Connection = 'connecting'
let readsOnly = false
const listeners = new Set<() => void>()

function notify() {
  for (const listener of listeners) listener()
}

export function setConnection(next: Connection) {
  if (connection === next) return
  connection = next
  notify()
}

/** Every call of the app tells how it went; the live stream settles what follows from it. */
export function reportNetwork(state: 'up' | 'down') {
  if (state === 'down') setConnection('down')
}

/** Every answer of the server says whether it can do more than read; while it cannot there is no live stream either. */
export function reportReadsOnly(next: boolean) {
  if (readsOnly === next) return
  readsOnly = next
  notify()
}

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const readConnection = () => connection

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, readConnection)
}

const readReadsOnly = () => readsOnly

export function useReadsOnly(): boolean {
  return useSyncExternalStore(subscribeToConnection, readReadsOnly)
}
