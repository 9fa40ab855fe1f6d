import { beforeAll, describe, expect, it } from 'vitest'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { subscriptionPlans } from '@quaff/features/plans/tables'
import { weekdays } from '@quaff/platform/server'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { listLocationsInput } from '../contract'
import { insertLocation, insertLocationRows } from '../testing/location-factory'
import { insertRedemptions } from '../testing/redemption-batch-factory'
import { getLocation, listLocations, readOverview } from './read-locations'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const dayMs = 86_400_000
const newMerchant = async (details = {}) => (await insertMerchant(services, details)).id
const list = async (input: Record<string, unknown>) =>
  listLocations(contextAs(services, await asAdmin(services)), listLocationsInput.parse(input))
const names = async (input: Record<string, unknown>) => (await list(input)).rows.map(({ name }) => name)

const daily = (open: string, close: string) => Object.fromEntries(weekdays.map((day) => [day, [{ open, close }]]))

describe('the list of locations', () => {
  it('counts completed redemptions of 30 days per location and sorts by them', async () => {
    const merchantId = await newMerchant()
    const [a, b] = await insertLocationRows(services, [
      { merchantId, name: 'Alder' },
      { merchantId, name: 'Birch' },
      { merchantId, name: 'Cedar' },
    ])
    const at = { merchantId, locationId: a?.id ?? '' }
    await insertRedemptions(services, { ...at, daysAgo: 2, count: 3 })
    await insertRedemptions(services, { ...at, daysAgo: 29 })
    await insertRedemptions(services, { ...at, daysAgo: 31, count: 7 })
    const there = { merchantId, locationId: b?.id ?? '' }
    await insertRedemptions(services, { ...there, daysAgo: 1, count: 6 })
    await insertRedemptions(services, { ...there, daysAgo: 1, count: 2, status: 'voided' })
    const { rows, total } = await list({ merchantId, sort: 'redemptions', order: 'desc' })
    expect(total).toBe(3)
    expect(rows.map(({ name, redemptions30Days }) => [name, redemptions30Days])).toEqual([
      ['Birch', 6],
      ['Alder', 4],
      ['Cedar', 0],
    ])
  })

  it('pages by each sort without losing or repeating a row', async () => {
    const merchantId = await newMerchant()
    await insertLocationRows(
      services,
      Array.from({ length: 7 }, (_, index) => ({
        merchantId,
        name: `Place ${index % 3}`,
        updatedAt: new Date(services.clock.now().getTime() - (index % 2) * dayMs),
      })),
    )
    for (const sort of ['name', 'updated', 'redemptions']) {
      for (const order of ['asc', 'desc']) {
        const seen: string[] = []
        let cursor: string | null | undefined
        do {
          const page = await list({ merchantId, sort, order, limit: 2, cursor })
          seen.push(...page.rows.map(({ id }) => id))
          cursor = page.nextCursor
        } while (cursor)
        expect(new Set(seen).size, `${sort} ${order}`).toBe(7)
        expect(seen).toHaveLength(7)
      }
    }
  })

  it('filters by the opening state of this moment, each in its own zone, and pages what it filtered', async () => {
    const merchantId = await newMerchant()
    services.clock.set('2026-03-10T12:00:00Z')
    await insertLocationRows(services, [
      { merchantId, name: 'Berlin', fields: { hours: daily('09:00', '18:00'), timeZone: 'Europe/Berlin' } },
      { merchantId, name: 'Auckland', fields: { hours: daily('09:00', '18:00'), timeZone: 'Pacific/Auckland' } },
      { merchantId, name: 'Imported', fields: { hours: { weekdays: '07:00-19:00' } } },
      {
        merchantId,
        name: 'Renovated',
        fields: {
          hours: daily('09:00', '18:00'),
          closures: [{ from: '2026-03-01', to: '2026-03-31', reason: 'Paint' }],
        },
      },
      { merchantId, name: 'Unknown', fields: { hours: 'ask us' } },
    ])
    expect(await names({ merchantId, status: 'open' })).toEqual(['Berlin', 'Imported'])
    expect(await names({ merchantId, status: 'closed' })).toEqual(['Auckland'])
    expect(await names({ merchantId, status: 'closure' })).toEqual(['Renovated'])
    const first = await list({ merchantId, status: 'open', limit: 1 })
    expect(first).toMatchObject({ total: 2, hasMore: true })
    expect(await names({ merchantId, status: 'open', limit: 1, cursor: first.nextCursor })).toEqual(['Imported'])
    expect(await names({ merchantId, status: 'open', q: 'zzz' })).toEqual([])
  })

  it('finds names and addresses, whatever the case, and takes signs as typed', async () => {
    const merchantId = await newMerchant()
    await insertLocationRows(services, [
      { merchantId, name: 'Main Street', fields: { address: { line1: '100% Way', city: 'Salem' } } },
      { merchantId, name: 'Station', fields: { address: 'Platform 3, Eugene' } },
    ])
    expect(await names({ merchantId, q: 'SALEM' })).toEqual(['Main Street'])
    expect(await names({ merchantId, q: '100%' })).toEqual(['Main Street'])
    expect(await names({ merchantId, q: 'eugene' })).toEqual(['Station'])
    expect(await names({ merchantId, q: 'line1' })).toEqual([])
  })

  it('finds a country by the name that the address shows, whatever is stored', async () => {
    const merchantId = await newMerchant()
    await insertLocationRows(services, [
      { merchantId, name: 'Bahnhof', fields: { address: { city: 'Zürich', country: 'CH' } } },
      { merchantId, name: 'Abroad', fields: { address: { city: 'Konstanz', country: 'germany' } } },
      { merchantId, name: 'Nowhere', fields: {} },
    ])
    const page = await list({ merchantId, q: 'switzerland' })
    expect(page.rows.map(({ name, address }) => [name, address])).toEqual([['Bahnhof', 'Zürich, Switzerland']])
    expect(await names({ merchantId, q: 'Germany' })).toEqual(['Abroad'])
    expect(await names({ merchantId, q: '-' })).toEqual([])
    expect(await names({ merchantId, q: ' ' })).toHaveLength(3)
  })

  it('counts the active plans that are valid at each location', async () => {
    const merchantId = await newMerchant()
    const [a, b] = await insertLocationRows(services, [
      { merchantId, name: 'Alder' },
      { merchantId, name: 'Birch' },
    ])
    const at = services.clock.now()
    const plan = (fields: Record<string, unknown>, active = true) => ({
      id: services.ids.newId('pln'),
      merchantId,
      name: 'Plan',
      active,
      fields,
      createdAt: at,
      updatedAt: at,
    })
    await services.db
      .insert(subscriptionPlans)
      .values([
        plan({}),
        plan({ validLocationIds: [] }),
        plan({ validLocationIds: [a?.id, 'loc_gone'] }),
        plan({ validLocationIds: [b?.id] }, false),
        plan({ validLocationIds: 'all' }),
      ])
    const { rows } = await list({ merchantId })
    expect(rows.map(({ validPlans }) => validPlans)).toEqual([4, 3])
    const context = contextAs(services, await asAdmin(services))
    expect((await getLocation(context, { locationId: a?.id ?? '' })).plansOnlyHere).toEqual(['Plan'])
    expect((await getLocation(context, { locationId: b?.id ?? '' })).plansOnlyHere).toEqual([])
  })

  it('says of the only location of a live merchant that sales end with it', async () => {
    const [live, paused] = [await newMerchant({ isLive: true }), await newMerchant({ isLive: false })]
    const context = contextAs(services, await asAdmin(services))
    const endsSales = async (merchantId: string, name: string) => {
      const { id } = await insertLocation(services, { merchantId, name })
      return (await getLocation(context, { locationId: id })).endsSales
    }
    expect([await endsSales(live, 'Only'), await endsSales(live, 'Second'), await endsSales(paused, 'Only')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('holds the rows of its merchant only, and is refused for a foreign or deleted one alike', async () => {
    const [own, foreign] = [await newMerchant(), await newMerchant()]
    await insertLocation(services, { merchantId: foreign })
    await insertLocation(services, { merchantId: own, name: 'Mine' })
    const viewer = contextAs(services, await asViewer(services, [own, 'mer_gone']))
    const rows = (await listLocations(viewer, listLocationsInput.parse({ merchantId: own }))).rows
    expect(rows.map(({ name }) => name)).toEqual(['Mine'])
    const refusals = await Promise.all(
      [foreign, 'mer_gone', 'mer_never'].map((merchantId) =>
        listLocations(viewer, listLocationsInput.parse({ merchantId })).catch((error: unknown) => String(error)),
      ),
    )
    expect(new Set(refusals).size).toBe(1)
  })
})

describe('a location', () => {
  it('of an imported document is shown as far as it can be read, the rest as text', async () => {
    const merchantId = await newMerchant()
    const { id } = await insertLocation(services, {
      merchantId,
      fields: {
        hours: 'daily till late',
        coordinates: { lat: 45.5, lng: -122.6 },
        posTerminal: { id: 7 },
        phone: 5550100,
      },
    })
    const record = await getLocation(contextAs(services, await asViewer(services, [merchantId])), { locationId: id })
    expect(record).toMatchObject({
      hoursText: 'daily till late',
      opening: { status: 'unknown' },
      coordinates: { latitude: 45.5, longitude: -122.6 },
      phone: '5550100',
      otherFields: [{ key: 'posTerminal', value: '{"id":7}' }],
      address: '',
    })
  })

  it('§8 without a name reads "Unknown Location"', async () => {
    const merchantId = await newMerchant()
    const { id: locationId } = await insertLocation(services, { merchantId, name: '' })
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    expect(await getLocation(viewer, { locationId })).toMatchObject({ name: 'Unknown Location' })
    expect(await names({ merchantId })).toEqual(['Unknown Location'])
  })

  it('§7 is answered the same with and without its merchant, and in the same words when foreign, missing or deleted', async () => {
    const [own, foreign] = [await newMerchant(), await newMerchant()]
    const mine = await insertLocation(services, { merchantId: own })
    const theirs = await insertLocation(services, { merchantId: foreign })
    const owner = contextAs(services, await asOwner(services, [own]))
    expect(await getLocation(owner, { merchantId: own, locationId: mine.id })).toEqual(
      await getLocation(owner, { locationId: mine.id }),
    )
    const keys = [
      { locationId: theirs.id },
      { merchantId: own, locationId: theirs.id },
      { merchantId: foreign, locationId: theirs.id },
      { merchantId: foreign, locationId: mine.id },
      { locationId: 'loc_never' },
    ]
    for (const key of keys)
      await expect(getLocation(owner, key), JSON.stringify(key)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        reason: 'LOCATION',
        message: 'Location not found, or you don’t have access.',
      })
    const admin = contextAs(services, await asAdmin(services))
    await expect(getLocation(admin, { merchantId: own, locationId: theirs.id })).rejects.toMatchObject({
      reason: 'LOCATION',
    })
  })

  it('of a merchant in set-up is open to the owner who works on it', async () => {
    const merchantId = await newMerchant({ status: 'pending' })
    const { id } = await insertLocation(services, { merchantId })
    const owner = { ...(await asOwner(services, [])), ownMerchantIds: [merchantId] }
    expect((await getLocation(contextAs(services, owner), { locationId: id })).id).toBe(id)
  })
})

describe('the overview', () => {
  it('holds every point and what the settings and the state allow', async () => {
    const merchantId = await newMerchant({ name: 'Tide & Bean', allowMultipleLocations: false, status: 'archived' })
    await insertLocationRows(services, [
      { merchantId, name: 'b', fields: {} },
      { merchantId, name: 'A', fields: { coordinates: { latitude: 1, longitude: 2 } } },
    ])
    const overview = await readOverview(contextAs(services, await asViewer(services, [merchantId])), { merchantId })
    expect(overview).toMatchObject({
      merchantName: 'Tide & Bean',
      total: 2,
      points: [
        { name: 'A', coordinates: { latitude: 1, longitude: 2 } },
        { name: 'b', coordinates: null },
      ],
    })
    expect(overview.locked).toMatch(/archived/)
    expect(overview.addRefusal).toMatch(/Turn on multiple locations/)
  })
})
