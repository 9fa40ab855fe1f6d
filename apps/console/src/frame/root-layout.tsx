import { Outlet, useMatches, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SessionProvider } from '@quaff/features/sessions/console/session-widget'
import { ErrorPage } from '@quaff/platform/console/frame/error-page'
import { product } from '@quaff/platform/shared/product'

export function RootLayout() {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  useEffect(() => {
    document.title = title ? `${title} · ${product.name}` : product.name
  }, [title])
  return (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  )
}

/** A page that could not be drawn, or whose code could not be fetched. */
export function RouteFault({ reset }: ErrorComponentProps) {
  return (
    <ErrorPage
      onReload={() => {
        reset()
        window.location.reload()
      }}
    />
  )
}
