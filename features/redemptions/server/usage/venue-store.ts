import { and, eq, inArray } from 'drizzle-orm'
import type { Schedule } from '@quaff/features/locations/contract'
import { readSchedule } from '@quaff/features/locations/rules'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import type { Queryable } from '@quaff/platform/server/context'
import type { PlanDocument } from '../../allowance/rules'

/** What redemptions are named and judged by; a place or plan of another merchant than theirs names nothing. */
export type VenueFacts = {
  locations: ReadonlyMap<string, { merchantId: string; name: string; schedule: Schedule }>
  plans: ReadonlyMap<string, { merchantId: string; name: string; document: PlanDocument }>
}

type Pointing = { locationId: string | null; planId: string | null }
const isText = (id: string | null) => id !== null

/** Everything of the scope, or only what these rows point at. */
export async function readVenue(
  db: Queryable,
  scope: MerchantScope,
  platformZone: string,
  rows?: readonly Pointing[],
): Promise<VenueFacts> {
  const locationIds = rows?.map(({ locationId }) => locationId).filter(isText)
  const planIds = rows?.map(({ planId }) => planId).filter(isText)
  const [places, plans] = await Promise.all([
    db
      .select({ id: locations.id, merchantId: locations.merchantId, name: locations.name, fields: locations.fields })
      .from(locations)
      .where(and(scopeWhere(scope, locations.merchantId), locationIds && inArray(locations.id, locationIds)))
      .orderBy(locations.name),
    db
      .select({
        id: subscriptionPlans.id,
        merchantId: subscriptionPlans.merchantId,
        name: subscriptionPlans.name,
        fields: subscriptionPlans.fields,
      })
      .from(subscriptionPlans)
      .where(and(scopeWhere(scope, subscriptionPlans.merchantId), planIds && inArray(subscriptionPlans.id, planIds)))
      .orderBy(subscriptionPlans.name),
  ])
  return {
    locations: new Map(
      places.map(({ id, merchantId, name, fields }) => [
        id,
        { merchantId, name, schedule: readSchedule(fields, platformZone) },
      ]),
    ),
    plans: new Map(plans.map(({ id, merchantId, name, fields }) => [id, { merchantId, name, document: fields }])),
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
