import { useVerb } from '@quaff/platform/console/forms/use-verb'
import type { MerchantRecord } from '../contract'
import type { MerchantAction } from './merchant-commands-widget'
import { merchantsApi } from './merchant-queries'

export interface ActionDialogProps {
  merchant: MerchantRecord
  onClose: () => void
  /** After the server did it: the merchant as it is now, or nothing when it is gone. */
  onDone: (action: MerchantAction, merchant: MerchantRecord | undefined) => void
}

export const useMerchantVerb = (opened: MerchantRecord) =>
  useVerb({
    what: 'merchant',
    opened,
    keys: [merchantsApi.key()],
    load: ({ id: merchantId }) => merchantsApi.get.call({ merchantId }),
  })
