import { pageState, usePageState } from '@quaff/platform/console/page-state'

export type Connection = 'connecting' | 'live' | 'down'

const connection = pageState<Connection>(() => 'connecting')
const knownVersion = pageState<string | undefined>(() => undefined)
const newVersion = pageState(() => false)

export const setConnection = connection.write
export const readConnection = connection.read
export const subscribeToConnection = connection.subscribe

/** Every call of the app tells how it went; the live stream settles what follows from it. */
export function reportNetwork(state: 'up' | 'down') {
  if (state === 'down') setConnection('down')
}

/** The first version that the server names is the one this page was loaded from. */
export function reportVersion(version: string) {
  const known = knownVersion.read()
  if (known === undefined) knownVersion.write(version)
  else if (version !== known) newVersion.write(true)
}

export function useConnection(): Connection {
  return usePageState(connection)
}

export function useNewVersion(): boolean {
  return usePageState(newVersion)
}
