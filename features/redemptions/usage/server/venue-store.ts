import { and, eq, sql, type AnyColumn, type SQL } from 'drizzle-orm'
import { type AnyPgColumn, unionAll } from 'drizzle-orm/pg-core'
import type { Schedule } from '@quaff/features/locations/contract'
import { readSchedule } from '@quaff/features/locations/rules'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { onlyMerchant, scopeWhere, type MerchantScope } from '@quaff/features/sessions/server'
import { preparedRead, type Queryable } from '@quaff/platform/server'
import type { PlanDocument } from '../../allowance-rules'
import type { UsageDetails } from './usage-store'

/** Names and rules for redemptions. References to a location or plan of another merchant are ignored. */
export type VenueDetails = {
  locations: ReadonlyMap<string, { merchantId: string; name: string; schedule: Schedule }>
  plans: ReadonlyMap<string, { merchantId: string; name: string; document: PlanDocument }>
}

type NamedRow = Pick<UsageDetails, 'merchantId' | 'locationId' | 'planId' | 'place' | 'plan'>

/** Collects the names from rows that include them. */
export function venueOfRows(rows: readonly NamedRow[], platformZone: string): VenueDetails {
  const zoneOf = ([, , merchantZone]: NonNullable<UsageDetails['place']>) => merchantZone ?? platformZone
  const places = new Map<string, { merchantId: string; name: string; schedule: Schedule }>()
  const plans = new Map<string, { merchantId: string; name: string; document: PlanDocument }>()
  for (const { merchantId, locationId, planId, place, plan } of rows) {
    if (locationId !== null && place && !places.has(locationId))
      places.set(locationId, { merchantId, name: place[0], schedule: readSchedule(place[1], zoneOf(place)) })
    if (planId !== null && plan) plans.set(planId, { merchantId, name: plan[0], document: plan[1] })
  }
  return { locations: places, plans }
}

type Pointing = { locationId: string | null; planId: string | null }
const isText = (id: string | null) => id !== null
/** One array value, so that the statement text is the same for any page length. */
const isOneOf = (column: AnyColumn, ids: readonly string[]) =>
  sql`${column} = any(${sql.param([...new Set(ids)])}::text[])`

type Named = { id: AnyColumn; merchantId: AnyColumn; name: AnyColumn; fields: AnyColumn | SQL; zone?: SQL }

/** One shape for a single union statement. */
const named = (kind: 'merchant' | 'location' | 'plan', { id, merchantId, name, fields, zone = sql`null` }: Named) => ({
  kind: sql<'merchant' | 'location' | 'plan'>`${sql.raw(`'${kind}'`)}`.as('kind'),
  id: sql<string>`${id}`.as('id'),
  merchantId: sql<string>`${merchantId}`.as('merchant_id'),
  name: sql<string>`${name}`.as('name'),
  fields: sql<PlanDocument>`${fields}`.as('fields'),
  zone: sql<string | null>`${zone}::text`.as('zone'),
})

const zoneOfLocation = sql`(select ${merchants.timeZone} from ${merchants} where ${merchants.id} = ${locations.merchantId})`

function selectNamed(db: Queryable, ofMerchant: (column: AnyPgColumn) => SQL, rows?: readonly Pointing[]) {
  const locationIds = rows?.map(({ locationId }) => locationId).filter(isText)
  const planIds = rows?.map(({ planId }) => planId).filter(isText)
  return unionAll(
    db
      .select(named('location', { ...locations, zone: zoneOfLocation }))
      .from(locations)
      .where(and(ofMerchant(locations.merchantId), locationIds && isOneOf(locations.id, locationIds))),
    db
      .select(named('plan', subscriptionPlans))
      .from(subscriptionPlans)
      .where(and(ofMerchant(subscriptionPlans.merchantId), planIds && isOneOf(subscriptionPlans.id, planIds))),
    db
      .select(
        named('merchant', {
          ...merchants,
          merchantId: merchants.id,
          fields: sql`'{}'::jsonb`,
          zone: sql`${merchants.timeZone}`,
        }),
      )
      .from(merchants)
      .where(rows ? sql`false` : ofMerchant(merchants.id)),
  ).orderBy(sql`name`)
}
const namedOfMerchant = preparedRead('venue_names', ['merchantId'], (db, { merchantId }: { merchantId: string }) =>
  selectNamed(db, (column) => eq(column, merchantId)),
)

/** Reads everything of the scope with its merchant, or only what these rows reference. */
export async function readVenue(
  db: Queryable,
  scope: MerchantScope,
  platformZone: string,
  rows?: readonly Pointing[],
): Promise<VenueDetails & { hasMerchant: boolean; timeZone: string }> {
  const merchantId = rows ? null : onlyMerchant(scope)
  const found = await (merchantId === null
    ? selectNamed(db, (column) => scopeWhere(scope, column), rows)
    : namedOfMerchant(db, { merchantId }))
  return {
    hasMerchant: found.some(({ kind }) => kind === 'merchant'),
    timeZone: found.find(({ kind }) => kind === 'merchant')?.zone ?? platformZone,
    locations: new Map(
      found.flatMap(({ kind, id, merchantId, name, fields, zone }) =>
        kind === 'location' ? [[id, { merchantId, name, schedule: readSchedule(fields, zone ?? platformZone) }]] : [],
      ),
    ),
    plans: new Map(
      found.flatMap(({ kind, id, merchantId, name, fields }) =>
        kind === 'plan' ? [[id, { merchantId, name, document: fields }]] : [],
      ),
    ),
  }
}
