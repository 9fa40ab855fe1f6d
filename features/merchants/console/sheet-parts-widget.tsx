import type { ComponentType } from 'react'
import type { MerchantView } from './merchant-search-widget'

/** Every tab but the overview, which is this feature's own. */
export type MerchantPartView = Exclude<MerchantView, 'overview'>

export interface TransferDialogProps {
  merchantId: string
  merchantName: string
  opened: boolean
  onClose: () => void
}

/** What other features draw inside an open merchant: given by the app, since features do not import each other's tabs. */
export interface MerchantSheetParts {
  tabs: Record<MerchantPartView, ComponentType<{ merchantId: string }>>
  /** Which wording of the terms was agreed to, and where. */
  Terms: ComponentType<{ merchantId: string }>
  TransferDialog: ComponentType<TransferDialogProps>
}
