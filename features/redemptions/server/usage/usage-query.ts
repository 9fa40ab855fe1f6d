import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { UsageFilter } from '../../usage/contract'
import { redemptionRefusals } from '../../refusals'
import type { UsageQuery } from './usage-store'

/** An hour of the week is no index: without a first day every redemption there is would be looked at. */
export function usageQuery({ settings }: Pick<Context, 'settings'>, { slot, ...filter }: UsageFilter): UsageQuery {
  if (slot === undefined) return filter
  if (filter.from === undefined) throw refuse(redemptionRefusals, 'DAYS_NEEDED')
  return { ...filter, slot: { ...slot, timeZone: settings.timeZone } }
}
