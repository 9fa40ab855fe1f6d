// First of all styles: it names the layers, weakest first.
import '@quaff/platform/console/theme/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { findPerson, sessionsApi } from '@quaff/features/sessions/console/session-widget'
import { ErrorBoundary } from '@quaff/platform/console/frame/error-page'
import { isMissingCode, watchCode } from '@quaff/platform/console/missing-code'
import { createQueryClient } from '@quaff/platform/console/query-client'
import { setFileDownloader, setFileUploader, setRpcLink } from '@quaff/platform/console/rpc'
import { ThemeProvider } from '@quaff/platform/console/theme/theme-provider'
import { routeTree } from './route-tree.gen'
import { createRpcLink, downloadFile, uploadFile } from './rpc-client'

const queryClient = createQueryClient()
setRpcLink(
  createRpcLink({
    person: () => findPerson(queryClient),
    onSessionLost: () => void queryClient.invalidateQueries({ queryKey: sessionsApi.current.key() }),
  }),
)
setFileDownloader(downloadFile)
setFileUploader(uploadFile)

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')

const router = createRouter({
  routeTree,
  context: { queryClient, hasPage: () => container.hasChildNodes() },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 300,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

watchCode()
void import('@quaff/platform/console/page-guards').then(({ guardPage }) => guardPage())

createRoot(container, {
  // The user sees the error. A lost network is not worth reporting.
  onCaughtError: (error) => isMissingCode(error) || reportError(error),
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <ThemeProvider>
        <ErrorBoundary>
          <RouterProvider router={router} />
        </ErrorBoundary>
      </ThemeProvider>
    </QueryClientProvider>
  </StrictMode>,
)
