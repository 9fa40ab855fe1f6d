import { useState, type ReactNode } from 'react'
import type { PromotionRow } from '../contract'
import { DisableDialog } from './disable-dialog'
import { hasDetails } from './metadata-text'
import { PromotionDialog } from './promotion-dialog'
import type { PromotionWrites } from './use-promotion-writes'

type Options = {
  writes: PromotionWrites
  today: string
  /** Whose details are open; null when none are. */
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
