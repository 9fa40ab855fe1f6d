import { sql, type SQL } from 'drizzle-orm'
import type { Services, Transaction } from '@quaff/platform/server/context'
import { waitlistAreaChanges, waitlistAreas, waitlistCities, waitlistEntries } from './tables'

/** Of a postal code as a row of an area has it. */
export const postalKey = (code: SQL) => sql`upper(replace(${code}, ' ', ''))`

/**
 * Areas of `keys(waitlist_id, city_key, postal_code)` as their people are now; one without any has no row. Their states
 * are looked at last: where the database knows nothing of the table yet, it would go by them through a whole list.
 */
export const countedAreas = (keys: SQL) => sql`
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

/** What was changed before is counted again. What is changed meanwhile stays noted: it is in no snapshot of this. */
export async function renewWaitlistAreas({ db }: Pick<Services, 'db'>): Promise<void> {
  let renewed = perRound
  while (renewed === perRound) renewed = await db.transaction((tx) => renewSome(tx, sql`true`))
}

/** For people who are forgotten at once, as what is noted of their areas has to be. */
export async function renewAreasOf(tx: Transaction, waitlistIds: readonly string[]): Promise<void> {
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

async function sumCities(tx: Transaction, lists: readonly string[], cities: readonly string[]): Promise<void> {
  const keys = sql`unnest(${sql.param([...lists])}::text[], ${sql.param([...cities])}::text[]) keys(waitlist_id, city_key)`
  await tx.execute(sql`delete from ${waitlistCities} city using ${keys}
    where (city.waitlist_id, city.city_key) = (keys.waitlist_id, keys.city_key)`)
  await tx.execute(sql`
    insert into ${waitlistCities} (waitlist_id, city_key, areas, people)
    select area.waitlist_id, area.city_key, count(*), sum(area.people)
    from ${keys} join ${waitlistAreas} area using (waitlist_id, city_key) group by 1, 2`)
}

/** What was changed in a list since its areas were counted. */
export const noted = (waitlistId: string) =>
  sql`select distinct waitlist_id, city_key, postal_code from ${waitlistAreaChanges} where waitlist_id = ${waitlistId}`
