import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { inTransaction, type UserActor } from '@quaff/platform/server'
import { asAdmin } from '@quaff/platform/testing/actors'
import { planOf } from '@quaff/platform/testing/query-plan'
import { contextAs } from '@quaff/platform/testing/test-context'
import { isOnPostgres } from '@quaff/platform/testing/test-database'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { coverages, type Coverage } from '../contract'
import { entryStatuses } from '../entries-contract'
import { insertEntries, insertWaitlist, type NewEntry } from '../testing/waitlist-factory'
import { demandQuery, renewWaitlistAreas } from './demand-store'
import { forgetEntriesOf } from './entry-store'
import { readDemand } from './read-waitlists'
import { waitlistAreaChanges, waitlistAreas, waitlistCities, waitlistEntries, waitlists } from './tables'

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

it('puts people of an area together and says whether a venue is there', async () => {
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

it('keeps the sums where no area has the coverage, and is empty where no one waits', async () => {
  const { areas, total, byCoverage } = await demandOf([{ city: 'Kiel' }], 'covered')
  expect([areas, total, byCoverage.none]).toEqual([[], 0, 1])
  const noOne = { areas: [], total: 0, people: 0, byCoverage: { covered: 0, nearby: 0, none: 0 } }
  expect(await demandOf([{ city: 'Kiel', status: 'removed' }])).toEqual(noOne)
})

it('counts areas beyond those it lists', async () => {
  const many = Array.from({ length: 130 }, (_, index) => ({ city: `Town ${index}` }))
  const { areas, total, people } = await demandOf([...many, { city: 'Town 129' }])
  expect([areas.length, total, people]).toEqual([100, 130, 131])
  expect(areas[0]).toMatchObject({ city: 'Town 129', people: 2 })
})

it('at 30,000 people reads the largest areas from their index, by the planner’s own choice', async () => {
  const { id: waitlistId } = await insertWaitlist(services)
  await services.db.execute(sql`
    insert into waitlist_entries (id, waitlist_id, email, city, postal_code, status, referral_code, created_at, updated_at)
    select 'wle_' || n, ${waitlistId}, n || '@guest.test', 'Town ' || n % 400, n % 49,
      case n % 3 when 0 then 'joined' else 'waiting' end, 'ref' || n, now(), now() from generate_series(1, 30000) n`)
  await renewWaitlistAreas(services)
  for (const table of ['waitlist_entries', 'waitlist_areas', 'waitlist_cities', 'waitlist_area_changes'])
    await services.db.execute(sql`vacuum analyze ${sql.identifier(table)}`)
  const plan = await planOf(services.db, demandQuery(waitlistId, undefined))
  expect(plan).toContain('Index Scan using waitlist_areas_people')
  expect(plan).not.toContain('Seq Scan on waitlist_areas')
  expect(plan).not.toContain('Seq Scan on waitlist_entries')
  expect((await readDemand(contextAs(services, admin), { waitlistId })).people).toBe(20_000)
}, 60_000)

/** Straight from the rows: every area with its people, its words and whether a venue is there. */
async function areasOfRows(waitlistId: string) {
  const isVenue = (city: string, code?: string) =>
    city.trim().toLowerCase() === 'london' && (code === undefined || ['SW1A1AA', ''].includes(code))
  const areas = new Map<string, { cities: string[]; wishes: string[]; key: string; postalCode: string }>()
  const rows = await services.db.select().from(waitlistEntries).where(eq(waitlistEntries.waitlistId, waitlistId))
  for (const { city, postalCode, wantedVenue, status } of rows) {
    if (status !== 'waiting' && status !== 'shortlisted') continue
    const area = areas.get(`${city.toLowerCase()}|${postalCode}`) ?? {
      key: city.toLowerCase(),
      postalCode,
      cities: [],
      wishes: [],
    }
    area.cities.push(city)
    if (wantedVenue) area.wishes.push(wantedVenue)
    areas.set(`${area.key}|${postalCode}`, area)
  }
  return [...areas.values()]
    .map(({ key, postalCode, cities, wishes }) => {
      const isKnown = isVenue(key, postalCode.replaceAll(' ', '').toUpperCase())
      const far = isVenue(key) ? ('nearby' as const) : ('none' as const)
      return {
        city: mostOf(cities),
        postalCode,
        people: cities.length,
        wantedVenue: mostOf(wishes),
        venues: key === 'london' ? 2 : 0,
        coverage: isKnown ? ('covered' as const) : far,
      }
    })
    .toSorted(
      (one, other) =>
        other.people - one.people ||
        compare(one.city.toLowerCase(), other.city.toLowerCase()) ||
        compare(one.postalCode, other.postalCode),
    )
}
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))
function mostOf(words: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const [most] = [...counts].toSorted((one, other) => other[1] - one[1] || compare(one[0], other[0]))
  return most?.[0] ?? ''
}

