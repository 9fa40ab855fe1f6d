import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { findPublicPage } from '@quaff/features/marketing/rules'
import { ErrorPage, FullPageLoader } from '@quaff/platform/console/frame/error-page'

/**
 * Public pages are separate documents, so the console sends their URLs to the server. Unknown URLs lead to `/` (spec
 * §2).
 */
export function LeavePage() {
  const { pathname, href } = useLocation()
  const target = findPublicPage(pathname) ? href : '/'
  const goesRound = target === openedAt()
  useEffect(() => {
    if (!goesRound) window.location.replace(target)
  }, [goesRound, target])
  if (goesRound) return <ErrorPage message="A new version is being installed. Reload in a moment." />
  return <FullPageLoader />
}

/** A server without the public pages gives the console instead: asking again would never end. */
function openedAt(): string | undefined {
  const [opened] = performance.getEntriesByType('navigation')
  if (!opened || !URL.canParse(opened.name)) return undefined
  const { pathname, search, hash } = new URL(opened.name)
  return pathname + search + hash
}
