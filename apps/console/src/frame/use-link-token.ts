import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Returns the token of an emailed link. It is removed from the address bar, and so from history and bookmarks, once
 * the page has read it. The history entry's state keeps it for reloads.
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
 * Returns the search of the sign-in page. The reason is removed from the URL once read, so that a reload or bookmark
 * does not repeat it. The email is in the history entry.
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
