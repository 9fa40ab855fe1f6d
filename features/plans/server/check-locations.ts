import type { MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { planRefusals } from '../refusals'
import { readPlanFields } from '../rules'
import { listKnownLocationIds } from './plan-location-store'

/** Every location must be the merchant's. Those that the plan already names may stay, also when they are gone by now. */
export async function checkLocations(
  db: Queryable,
  scope: MerchantScope,
  wanted: readonly string[] | undefined,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const before = readPlanFields(fields).validLocationIds
  const added = (wanted ?? []).filter((id) => !before.includes(id))
  const known = await listKnownLocationIds(db, scope, added)
  if (added.some((id) => !known.includes(id))) throw refuse(planRefusals, 'LOCATION')
}
