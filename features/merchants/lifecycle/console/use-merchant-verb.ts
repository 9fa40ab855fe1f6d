import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import type { MerchantAction } from '../../console/merchant-commands-widget'
import { merchantsApi } from '../../console/merchant-queries'
import type { MerchantRecord } from '../../contract'

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
