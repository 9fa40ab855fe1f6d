import { Outlet, useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useConnection, useSession } from '@quaff/features/sessions/console/session-widget'
import { useSingleSignOnAhead } from '@quaff/features/sign-in/console/single-sign-on-widget'
import { ConnectionBanner } from '@quaff/platform/console/frame/connection-banner'
import { FullPageLoader } from '@quaff/platform/console/frame/error-page'
import { GoTo, useRememberedOrigin } from './remembered-origin'

/** G7: an emailed link works while a user is signed in; the page asks before it switches accounts. */
const opensWhileSignedIn = ['/auth/complete-signin', '/auth/reset-password']

const loadingText = 'Authenticating...'

/** The person may have signed in in another tab. */
function useReturn(meta: () => Promise<void>, isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return
    const onReturn = () => {
      if (document.visibilityState === 'visible') void meta()
    }
    document.addEventListener('visibilitychange', onReturn)
    return () => document.removeEventListener('visibilitychange', onReturn)
  }, [meta, isOpen])
}

export function AuthLayout() {
  const { session, confirmed, refresh } = useSession()
  useReturn(refresh, confirmed && !session)
  useSingleSignOnAhead()
  const connection = useConnection()
  const location = useLocation()
  const checkOrigin = useRememberedOrigin()

  // The remembered session is not enough here: it could redirect back and forth.
  if (!confirmed) {
    return (
      <>
        {connection === 'down' && <ConnectionBanner state="lost" />}
        <FullPageLoader text={loadingText} />
      </>
    )
  }
  // The next page is being loaded: this one must neither lead elsewhere nor begin again.
  const isLeaving = !location.pathname.startsWith('/auth/')
  if (session && isLeaving) return <FullPageLoader text={loadingText} />
  if (session && !opensWhileSignedIn.includes(location.pathname)) {
    const from = 'from' in location.search ? location.search.from : undefined
    return <GoTo address={checkOrigin(from) ?? '/dashboard'} text={loadingText} />
  }
  return <Outlet />
}
