import { z } from 'zod'
import { merchantPermissions } from '@quaff/features/merchants/permissions'
import { scopeToMerchant } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { callable, notYet } from './callable'

const merchantInput = z.strictObject({ merchantId: idSchema })
const approveInput = z.strictObject({ merchantId: idSchema, notes: z.string().max(textLimits.long).optional() })
const bankNumber = z.string().max(64)
const saveBankInput = z.strictObject({
  merchantId: idSchema,
  bankInfo: z.strictObject({
    routingNumber: bankNumber,
    /** Only when it changes (spec §5). */
    accountNumber: bankNumber.optional(),
    accountName: z.string().max(textLimits.short),
    accountType: z.string().max(textLimits.short),
  }),
})

const reserved = (action: keyof typeof merchantPermissions) => async (ctx: Context, input: { merchantId: string }) => {
  scopeToMerchant(authorize(ctx.actor, merchantPermissions, action), input.merchantId)
  throw notYet()
}

export const merchantCallables = {
  getMerchantSubscribersRaw: callable(merchantInput, reserved('merchant.subscribers')),
  approveMerchantDirect: callable(approveInput, reserved('merchant.approve')),
  saveMerchantBankInfo: callable(saveBankInput, reserved('merchant.saveBank')),
}
