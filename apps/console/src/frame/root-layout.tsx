import { Outlet, useMatches, type ErrorComponentProps } from '@tanstack/react-router'
import { useEffect } from 'react'
import { SessionProvider } from '@quaff/features/sessions/console/session-widget'
import { ErrorPage, FullPage } from '@quaff/platform/console/frame/error-page'
import { isMissingCode, MissingNotice } from '@quaff/platform/console/missing-code'
import { product } from '@quaff/platform/shared/product'
import { usePageRetry } from './page-boundary'

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

export function RouteError({ error, reset }: ErrorComponentProps) {
  const onRetry = usePageRetry(reset)
  if (isMissingCode(error)) {
    return (
      <FullPage>
        <MissingNotice onRetry={onRetry} />
      </FullPage>
    )
  }
  return (
    <ErrorPage
      onReload={() => {
        reset()
        window.location.reload()
      }}
    />
  )
}
