import { z } from 'zod'
import { saveMerchantBankInfoInput } from '@quaff/features/banking/contract'
import { saveMerchantBankInfo } from '@quaff/features/banking/server'
import { approveMerchantInput } from '@quaff/features/merchants/contract'
import { approveMerchantDirect } from '@quaff/features/merchants/server'
import { listSubscribersRaw } from '@quaff/features/subscriptions/server'
import { idSchema } from '@quaff/platform/shared/text'
import { callable } from './callable'

const merchantInput = z.strictObject({ merchantId: idSchema })

export const merchantCallables = {
  getMerchantSubscribersRaw: callable(merchantInput, async (ctx, input) => {
    const { subscribers } = await listSubscribersRaw(ctx, input)
    return { subscribers }
  }),
  approveMerchantDirect: callable(approveMerchantInput, approveMerchantDirect),
  saveMerchantBankInfo: callable(saveMerchantBankInfoInput, saveMerchantBankInfo),
}
