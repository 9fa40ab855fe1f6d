import { call } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { locationsRouter } from '@quaff/features/locations/server'
import { locations } from '@quaff/features/locations/tables'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import { jobs } from '@quaff/platform/server/tables'
import { asOwner } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { adoptZoneKind } from '../rules'
import { insertMerchant } from '../testing/merchant-factory'
import { adoptMissingZones, adoptZoneHandler } from './adopt-zone'
import { merchants } from './tables'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const zoneOf = async (id: string) =>
  (await services.db.select({ zone: merchants.timeZone }).from(merchants).where(eq(merchants.id, id)))[0]?.zone

async function runJobs(): Promise<void> {
  for (const { payload } of await services.db.delete(jobs).where(eq(jobs.kind, adoptZoneKind)).returning())
    await adoptZoneHandler.run(services, payload)
}

async function venue() {
  const merchantId = (await insertMerchant(services)).id ?? ''
  const context = contextAs(services, await asOwner(services, [merchantId]))
  const add = (fields: object) => call(locationsRouter.create, { merchantId, name: 'Harbour', fields }, { context })
  const move = async (locationId: string, timeZone: string | null) => {
    const { version } = await call(locationsRouter.get, { locationId }, { context })
    await call(locationsRouter.update, { locationId, version, fields: { timeZone } }, { context })
    await runJobs()
    return zoneOf(merchantId)
  }
  return { merchantId, add, move }
}

it('a merchant has the zone of its first location, and keeps it beside further ones', async () => {
  const { merchantId, add, move } = await venue()
  const first = await add({ timeZone: 'Asia/Kolkata' })
  await runJobs()
  expect(await zoneOf(merchantId)).toBe('Asia/Kolkata')
  expect(await move(first.id, 'Asia/Kathmandu')).toBe('Asia/Kathmandu')
  await add({ timeZone: 'Europe/Zurich' })
  await runJobs()
  expect(await zoneOf(merchantId)).toBe('Asia/Kathmandu')
  expect(await move(first.id, 'Asia/Tokyo')).toBe('Asia/Kathmandu')
})

it('a zone that was chosen stays, whatever the only location names', async () => {
  const { merchantId, add, move } = await venue()
  const { id } = await add({ timeZone: 'Asia/Kolkata' })
  await runJobs()
  await services.db.update(merchants).set({ timeZone: 'Europe/Paris' }).where(eq(merchants.id, merchantId))
  expect(await move(id, 'Asia/Tokyo')).toBe('Europe/Paris')
})

it('a location without a zone has its country’s only one, then its merchant’s, and none of the platform’s', async () => {
  const { add } = await venue()
  expect((await add({ address: { country: 'US' } })).ownTimeZone).toBeNull()
  expect((await add({ address: { country: 'Nepal' } })).ownTimeZone).toBe('Asia/Kathmandu')
  await runJobs()
  expect((await add({ address: { country: 'US' } })).ownTimeZone).toBe('Asia/Kathmandu')
})

it('merchants of before have the zone of their oldest location that names a known one', async () => {
  const merchantId = (await insertMerchant(services)).id ?? ''
  for (const [number, timeZone] of [undefined, 'Mars/Olympus', 'Pacific/Chatham', 'Europe/Paris'].entries())
    await insertLocation(services, {
      merchantId,
      fields: { ...(timeZone && { timeZone }) },
      createdAt: new Date(Date.UTC(2025, 0, 1 + number)),
    })
  await adoptMissingZones(services)
  expect(await zoneOf(merchantId)).toBe('Pacific/Chatham')
  expect(await services.db.$count(locations, eq(locations.merchantId, merchantId))).toBe(4)
})
