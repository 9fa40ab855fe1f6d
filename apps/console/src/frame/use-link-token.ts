import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * The secret of a mailed link. It leaves the address bar as soon as the page has read it, and with it the history, the
 * bookmarks and whoever looks over a shoulder; the entry's own state keeps it, so that a reload goes on.
 */
export function useLinkToken(fromAddress: string | undefined): string | undefined {
  const router = useRouter()
  const { pathname, search, state } = useLocation()
  // The next page may be on its way already: its address is not ours to change.
  const isShown = fromAddress !== undefined && 'token' in search
  useEffect(() => {
    if (isShown) router.history.replace(pathname, { linkToken: fromAddress })
  }, [router, pathname, fromAddress, isShown])
  if (fromAddress !== undefined) return fromAddress
  return 'linkToken' in state && typeof state.linkToken === 'string' ? state.linkToken : undefined
}