it('is what the rows say, whatever is added, changed, renewed, taken back or removed, in any order', async () => {
  const lists = [await insertWaitlist(services), await insertWaitlist(services)].map(({ id }) => id)
  const person = fc.record({
    waitlistId: fc.constantFrom(...lists),
    city: fc.constantFrom('London', 'london', 'LONDON', 'kiel', ''),
    postalCode: fc.constantFrom('', 'sw1a 1aa', 'SW1A 1AA', 'E1 6AN'),
    wantedVenue: fc.constantFrom('', 'monmouth', 'ozone'),
    status: fc.constantFrom(...entryStatuses),
  })
  const step = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('add'), people: fc.array(person, { minLength: 1, maxLength: 6 }) }),
    },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('change'), at: fc.nat(), to: person }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove'), at: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('take back'), at: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('renew') }) },
  )
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
  async function play(one: Step): Promise<void> {
    if ('people' in one) return void (await insertEntries(services, one.people))
    if (!('at' in one)) return renewWaitlistAreas(services)
    const rows = await services.db.select().from(waitlistEntries).where(inArray(waitlistEntries.waitlistId, lists))
    const chosen = eq(waitlistEntries.id, rows[one.at % Math.max(rows.length, 1)]?.id ?? '')
    if ('to' in one) return void (await services.db.update(waitlistEntries).set(one.to).where(chosen))
    if (one.kind === 'remove') return void (await services.db.delete(waitlistEntries).where(chosen))
    const back = services.db.transaction(async (tx) => {
      await tx.delete(waitlistEntries).where(chosen)
      throw new Error('taken back')
    })
    await expect(back).rejects.toThrow('taken back')
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      await services.db.delete(waitlistEntries).where(inArray(waitlistEntries.waitlistId, lists))
      for (const one of steps) {
        await play(one)
        for (const waitlistId of lists) await compareWithRows(waitlistId)
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)

async function compareWithRows(waitlistId: string): Promise<void> {
  const expected = await areasOfRows(waitlistId)
  const peopleOf = (some: typeof expected) => some.reduce((sum, { people }) => sum + people, 0)
  const byCoverage = Object.fromEntries(
    coverages.map((one) => [one, peopleOf(expected.filter(({ coverage }) => coverage === one))]),
  )
  for (const coverage of [undefined, ...coverages]) {
    const areas = expected.filter((area) => coverage === undefined || area.coverage === coverage)
    const found = await readDemand(contextAs(services, admin), { waitlistId, coverage })
    expect(found).toEqual({ areas, total: areas.length, people: peopleOf(areas), byCoverage })
  }
}

it('forgets what is left of a list that is gone, and of an area without people', async () => {
  const { id: waitlistId } = await insertWaitlist(services)
  await insertEntries(services, [
    { waitlistId, city: 'Kiel' },
    { waitlistId, city: 'Bonn' },
  ])
  await renewWaitlistAreas(services)
  const kept = () => services.db.$count(waitlistAreas, eq(waitlistAreas.waitlistId, waitlistId))
  expect(await kept()).toBe(2)
  await services.db.update(waitlistEntries).set({ status: 'joined' }).where(eq(waitlistEntries.city, 'Bonn'))
  await renewWaitlistAreas(services)
  expect(await kept()).toBe(1)
  await services.db.delete(waitlists).where(eq(waitlists.id, waitlistId))
  await renewWaitlistAreas(services)
  expect([await kept(), await services.db.$count(waitlistCities, eq(waitlistCities.waitlistId, waitlistId))]).toEqual([
    0, 0,
  ])
  expect(await services.db.$count(waitlistAreaChanges)).toBe(0)
})

it('keeps no city of someone who is forgotten, also before their area was counted again', async () => {
  const { id: waitlistId } = await insertWaitlist(services)
  const [first] = await insertEntries(services, [{ waitlistId, city: 'Rareham', email: 'rare@guest.test' }])
  await insertEntries(services, [{ waitlistId, city: 'Kiel' }])
  await renewWaitlistAreas(services)
  await services.db
    .update(waitlistEntries)
    .set({ city: 'Rarer' })
    .where(eq(waitlistEntries.id, first?.id ?? ''))
  await inTransaction(services, (tx) => forgetEntriesOf(tx, ['rare@guest.test']))
  const cities = await services.db.select().from(waitlistAreas).where(eq(waitlistAreas.waitlistId, waitlistId))
  expect(cities.map(({ city }) => city)).toEqual(['Kiel'])
  expect(await services.db.$count(waitlistAreaChanges, eq(waitlistAreaChanges.waitlistId, waitlistId))).toBe(0)
})

it.runIf(isOnPostgres)('counts those who join while areas are renewed', async () => {
  const { id: waitlistId } = await insertWaitlist(services)
  await insertEntries(services, [{ waitlistId, city: 'London' }])
  await services.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into waitlist_entries (id, waitlist_id, email, city, referral_code, created_at, updated_at)
      select 'wle_' || city, ${waitlistId}, city, city, 'ref' || city, now(), now() from unnest('{London,Kiel}'::text[]) city`)
    await renewWaitlistAreas(services)
    expect((await readDemand(contextAs(services, admin), { waitlistId })).people).toBe(1)
  })
  await compareWithRows(waitlistId)
  await renewWaitlistAreas(services)
  await compareWithRows(waitlistId)
})

it('notes nothing where nothing of it is changed', async () => {
  const { id: waitlistId } = await insertWaitlist(services)
  await insertEntries(services, [{ waitlistId, city: 'Kiel' }])
  await renewWaitlistAreas(services)
  await services.db
    .update(waitlistEntries)
    .set({ notes: 'Called', status: 'shortlisted', city: 'Kiel' })
    .where(eq(waitlistEntries.waitlistId, waitlistId))
  expect(await services.db.$count(waitlistAreaChanges)).toBe(0)
})
