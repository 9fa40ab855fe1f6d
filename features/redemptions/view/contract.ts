import { z } from 'zod'

export const redemptionStatuses = ['completed', 'voided'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

/** Spec §9. */
export const redemptionDefaults = { method: 'barcode', status: 'completed' } as const

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
