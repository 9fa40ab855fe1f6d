import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { CatchBoundary, type ErrorComponentProps, useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { PageHeader } from '@quaff/platform/console/frame/page-header'
import { fetchMissingStyles, isMissingCode, MissingNotice, useReloadOnce } from '@quaff/platform/console/missing-code'
import { dropDownloads } from '@quaff/platform/console/rpc'

/** Error boundary of the pages of a merchant. The frame stays, and the next page starts without the error. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const page = useMatches({ select: (matches) => matches.at(-1) })
  useEffect(() => dropDownloads, [])
  return (
    <CatchBoundary getResetKey={() => page} errorComponent={PageError}>
      {children}
    </CatchBoundary>
  )
}

function PageError({ error, reset }: ErrorComponentProps) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  const queryClient = useQueryClient()
  const onRetry = usePageRetry(reset)
  const redraw = () => {
    // The cached data may have caused the failure, and would stay cached for another five minutes.
    queryClient.removeQueries({ type: 'inactive' })
    reset()
  }
  const isMissing = isMissingCode(error)
  useReloadOnce(isMissing)
  return (
    <>
      <PageHeader title={title} />
      {isMissing ? (
        <MissingNotice onRetry={onRetry} />
      ) : (
        <Notice
          tone="danger"
          title="This page didn’t load"
          action={
            <Button size="sm" icon={IconRefresh} onClick={redraw}>
              Try again
            </Button>
          }
          announce
        >
          Something went wrong on this page. Other pages still work.
        </Notice>
      )}
    </>
  )
}

/** Loads the page's code and styles again and renders it; shows the error again if that fails. */
export function usePageRetry(reset: () => void) {
  const router = useRouter()
  return useCallback(async () => {
    await Promise.allSettled([fetchMissingStyles(), router.invalidate()])
    reset()
  }, [router, reset])
}
