import { z } from 'zod'

export const redemptionStatuses = ['completed', 'voided'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

/** Spec §9. */
export const redemptionDefaults = { method: 'barcode', status: 'completed' } as const

/** Missing method and status use the defaults of spec §9 (spec §3 "Redemption view"). */
export const redemptionViewSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  locationId: z.string().nullable(),
  locationName: z.string(),
  planId: z.string().nullable(),
  planName: z.string(),
  /** The epoch if missing. */
  redeemedAt: z.date(),
  method: z.string(),
  status: z.string(),
})
export type RedemptionView = z.infer<typeof redemptionViewSchema>
