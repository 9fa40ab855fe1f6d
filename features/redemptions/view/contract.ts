import { z } from 'zod'

/** Spec §3 "Redemption view"; method and status are the defaults of spec §9 where they are missing. */
export const redemptionViewSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  locationId: z.string().nullable(),
  locationName: z.string(),
  planId: z.string().nullable(),
  planName: z.string(),
  /** The epoch where it is missing. */
  redeemedAt: z.date(),
  method: z.string(),
  status: z.string(),
})
export type RedemptionView = z.infer<typeof redemptionViewSchema>
