import { IconEye } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { usePreviewStart } from './preview-start-widget'
import classes from './preview-banner.module.css'

export function PreviewOffer({ merchant, onStart }: { merchant: { id: string; name: string }; onStart: () => void }) {
  const { mayPreview, startPreview } = usePreviewStart()
  if (!mayPreview(merchant.id)) return null
  return (
    <div className={classes.offer}>
      <Button
        variant="quiet"
        size="sm"
        icon={IconEye}
        fullWidth
        aria-description={`See the console as a viewer of ${merchant.name}. You can’t make changes in preview.`}
        onClick={() => {
          onStart()
          startPreview(merchant.id)
        }}
      >
        Preview as viewer
      </Button>
    </div>
  )
}
