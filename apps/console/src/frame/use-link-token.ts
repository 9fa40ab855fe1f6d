import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
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

type LoginSearch = { from?: string; why?: string }

/**
 * What the sign-in page is opened with. The reason leaves the address once it was read, so that neither a reload nor a
 * bookmark says it again; the email is in the history entry.
 */
export function useLoginDetails(search: LoginSearch): LoginSearch & { email?: string } {
  const { why, from } = search
  const { state } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (why !== undefined)
      void navigate({ to: '/auth/login', search: from === undefined ? {} : { from }, replace: true })
  }, [navigate, why, from])
  return { ...search, ...('email' in state && typeof state.email === 'string' && { email: state.email }) }
}
