export const redemptionStatuses = ['completed', 'voided'] as const
export type RedemptionStatus = (typeof redemptionStatuses)[number]

/** Spec §9. */
export const redemptionDefaults = { method: 'barcode', status: 'completed' } as const
