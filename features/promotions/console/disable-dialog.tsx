import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import type { PromotionRow } from '../contract'
import { promotionTitle } from '../rules'
import { metadataText } from './metadata-text'

type DisableDialogProps = { row: PromotionRow; today: string; onConfirm: () => void; onClose: () => void }

/** Asked only where there are details to lose. */
export function DisableDialog({ row, today, onConfirm, onClose }: DisableDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Disable ${promotionTitle(row.promotionId)} at ${row.merchantName}?`}
      footer={
        <DialogButtons onCancel={onClose} danger onClick={onConfirm}>
          Disable
        </DialogButtons>
      }
    >
      <Notice tone="warn" title="This clears the promotion’s dates and limits">
        {row.metadata && metadataText(row.metadata, today)}
      </Notice>
      <p className="q-secondary">You can undo this for 10 seconds.</p>
    </Dialog>
  )
}
