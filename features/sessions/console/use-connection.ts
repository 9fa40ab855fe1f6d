import { useSyncExternalStore } from 'react'

export type Connection = 'connecting' | 'live' | 'down'

let connection: Connection = 'connecting'
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

export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const readConnection = () => connection

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, readConnection)
}
