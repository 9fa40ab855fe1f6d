import type { Context } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'
import type { UsageFilter } from '../../usage/contract'
import type { UsageQuery } from './usage-store'

/** An hour of the week is no index: without a first day every redemption there is would be looked at. */
export function usageQuery({ settings }: Pick<Context, 'settings'>, { slot, ...filter }: UsageFilter): UsageQuery {
  if (slot === undefined) return filter
  if (filter.from === undefined) throw new Refusal('BAD_REQUEST', 'DAYS_NEEDED', 'An hour of the week needs its days.')
  return { ...filter, slot: { ...slot, timeZone: settings.timeZone } }
}
