import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import { merchantsApi } from '../../console/merchant-queries'
import type { MerchantRecord } from '../../contract'

export const useMerchantVerb = (opened: MerchantRecord) =>
  useVerb({
    what: 'merchant',
    opened,
    keys: [merchantsApi.key()],
    load: ({ id: merchantId }) => merchantsApi.get.call({ merchantId }),
  })
