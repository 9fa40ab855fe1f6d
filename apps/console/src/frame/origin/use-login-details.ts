import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'

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
