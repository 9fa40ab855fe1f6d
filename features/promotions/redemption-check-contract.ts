import { z } from 'zod'
import { idSchema, lineSchema } from '@quaff/platform/shared/text'
import type { PromotionId } from './catalogue-contract'

export const decisionLimits = { requestKey: 128 } as const

/** Chosen by the caller and sent again with each retry: `Idempotency-Key`. */
export const requestKeySchema = z
  .string()
  .min(8)
  .max(decisionLimits.requestKey)
  .regex(/^[\w.:-]+$/)

/** May this person drink here now? Without a location any open one of the merchant will do; without a pass, any. */
export const decideInput = z.strictObject({
  userId: idSchema,
  merchantId: idSchema,
  locationId: idSchema.optional(),
  subscriptionId: idSchema.optional(),
  method: lineSchema(32).optional(),
})
export type DecideInput = z.infer<typeof decideInput>

/** Ids of what runs today at the merchant, for the plan of the pass where there is one. */
const running = z.array(z.string())

/** The only promotion that gives a drink to a customer without a pass. */
export const firstDrink = 'first_drink_free' satisfies PromotionId

/** Plain JSON: a retry is given the very same. */
export const decisionSchema = z.discriminatedUnion('decision', [
  z.object({
    decision: z.literal('accepted'),
    redemption: z.object({
      id: z.string(),
      merchantId: z.string(),
      locationId: z.string().nullable(),
      planId: z.string().nullable(),
      /** Null with a first drink that a promotion gives. */
      subscriptionId: z.string().nullable(),
      redeemedAt: z.iso.datetime(),
    }),
    /** The remaining redemptions of this period. Null if the pass has no limit or an unreadable one. */
    left: z.int().nullable(),
    promotions: running,
  }),
  z.object({
    decision: z.literal('refused'),
    reason: z.string(),
    /** When it passes by itself, or since when it is so; null where there is no such time. */
    at: z.iso.datetime().nullable(),
    promotions: running,
  }),
])
export type Decision = z.infer<typeof decisionSchema>
