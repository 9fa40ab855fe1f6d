import { useLocation, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { LiveProvider, useConnection, useSession } from '@quaff/features/sessions/console/session-widget'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { Skeleton } from '@quaff/platform/console/display/panel'
import { AuthCover } from '@quaff/platform/console/frame/auth-card'
import { ConnectionBanner } from '@quaff/platform/console/frame/connection-banner'
import { FullPageLoader } from '@quaff/platform/console/frame/error-page'
import { DashboardFrame } from './dashboard-frame'
import { GoTo, useRememberedOrigin } from './remembered-origin'

const loadingText = 'Loading your dashboard...'
const Enrolment = deferred(
  async () => (await import('@quaff/features/sign-in/console/enrolment-widget')).Enrolment,
  <FullPageLoader text={loadingText} />,
)
const SignInAgain = deferred(
  async () => (await import('@quaff/features/sign-in/console/sign-in-again-widget')).SignInAgain,
  <Skeleton height={240} />,
)
const LinkedMerchant = deferred(
  async () => (await import('@quaff/features/merchants/console/linked-merchant-widget')).LinkedMerchant,
  <FullPageLoader text={loadingText} />,
)
const merchantRoles = ['merchant_owner', 'merchant_viewer']

export function DashboardLayout() {
  const { session, loading, ended, isLocked } = useSession()
  const connection = useConnection()
  const { pathname, href } = useLocation()
  const { openMerchant } = useSearch({ from: '/_dashboard' })
  const forgetLink = useForgetLink()
  const checkOrigin = useRememberedOrigin()
  useMainFocus(session?.preview?.merchantId)
  // Stays true until the recovery codes are saved, because the session is unrestricted as soon as the app is active.
  const [isEnrolling, setIsEnrolling] = useState(false)
  if (session?.mustEnrol && !isEnrolling) setIsEnrolling(true)

  if (loading) {
    return (
      <>
        {connection === 'down' && <ConnectionBanner state="lost" />}
        <FullPageLoader text={loadingText} />
      </>
    )
  }
  if (!session) {
    const origin = checkOrigin(href)
    const search = new URLSearchParams({ ...(origin ? { from: origin } : {}), ...(ended ? { why: ended } : {}) })
    return <GoTo address={search.size > 0 ? `/auth/login?${search}` : '/auth/login'} text={loadingText} />
  }
  if (isEnrolling) {
    return <Enrolment onDone={() => setIsEnrolling(false)} />
  }
  if (openMerchant !== undefined)
    return <LinkedMerchant key={openMerchant} merchantId={openMerchant} onSelected={forgetLink} />
  const { role, applicationId } = session.user
  if (pathname === '/dashboard' && applicationId !== null && merchantRoles.includes(role)) {
    return <GoTo key="onboarding" address="/merchants/onboarding" text={loadingText} />
  }
  return (
    <LiveProvider>
      {/* A change of rights resets the frame, so that no dialog or selection stays open in a preview. */}
      <DashboardFrame key={`${session.user.uid} ${session.preview?.merchantId ?? ''}`} />
      {isLocked && (
        <AuthCover title="Your session has ended" subtitle="Sign in again to continue. Nothing you entered is lost.">
          <SignInAgain from={href} />
        </AuthCover>
      )}
    </LiveProvider>
  )
}

/** Removes the merchant of an email’s link from the address, once it is selected. */
function useForgetLink() {
  const { history } = useRouter()
  return useCallback(() => {
    const { pathname, search, hash } = history.location
    const rest = new URLSearchParams(search)
    rest.delete('openMerchant')
    history.replace(`${pathname}${rest.size > 0 ? `?${rest}` : ''}${hash}`)
  }, [history])
}

/** After a full reload of the data the focused element is gone. The page gets the focus, not the top of the document. */
function useMainFocus(begunWith: string | undefined) {
  const shown = useRef(begunWith)
  useEffect(() => {
    if (shown.current === begunWith) return
    shown.current = begunWith
    document.getElementById('main')?.focus()
  }, [begunWith])
}
