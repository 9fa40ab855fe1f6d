import { IconEye } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { previewOrigin } from './preview-origin'
import { sessionsApi, useNavigateIfHere, usePreview } from './session-widget'
import { showSession } from './use-navigate-if-here'
import classes from './preview-banner.module.css'

/** `endPreview` goes back to where the preview was started, or stays on a page that waits for its end. */
export function usePreviewEnd() {
  const queryClient = useQueryClient()
  const startVisit = useNavigateIfHere()
  const [ending, setEnding] = useState(false)

  const endPreview = async ({ stay = false } = {}) => {
    setEnding(true)
    const visit = startVisit()
    try {
      const session = await sessionsApi.endPreview.call({})
      await showSession(queryClient, session)
      const origin = previewOrigin.take() ?? '/dashboard'
      if (!stay) visit.navigate(origin)
    } catch {
      notifyError('Couldn’t end the preview', 'Try again.')
      setEnding(false)
    }
  }
  return { ending, endPreview }
}

export function PreviewBanner() {
  const preview = usePreview()
  const { ending, endPreview } = usePreviewEnd()
  return (
    <div role="status">
      {preview && (
        <div className={classes.banner}>
          <Glyph icon={IconEye} />
          <span className={classes.words}>
            Previewing <b>{preview.merchantName}</b> as a viewer · Read-only
          </span>
          <Button size="sm" loading={ending} onClick={() => void endPreview()}>
            Exit preview
          </Button>
        </div>
      )}
    </div>
  )
}
