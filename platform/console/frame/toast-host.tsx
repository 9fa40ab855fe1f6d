import { lazy, Suspense, useSyncExternalStore } from 'react'

let wanted = false
const listeners = new Set<() => void>()
const load = () => import('@mantine/notifications')

const Toasts = lazy(async () => {
  const { Notifications } = await load()
  return { default: Notifications }
})

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
  if (!shown) return null
  return (
    <Suspense fallback={null}>
      <Toasts position="top-center" autoClose={4000} limit={3} containerWidth={400} />
    </Suspense>
  )
}
