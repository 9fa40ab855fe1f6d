import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import type { UserActor } from '@quaff/platform/server/actor'
import { asAdmin } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { insertEntries, insertWaitlist, type NewEntry } from '../../testing/waitlist-factory'
import type { Coverage } from '../contract'
import { demandQuery } from './demand-store'
import { readDemand } from './read-demand'

let services: TestServices
let admin: UserActor
beforeAll(async () => {
  services = await createTestServices()
  admin = await asAdmin(services)
  const place = async (city: string, postalCode: string | undefined, status = 'active') => {
    const { id: merchantId } = await insertMerchant(services, { status })
    await insertLocation(services, { merchantId, fields: { address: { city, postalCode } } })
  }
  await place(' LONDON ', 'sw1a1aa')
  await place('London', undefined)
  await place('Kiel', '24103', 'suspended')
})

async function demandOf(people: Partial<NewEntry>[], coverage?: Coverage) {
  const { id: waitlistId } = await insertWaitlist(services)
  await insertEntries(
    services,
    people.map((one) => ({ waitlistId, ...one })),
  )
  return readDemand(contextAs(services, admin), { waitlistId, coverage })
}

it('§0023 puts people of an area together and says whether a venue is there', async () => {
  const { areas, total, people, byCoverage } = await demandOf([
    { city: 'London', postalCode: 'SW1A 1AA', wantedVenue: 'Monmouth' },
    { city: 'London', postalCode: 'SW1A 1AA', wantedVenue: '' },
    { city: 'LONDON', postalCode: 'SW1A 1AA', status: 'shortlisted', wantedVenue: 'Monmouth' },
    { city: 'london', postalCode: 'E1 6AN', wantedVenue: 'Ozone' },
    { city: 'London', postalCode: '' },
    { city: 'Kiel', postalCode: '24103' },
    { city: '', postalCode: '' },
    { city: 'Kiel', postalCode: '24103', status: 'joined' },
    { city: 'Kiel', postalCode: '24103', status: 'removed' },
    { city: 'Kiel', postalCode: '24103', status: 'invited' },
  ])
  expect(areas).toEqual([
    { city: 'London', postalCode: 'SW1A 1AA', people: 3, wantedVenue: 'Monmouth', venues: 2, coverage: 'covered' },
    { city: '', postalCode: '', people: 1, wantedVenue: '', venues: 0, coverage: 'none' },
    { city: 'Kiel', postalCode: '24103', people: 1, wantedVenue: '', venues: 0, coverage: 'none' },
    { city: 'London', postalCode: '', people: 1, wantedVenue: '', venues: 2, coverage: 'covered' },
    { city: 'london', postalCode: 'E1 6AN', people: 1, wantedVenue: 'Ozone', venues: 2, coverage: 'nearby' },
  ])
  expect([total, people]).toEqual([5, 7])
  expect(byCoverage).toEqual({ covered: 4, nearby: 1, none: 2 })
})

it('shows the areas of one coverage', async () => {
  const people = [{ city: 'Kiel' }, { city: 'London', postalCode: 'E1 6AN' }]
  const { areas, total, byCoverage } = await demandOf(people, 'none')
  expect([areas.map(({ city }) => city), total]).toEqual([['Kiel'], 1])
  expect(byCoverage).toEqual({ covered: 0, nearby: 1, none: 1 })
})

it('keeps the sums where no area has the coverage, and is empty where nobody waits', async () => {
  const { areas, total, byCoverage } = await demandOf([{ city: 'Kiel' }], 'covered')
  expect([areas, total, byCoverage.none]).toEqual([[], 0, 1])
  const nobody = { areas: [], total: 0, people: 0, byCoverage: { covered: 0, nearby: 0, none: 0 } }
  expect(await demandOf([{ city: 'Kiel', status: 'removed' }])).toEqual(nobody)
})

it('counts areas beyond those it lists', async () => {
  const many = Array.from({ length: 130 }, (_, index) => ({ city: `Town ${index}` }))
  const { areas, total, people } = await demandOf([...many, { city: 'Town 129' }])
  expect([areas.length, total, people]).toEqual([100, 130, 131])
  expect(areas[0]).toMatchObject({ city: 'Town 129', people: 2 })
})

/** The embedded engine does not know after a vacuum which pages need no look at their rows. */
it.runIf(isOnPostgres)(
  'at 30,000 people counts areas from their index alone, by the planner’s own choice',
  async () => {
    const [{ id: waitlistId }, { id: other }] = [await insertWaitlist(services), await insertWaitlist(services)]
    await services.db.execute(sql`
    insert into waitlist_entries (id, waitlist_id, email, city, postal_code, status, referral_code, created_at, updated_at)
    select 'wle_' || n, case n % 4 when 0 then ${waitlistId} else ${other} end, n || '@guest.test', 'Town ' || n % 400, n % 50, case n % 3 when 0 then 'joined' else 'waiting' end,
      'ref' || n, now(), now() from generate_series(1, 30000) n order by md5(n::text)`)
    await services.db.execute(sql`vacuum analyze waitlist_entries`)
    const { rows } = await services.db.execute(sql`explain ${demandQuery(waitlistId, undefined)}`)
    const plan = rows.map((line) => Object.values(line).join('')).join('\n')
    expect(plan).toContain('Index Only Scan using waitlist_entries_demand')
    expect(plan).not.toContain('Seq Scan on waitlist_entries')
    expect((await readDemand(contextAs(services, admin), { waitlistId })).people).toBe(5_000)
  },
)
