import { useSyncExternalStore } from 'react'
import { deferred } from '../controls/deferred'
import { useIdlePreload } from '../controls/use-idle-preload'
import classes from './notify.module.css'

let wanted = false
const listeners = new Set<() => void>()
const place = { limit: 3, defaultPosition: 'top-center' } as const

async function load() {
  const toasts = await import('@mantine/notifications')
  // Toasts that come before the first one is drawn keep to the same limit.
  toasts.notificationsStore.updateState((state) => ({ ...state, ...place }))
  return toasts
}

const Toasts = deferred(async () => (await load()).Notifications)

/** Mounts the toasts and answers with what shows them. */
export function requestToasts() {
  wanted = true
  for (const listener of listeners) listener()
  return load()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function ToastHost() {
  const shown = useSyncExternalStore(subscribe, () => wanted)
  // The first toast may have to say that there is no network.
  useIdlePreload(Toasts)
  if (!shown) return null
  return (
    <Toasts
      className={classes.place}
      position={place.defaultPosition}
      autoClose={4000}
      limit={place.limit}
      containerWidth={400}
    />
  )
}
