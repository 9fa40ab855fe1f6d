import { sql, type SQL } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { merchants } from '@quaff/features/merchants/tables'
import { type Queryable, type Services, sharedRead, type Transaction } from '@quaff/platform/server'
import { type Coverage, type DemandArea, demandLimit } from '../contract'
import { waitlistAreaChanges, waitlistAreas, waitlistCities, waitlistEntries } from './tables'

/** A row without an area only carries the sums. */
type AreaRow = DemandArea & { sums: Partial<Record<Coverage, { areas: number; people: number }>>; isArea: boolean }

const shareDemand = sharedRead<AreaRow[]>()

/**
 * Lists areas by people with merchant coverage; the sums are not capped by the limit. Both read the stored counts of
 * areas and cities, and only areas changed since are counted again.
 */
export async function listDemandAreas(db: Queryable, waitlistId: string, coverage: Coverage | undefined) {
  return shareDemand(db, `${waitlistId} ${coverage}`, async () => {
    const { rows } = await db.execute<AreaRow>(demandQuery(waitlistId, coverage))
    return rows
  })
}

/** Coverage of an `area` row joined with `venues`. */
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

const postalKey = (code: SQL) => sql`upper(replace(${code}, ' ', ''))`

/**
 * Counts the current people in the areas of `keys(waitlist_id, city_key, postal_code)`; empty areas have no row. The
 * status filter runs last, because without table statistics the planner would scan a whole list by status.
 */
const countedAreas = (keys: SQL) => sql`
  select keys.waitlist_id, keys.city_key, ${postalKey(sql`keys.postal_code`)} as postal_key, keys.postal_code,
    count(*)::int as people, mode() within group (order by entry.city) as city,
    coalesce(mode() within group (order by entry.wanted_venue) filter (where entry.wanted_venue <> ''), '') as wanted_venue
  from ${keys} keys cross join lateral (select one.city, one.wanted_venue, one.status from ${waitlistEntries} one
    where one.waitlist_id = keys.waitlist_id and lower(one.city) = keys.city_key and one.postal_code = keys.postal_code
    offset 0) entry
  where entry.status in ('waiting', 'shortlisted') group by 1, 2, 3, 4`

/** Changes of one round: a long import is counted in several. */
const perRound = 10_000
const renewing = sql`select pg_advisory_xact_lock(hashtext('waitlist areas'))`

/** Counts the noted areas again. Changes after this snapshot stay noted for the next run. */
export async function renewWaitlistAreas({ db }: Pick<Services, 'db'>) {
  let renewed = perRound
  while (renewed === perRound) renewed = await db.transaction((tx) => renewSome(tx, sql`true`))
}

/** Counts the areas of deleted people immediately. */
export async function renewAreasOf(tx: Transaction, waitlistIds: readonly string[]) {
  const ofLists = sql`waitlist_id = any(${sql.param([...waitlistIds])}::text[])`
  let renewed = waitlistIds.length === 0 ? 0 : perRound
  while (renewed === perRound) renewed = await renewSome(tx, ofLists)
}

async function renewSome(tx: Transaction, which: SQL): Promise<number> {
  await tx.execute(renewing)
  const { rows } = await tx.execute<{ taken: number; lists: string[] | null; cities: string[] | null }>(sql`
    with taken as (
      delete from ${waitlistAreaChanges} where ctid = any(array(select ctid from ${waitlistAreaChanges} where ${which} limit ${perRound}))
      returning waitlist_id, city_key, postal_code
    ), noted as materialized (
      select distinct waitlist_id, city_key, postal_code from taken
    ), counted as materialized (${countedAreas(sql`noted`)}
    ), emptied as (
      delete from ${waitlistAreas} area using noted
      where (area.waitlist_id, area.city_key, area.postal_code) = (noted.waitlist_id, noted.city_key, noted.postal_code)
        and (area.waitlist_id, area.city_key, area.postal_code) not in (select waitlist_id, city_key, postal_code from counted)
    ), kept as (
      insert into ${waitlistAreas} (waitlist_id, city_key, postal_key, postal_code, people, city, wanted_venue)
      select waitlist_id, city_key, postal_key, postal_code, people, city, wanted_venue from counted
      on conflict (waitlist_id, city_key, postal_key, postal_code) do update
        set people = excluded.people, city = excluded.city, wanted_venue = excluded.wanted_venue
    ), cities as (
      select distinct waitlist_id, city_key from noted
    )
    select (select count(*)::int from taken) as taken, array_agg(waitlist_id) as lists, array_agg(city_key) as cities from cities`)
  const { taken = 0, lists, cities } = rows[0] ?? {}
  if (lists && cities) await sumCities(tx, lists, cities)
  return taken
}

async function sumCities(tx: Transaction, lists: readonly string[], cities: readonly string[]) {
  const keys = sql`unnest(${sql.param([...lists])}::text[], ${sql.param([...cities])}::text[]) keys(waitlist_id, city_key)`
  await tx.execute(sql`delete from ${waitlistCities} city using ${keys}
    where (city.waitlist_id, city.city_key) = (keys.waitlist_id, keys.city_key)`)
  await tx.execute(sql`
    insert into ${waitlistCities} (waitlist_id, city_key, areas, people)
    select area.waitlist_id, area.city_key, count(*), sum(area.people)
    from ${keys} join ${waitlistAreas} area using (waitlist_id, city_key) group by 1, 2`)
}

/** Changes of a list since its areas were counted. */
const noted = (waitlistId: string) =>
  sql`select distinct waitlist_id, city_key, postal_code from ${waitlistAreaChanges} where waitlist_id = ${waitlistId}`
