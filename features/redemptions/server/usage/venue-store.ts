import { and, eq } from 'drizzle-orm'
import type { Schedule } from '@quaff/features/locations/contract'
import { readSchedule } from '@quaff/features/locations/rules'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanDocument } from '../../allowance/rules'

/** What redemptions of one merchant are named and judged by. */
export type VenueFacts = {
  locations: ReadonlyMap<string, { name: string; schedule: Schedule }>
  plans: ReadonlyMap<string, { name: string; document: PlanDocument }>
}

/** Names come from the own locations and plans only: a redemption that points at another merchant's names nothing. */
export async function readVenue(db: Queryable, scope: MerchantScope, platformZone: string): Promise<VenueFacts> {
  const [places, plans] = await Promise.all([
    db
      .select({ id: locations.id, name: locations.name, fields: locations.fields })
      .from(locations)
      .where(scopeWhere(scope, locations.merchantId))
      .orderBy(locations.name),
    db
      .select({ id: subscriptionPlans.id, name: subscriptionPlans.name, fields: subscriptionPlans.fields })
      .from(subscriptionPlans)
      .where(scopeWhere(scope, subscriptionPlans.merchantId))
      .orderBy(subscriptionPlans.name),
  ])
  return {
    locations: new Map(
      places.map(({ id, name, fields }) => [id, { name, schedule: readSchedule(fields, platformZone) }]),
    ),
    plans: new Map(plans.map(({ id, name, fields }) => [id, { name, document: fields }])),
  }
}

/** False for a merchant that is gone, though it may still stand in somebody's list. */
export async function hasMerchant(db: Queryable, scope: MerchantScope, merchantId: string): Promise<boolean> {
  const rows = await db
    .select({ id: merchants.id })
    .from(merchants)
    .where(and(scopeWhere(scope, merchants.id), eq(merchants.id, merchantId)))
  return rows.length > 0
}
