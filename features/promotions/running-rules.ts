import { readMetadata } from './rules'

export type StoredDetails = { promotionId: string; metadata: Readonly<Record<string, unknown>> | null }

/** Runs on `day` (`YYYY-MM-DD`): details that nobody can read set no bounds. */
export function isRunning({ metadata }: StoredDetails, day: string): boolean {
  const { startsOn, endsOn } = readMetadata(metadata ?? {})
  return (startsOn === undefined || startsOn <= day) && (endsOn === undefined || day <= endsOn)
}

/** Without plans of its own it is for all of them. */
export function isForPlan({ metadata }: StoredDetails, planId: string | null): boolean {
  const { planIds = [] } = readMetadata(metadata ?? {})
  return planIds.length === 0 || (planId !== null && planIds.includes(planId))
}

/** "Somebody new gets one drink": one each, unless the details say more; in all as many as they say. */
export function firstDrinkLimits({ metadata }: StoredDetails): { perCustomer: number; total: number | null } {
  const { limitPerCustomer = 1, limitTotal = null } = readMetadata(metadata ?? {})
  return { perCustomer: limitPerCustomer, total: limitTotal }
}
