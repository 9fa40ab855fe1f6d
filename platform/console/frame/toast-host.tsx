import { lazy, Suspense } from 'react'
import { pageState, usePageState } from '../page-state'

const wanted = pageState(() => false)
const place = { limit: 3, defaultPosition: 'top-center' } as const

async function load() {
  const toasts = await import('@mantine/notifications')
  // Toasts that come before the first one is drawn keep to the same limit.
  toasts.notificationsStore.updateState((state) => ({ ...state, ...place }))
  return toasts
}

const Toasts = lazy(async () => {
  const { Notifications } = await load()
  return { default: Notifications }
})

/** Mounts the toasts and answers with what shows them. */
export function requestToasts() {
  wanted.write(true)
  return load()
}

export function ToastHost() {
  if (!usePageState(wanted)) return null
  return (
    <Suspense fallback={null}>
      <Toasts position={place.defaultPosition} autoClose={4000} limit={place.limit} containerWidth={400} />
    </Suspense>
  )
}
