import { sql } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { sharedRead } from '@quaff/platform/server/list/shared-read'
import { waitlistEntries } from '../../server/tables'
import { demandLimit, type Coverage, type DemandArea } from '../contract'

/** A row without an area only carries the sums. */
type AreaRow = DemandArea & { sums: Partial<Record<Coverage, { areas: number; people: number }>>; isArea: boolean }

const spaceless = (text: ReturnType<typeof sql>) => sql`upper(replace(${text}, ' ', ''))`

const shareDemand = sharedRead<AreaRow[]>()

/**
 * Areas by people, with what venues there are; the sums count beyond the limit. People are counted as they lie in
 * `waitlist_entries_demand`, without their rows; only those of what is shown are read, for the most frequent spelling and venue.
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

export const demandQuery = (waitlistId: string, coverage: Coverage | undefined) => sql`
  with areas as (
    select lower(city) as city_key, postal_code, count(*)::int as people
    from ${waitlistEntries}
    where waitlist_id = ${waitlistId} and status in ('waiting', 'shortlisted')
    group by 1, 2
  ), places as materialized (
    select lower(btrim(l.fields -> 'address' ->> 'city')) as city_key,
      ${spaceless(sql`coalesce(l.fields -> 'address' ->> 'postalCode', '')`)} as postal_key
    from ${locations} l join ${merchants} m on m.id = l.merchant_id
    where m.status = 'active'
  ), venues as (
    select city_key, count(*)::int as venues from places group by city_key
  ), judged as materialized (
    select a.city_key, a.postal_code, a.people, coalesce(v.venues, 0) as venues,
      case
        when v.venues is null or a.city_key = '' then 'none'
        when a.postal_code = '' or (a.city_key, ${spaceless(sql`a.postal_code`)}) in
          (select city_key, postal_key from places where city_key is not null) then 'covered'
        else 'nearby'
      end as coverage
    from areas a left join venues v on v.city_key = a.city_key
  ), sums as (
    select jsonb_object_agg(coverage, jsonb_build_object('areas', areas, 'people', people)) as sums
    from (select coverage, count(*) as areas, sum(people) as people from judged group by coverage) s
  ), shown as (
    select * from judged
    where ${coverage === undefined ? sql`true` : sql`coverage = ${coverage}`}
    order by people desc, city_key, postal_code
    limit ${demandLimit}
  ), written as materialized (
    select s.city_key, s.postal_code, e.city, e.wanted_venue, count(*) as people
    from shown s join ${waitlistEntries} e
      on e.waitlist_id = ${waitlistId} and lower(e.city) = s.city_key and e.postal_code = s.postal_code
    where e.status in ('waiting', 'shortlisted')
    group by 1, 2, 3, 4
  ), cities as (
    select distinct on (city_key, postal_code) city_key, postal_code, city
    from written group by city_key, postal_code, city order by city_key, postal_code, sum(people) desc, city
  ), wishes as (
    select distinct on (city_key, postal_code) city_key, postal_code, wanted_venue
    from written where wanted_venue <> ''
    group by city_key, postal_code, wanted_venue order by city_key, postal_code, sum(people) desc, wanted_venue
  )
  select c.city, s.postal_code as "postalCode", s.people, coalesce(w.wanted_venue, '') as "wantedVenue", s.venues, s.coverage,
    coalesce(sums.sums, '{}') as sums, s.people is not null as "isArea"
  from sums left join shown s on true
    left join cities c using (city_key, postal_code) left join wishes w using (city_key, postal_code)
  order by s.people desc, city_key, postal_code`
