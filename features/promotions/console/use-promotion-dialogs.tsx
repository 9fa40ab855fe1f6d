import { type ReactNode, useState } from 'react'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { PromotionRow } from '../contract'
import { promotionTitle } from '../rules'
import { hasDetails, metadataText } from './metadata-fields'
import { PromotionDialog } from './promotion-dialog'
import type { PromotionWrites } from './use-promotion-writes'

type Options = {
  writes: PromotionWrites
  today: string
  openId: { merchantId: string; promotionId: string } | null
  onClose: () => void
}

/** The two dialogs of a row: its details, and the question before details are cleared. */
export function usePromotionDialogs({ writes, today, openId, onClose }: Options): {
  disable: (row: PromotionRow) => void
  dialogs: ReactNode
} {
  const [leaving, setLeaving] = useState<PromotionRow>()
  const disable = (row: PromotionRow) => {
    if (hasDetails(row.metadata)) setLeaving(row)
    else writes.disable(row)
  }
  const dialogs = (
    <>
      {openId && (
        <PromotionDialog
          key={`${openId.merchantId}/${openId.promotionId}`}
          {...openId}
          writes={writes}
          onDisable={(row) => {
            onClose()
            disable(row)
          }}
          onClose={onClose}
        />
      )}
      {leaving && (
        <DisableDialog
          row={leaving}
          today={today}
          onClose={() => setLeaving(undefined)}
          onConfirm={() => {
            setLeaving(undefined)
            writes.disable(leaving)
          }}
        />
      )}
    </>
  )
  return { disable, dialogs }
}

type DisableDialogProps = { row: PromotionRow; today: string; onConfirm: () => void; onClose: () => void }

/** Shown only if the promotion has details to lose. */
function DisableDialog({ row, today, onConfirm, onClose }: DisableDialogProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Disable ${promotionTitle(row.promotionId)} at ${isolated(row.merchantName)}?`}
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
