import { sql, type SQL } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { sharedRead } from '@quaff/platform/server/list/shared-read'
import { demandLimit, type Coverage, type DemandArea } from '../demand/contract'
import { countedAreas, noted, postalKey } from './areas-store'
import { waitlistAreas, waitlistCities } from './tables'

/** A row without an area only carries the sums. */
type AreaRow = DemandArea & { sums: Partial<Record<Coverage, { areas: number; people: number }>>; isArea: boolean }

const shareDemand = sharedRead<AreaRow[]>()

/**
 * Areas by people, with what venues there are; the sums count beyond the limit. Both come from what is kept of areas and
 * cities; only areas that were changed since are counted from their people.
 */
export async function listDemandAreas(
  db: Queryable,
  waitlistId: string,
  coverage: Coverage | undefined,
): Promise<AreaRow[]> {
  return shareDemand(db, `${waitlistId} ${coverage}`, async () => {
    const { rows } = await db.execute<AreaRow>(demandQuery(waitlistId, coverage))
    return rows
  })
}

/** Of rows of `area` beside those of `venues`. */
const coverageOfArea = sql`case
  when venues.venues is null or area.city_key = '' then 'none'
  when area.postal_key = '' or (area.city_key, area.postal_key) in (select city_key, postal_key from places) then 'covered'
  else 'nearby' end`
const isNoted = sql`(area.city_key, area.postal_code) in (select city_key, postal_code from noted)`

const largest = (areas: SQL, coverage: Coverage | undefined) => sql`(
  select area.city, area.city_key, area.postal_code, area.people, area.wanted_venue,
    coalesce(venues.venues, 0) as venues, ${coverageOfArea} as coverage
  from ${areas} left join venues on venues.city_key = area.city_key
  where ${coverage === undefined ? sql`true` : sql`${coverageOfArea} = ${coverage}`}
  order by area.people desc nulls last, area.city_key, area.postal_code limit ${demandLimit})`

export const demandQuery = (waitlistId: string, coverage: Coverage | undefined) => sql`
  with noted as materialized (${noted(waitlistId)}
  ), recounted as materialized (${countedAreas(sql`noted`)}
  ), places as materialized (
    select lower(btrim(l.fields -> 'address' ->> 'city')) as city_key,
      ${postalKey(sql`coalesce(l.fields -> 'address' ->> 'postalCode', '')`)} as postal_key, count(*)::int as venues
    from ${locations} l join ${merchants} m on m.id = l.merchant_id
    where m.status = 'active' and l.fields -> 'address' ->> 'city' is not null group by 1, 2
  ), venues as materialized (
    select city_key, sum(venues)::int as venues from places group by 1
  ), held as (
    select areas, people from ${waitlistCities} where waitlist_id = ${waitlistId}
  ), near as (
    select city.areas, city.people from ${waitlistCities} city join venues using (city_key)
    where city.waitlist_id = ${waitlistId} and city_key <> ''
  ), covered as (
    select area.people from (select city_key, postal_key from places union select city_key, '' from venues) place
    cross join lateral (select people from ${waitlistAreas} own where own.waitlist_id = ${waitlistId}
      and own.city_key = place.city_key and own.postal_key = place.postal_key offset 0) area
    where place.city_key <> ''
  ), parts(coverage, areas, people) as (
    select 'none', sum(areas), sum(people) from held
    union all select 'none', -sum(areas), -sum(people) from near
    union all select 'nearby', sum(areas), sum(people) from near
    union all select 'nearby', -count(*), -sum(people) from covered
    union all select 'covered', count(*), sum(people) from covered
    union all select ${coverageOfArea}, -1, -area.people from ${waitlistAreas} area
      left join venues on venues.city_key = area.city_key where area.waitlist_id = ${waitlistId} and ${isNoted}
    union all select ${coverageOfArea}, 1, area.people from recounted area
      left join venues on venues.city_key = area.city_key
  ), sums as (
    select coalesce(jsonb_object_agg(coverage, jsonb_build_object('areas', areas, 'people', people)), '{}') as sums
    from (select coverage, sum(areas) as areas, sum(people) as people from parts group by 1 having sum(areas) > 0) s
  ), shown as (
    ${largest(sql`(select * from ${waitlistAreas} area where area.waitlist_id = ${waitlistId} and not ${isNoted}) area`, coverage)}
    union all ${largest(sql`recounted area`, coverage)}
    order by people desc nulls last, city_key, postal_code limit ${demandLimit}
  )
  select s.city, s.postal_code as "postalCode", s.people, s.wanted_venue as "wantedVenue", s.venues, s.coverage, sums.sums,
    s.people is not null as "isArea"
  from sums left join shown s on true
  order by s.people desc, s.city_key, s.postal_code`
