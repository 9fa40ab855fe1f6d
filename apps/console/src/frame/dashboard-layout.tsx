import { Navigate, useLocation } from '@tanstack/react-router'
import { LiveProvider, useConnection } from '@quaff/features/sessions/console/live-widget'
import { useSession } from '@quaff/features/sessions/console/session-widget'
import { ConnectionBanner } from '@quaff/platform/console/frame/connection-banner'
import { FullPageLoader } from '@quaff/platform/console/frame/full-page-loader'
import { DashboardFrame } from './dashboard-frame'
import { useRememberedOrigin } from './use-remembered-origin'

const merchantRoles = ['merchant_owner', 'merchant_viewer']

export function DashboardLayout() {
  const { session, loading } = useSession()
  const connection = useConnection()
  const { pathname, href } = useLocation()
  const checkOrigin = useRememberedOrigin()

  if (loading) {
    return (
      <>
        {connection === 'down' && <ConnectionBanner state="lost" />}
        <FullPageLoader text="Loading your dashboard..." />
      </>
    )
  }
  if (!session) return <Navigate to="/auth/login" search={{ from: checkOrigin(href) ?? undefined }} replace />
  const { role, applicationId } = session.user
  if (pathname === '/dashboard' && applicationId !== null && merchantRoles.includes(role)) {
    return <Navigate to="/merchants/onboarding" replace />
  }
  return (
    <LiveProvider>
      <DashboardFrame />
    </LiveProvider>
  )
}
