import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { FullPageLoader } from '@quaff/platform/console/frame/error-page'

interface GoToProps {
  /** A checked address of our own, with its query and hash. */
  address: string
  text: string
}

/** Redirects once, to the first given address: the current location changes while the next page loads. */
export function GoTo({ address, text }: GoToProps) {
  const router = useRouter()
  const [first] = useState(address)
  useEffect(() => router.history.replace(first), [router, first])
  return <FullPageLoader text={text} />
}

const controlOrBackslash = /[\u0000-\u0020\u007f\\]/

/** Decoded until nothing changes, so that a slash or backslash cannot hide behind percent signs. */
function decodeFully(value: string): string | null {
  let current = value
  for (let round = 0; round < 5; round += 1) {
    let decoded: string
    try {
      decoded = decodeURIComponent(current)
    } catch {
      return null
    }
    if (decoded === current) return current
    current = decoded
  }
  return null
}

/**
 * The place to go back to after signing in, or null (G6): only a path of this console with its
 * query and hash. `isKnown` says whether a path belongs to the dashboard; sign-in pages never do.
 */
export function safeOrigin(raw: unknown, ownOrigin: string, isKnown: (path: string) => boolean): string | null {
  if (typeof raw !== 'string' || !/^\/(?![/\\])/.test(raw)) return null
  let target: URL
  try {
    target = new URL(raw, ownOrigin)
  } catch {
    return null
  }
  if (target.origin !== ownOrigin || target.username || target.password) return null
  const written = raw.split(/[?#]/)[0] ?? ''
  const path = decodeFully(written)
  if (path === null || path.startsWith('//') || controlOrBackslash.test(path)) return null
  // A path that the browser would read differently from how it is written is not one we made.
  if (target.pathname !== written || !isKnown(path)) return null
  return target.pathname + target.search + target.hash
}

const dashboardLayoutId = '/_dashboard'

/** Checks an address against the routes that lie inside the dashboard layout. */
export function useRememberedOrigin(): (raw: unknown) => string | null {
  const router = useRouter()
  return useCallback(
    (raw) => {
      const isKnown = (path: string) =>
        Object.values(router.routesById).some(
          ({ id, fullPath }) => id.startsWith(`${dashboardLayoutId}/`) && fullPath.replace(/(.)\/$/, '$1') === path,
        )
      return safeOrigin(raw, window.location.origin, isKnown)
    },
    [router],
  )
}
