import type { MerchantAction } from '../../console/merchant-commands-widget'
import type { MerchantRecord } from '../../contract'

export interface ActionDialogProps {
  merchant: MerchantRecord
  onClose: () => void
  /** After the server did it: the merchant as it is now, or nothing when it is gone. */
  onDone: (action: MerchantAction, merchant: MerchantRecord | undefined) => void
}
