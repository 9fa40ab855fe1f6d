import { useVerb } from '@quaff/platform/console/forms/verb/use-verb'
import type { MerchantRecord } from '../../contract'
import { merchantsApi } from '../merchant-queries'

export const useMerchantVerb = (opened: MerchantRecord) =>
  useVerb({
    what: 'merchant',
    opened,
    keys: [merchantsApi.key()],
    load: ({ id: merchantId }) => merchantsApi.get.call({ merchantId }),
  })
