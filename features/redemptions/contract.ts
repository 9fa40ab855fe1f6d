import { z } from 'zod'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { insightsContract } from './insights-contract'
import {
  customerSchema,
  explainCustomerInput,
  explanationSchema,
  findCustomersInput,
  foundCustomersSchema,
  getCustomerInput,
} from './scan-contract'
import { usageContract } from './usage-contract'
import { redemptionViewSchema } from './view-contract'

export { redemptionDefaults, redemptionStatuses, type RedemptionStatus } from './view-contract'
export const redemptionLimits = { perUser: 50 } as const

/** `hasMore`: the person has older redemptions. */
export const userRedemptionListSchema = z.object({ redemptions: z.array(redemptionViewSchema), hasMore: z.boolean() })
export type UserRedemptionList = z.infer<typeof userRedemptionListSchema>
export const userRedemptionsInput = z.strictObject({
  userId: idSchema,
  limit: z.int().min(1).max(redemptionLimits.perUser).default(redemptionLimits.perUser),
})
export type UserRedemptionsInput = z.infer<typeof userRedemptionsInput>

const get = route('GET', 'Redemptions')

export const redemptionsContract = {
  ...usageContract,
  ...insightsContract,
  /** Newest first (spec §7, users/{id}/redemptions). */
  ofUser: get('/users/{userId}/redemptions', 'Latest redemptions of a user')
    .input(userRedemptionsInput)
    .output(userRedemptionListSchema),
  explainCustomer: get('/users/{userId}/explanation', 'Explain whether a customer can redeem now')
    .input(explainCustomerInput)
    .output(explanationSchema),
  findCustomers: get('/merchants/{merchantId}/customers', 'Find customers of a merchant')
    .input(findCustomersInput)
    .output(foundCustomersSchema),
  getCustomer: get('/merchants/{merchantId}/customers/{subscriptionId}', 'Tell whether a customer can redeem now')
    .input(getCustomerInput)
    .output(customerSchema),
}

/** Webhook event names. Published names are never reused. */
export const redemptionEvents = { created: 'redemption.created', voided: 'redemption.voided' } as const
