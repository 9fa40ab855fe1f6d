import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { leaveForms } from '@quaff/platform/console/forms/changed-forms'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { mayPreview } from '../rules'
import { previewOrigin } from './preview-origin'
import { sessionsApi, useNavigateIfHere, useSessionUser } from './session-widget'
import { showSession } from './use-navigate-if-here'

const notStarted = 'Couldn’t start the preview'

/** `startPreview` goes to the dashboard as a viewer of the merchant finds it. */
export function usePreviewStart() {
  const { role, merchantIds } = useSessionUser()
  const queryClient = useQueryClient()
  // The sheet that offers it also renders without a router, and then there is no navigation.
  const router = useRouter({ warn: false })
  const startVisit = useNavigateIfHere()

  const startPreview = async (merchantId: string) => {
    const visit = startVisit()
    const { href } = router.state.location
    try {
      const session = await sessionsApi.startPreview.call({ merchantId })
      previewOrigin.keep(href)
      await showSession(queryClient, session)
      visit.navigate('/dashboard')
    } catch (error) {
      notifyError(notStarted, error instanceof ORPCError && error.defined ? error.message : 'Try again.')
    }
  }
  return {
    mayPreview: (merchantId: string) => mayPreview({ role, merchantIds, mustEnrol: false }, merchantId),
    startPreview: (merchantId: string) => leaveForms(() => void startPreview(merchantId)),
  }
}
