import type { MerchantRecord } from '../../contract'
import type { MerchantAction } from '../merchant-commands-widget'

export interface ActionDialogProps {
  merchant: MerchantRecord
  onClose: () => void
  /** After the server did it: the merchant as it is now, or nothing when it is gone. */
  onDone: (action: MerchantAction, merchant: MerchantRecord | undefined) => void
}
