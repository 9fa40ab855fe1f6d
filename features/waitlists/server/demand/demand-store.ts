import { sql } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable } from '@quaff/platform/server/context'
import { demandLimit, type Coverage, type DemandArea } from '../../demand/contract'
import { waitlistEntries } from '../tables'

type AreaRow = DemandArea & { areas: number; everybody: number }

const spaceless = (text: ReturnType<typeof sql>) => sql`upper(replace(${text}, ' ', ''))`

/** Areas by people, with what venues there are; `areas` and `everybody` count beyond the limit. */
export async function listDemandAreas(
  db: Queryable,
  waitlistId: string,
  coverage: Coverage | undefined,
): Promise<AreaRow[]> {
  const { rows } = await db.execute<AreaRow>(sql`
    with areas as (
      select lower(city) as city_key, postal_code, mode() within group (order by city) as city, count(*)::int as people,
        coalesce(mode() within group (order by nullif(wanted_venue, '')), '') as wanted_venue
      from ${waitlistEntries}
      where waitlist_id = ${waitlistId} and status in ('waiting', 'shortlisted')
      group by lower(city), postal_code
    ), places as (
      select lower(btrim(l.fields -> 'address' ->> 'city')) as city_key,
        ${spaceless(sql`coalesce(l.fields -> 'address' ->> 'postalCode', '')`)} as postal_key
      from ${locations} l join ${merchants} m on m.id = l.merchant_id
      where m.status = 'active'
    ), venues as (
      select city_key, count(*)::int as venues from places group by city_key
    ), judged as (
      select a.city, a.postal_code, a.people, a.wanted_venue, coalesce(v.venues, 0) as venues,
        case
          when v.venues is null or a.city_key = '' then 'none'
          when a.postal_code = '' or exists (
            select 1 from places p
            where p.city_key = a.city_key and p.postal_key = ${spaceless(sql`a.postal_code`)}
          ) then 'covered'
          else 'nearby'
        end as coverage
      from areas a left join venues v on v.city_key = a.city_key
    )
    select city, postal_code as "postalCode", people, wanted_venue as "wantedVenue", venues, coverage,
      (count(*) over ())::int as areas, (sum(people) over ())::int as everybody
    from judged
    where ${coverage === undefined ? sql`true` : sql`coverage = ${coverage}`}
    order by people desc, lower(city), postal_code
    limit ${demandLimit}`)
  return rows
}
