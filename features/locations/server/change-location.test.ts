import { and, eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { merchants } from '@quaff/features/merchants/tables'
import { insertMerchant } from '@quaff/features/merchants/testing/merchant-factory'
import { adminAuditLogs, liveEvents } from '@quaff/platform/server/tables'
import { asAdmin, asOwner, asViewer } from '@quaff/platform/testing/actors'
import { contextAs } from '@quaff/platform/testing/test-context'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { createLocationInput, updateLocationInput } from '../contract'
import { insertLocation } from '../testing/location-factory'
import { insertRedemptions } from '../testing/redemption-batch-factory'
import { createFirstLocation, createLocation, duplicateLocation } from './create-location'
import { locations } from './tables'
import { removeLocation, updateLocation } from './update-location'

let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})

const newMerchant = async (details = {}) => (await insertMerchant(services, details)).id
const ownerOf = async (merchantId: string) => contextAs(services, await asOwner(services, [merchantId]))
const stored = async (id: string) => (await services.db.select().from(locations).where(eq(locations.id, id)))[0]
const countOf = (merchantId: string) => services.db.$count(locations, eq(locations.merchantId, merchantId))
const audits = (targetId: string, action: string) =>
  services.db
    .select()
    .from(adminAuditLogs)
    .where(and(eq(adminAuditLogs.targetId, targetId), eq(adminAuditLogs.action, action)))
const create = (merchantId: string, change: Record<string, unknown> = {}) =>
  createLocationInput.parse({ merchantId, name: 'Harbour', ...change })

describe('adding a location', () => {
  it('asks by itself who adds the first one, no matter who else has asked', async () => {
    const [merchantId, foreignId] = [await newMerchant(), await newMerchant()]
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    await expect(createFirstLocation(viewer, create(merchantId))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const owner = await ownerOf(merchantId)
    await expect(createFirstLocation(owner, create(foreignId))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect([await createFirstLocation(owner, create(merchantId)), await countOf(foreignId)]).toEqual([true, 0])
  })

  it('stores cleaned fields, with audit and live event', async () => {
    const merchantId = await newMerchant()
    const owner = await ownerOf(merchantId)
    const record = await createLocation(
      owner,
      create(merchantId, {
        name: ' Harbour\u0000 ',
        fields: {
          address: { line1: '1 Quay', line2: ' ', city: 'Kiel' },
          phone: ' ',
          timeZone: 'Europe/Berlin',
          hours: { mon: [{ open: '07:00', close: '02:00' }] },
          notes: 'Ring twice\r\nBack door \uD800',
          geofenceRadiusMeters: 100,
        },
      }),
    )
    expect(record).toMatchObject({ name: 'Harbour', address: '1 Quay, Kiel', version: 1, merchantId })
    expect((await stored(record.id))?.fields).toEqual({
      address: { line1: '1 Quay', city: 'Kiel' },
      timeZone: 'Europe/Berlin',
      hours: { mon: [{ open: '07:00', close: '02:00' }] },
      notes: 'Ring twice\nBack door \uFFFD',
      geofenceRadiusMeters: 100,
    })
    const [audit] = await audits(record.id, 'create_location')
    expect(audit).toMatchObject({
      merchantId,
      targetType: 'location',
      after: { name: 'Harbour', timeZone: 'Europe/Berlin' },
    })
    const events = await services.db.select().from(liveEvents).where(eq(liveEvents.merchantId, merchantId))
    expect(events).toContainEqual(expect.objectContaining({ topic: 'merchant', subjectId: merchantId }))
  })

  it('makes one row of a double submit, and refuses the same key for something else', async () => {
    const merchantId = await newMerchant()
    const owner = await ownerOf(merchantId)
    const requestKey = '5e3e6ffa-14ab-4a8a-9f22-6b0a4f8f7a01'
    const input = create(merchantId, { requestKey })
    const [first, second] = await Promise.all([createLocation(owner, input), createLocation(owner, input)])
    expect(second.id).toBe(first.id)
    expect(await countOf(merchantId)).toBe(1)
    await expect(createLocation(owner, { ...input, name: 'Other' })).rejects.toMatchObject({ reason: 'REQUEST_KEY' })
  })

  it('lets one of two parallel adds through where one location is allowed', async () => {
    const merchantId = await newMerchant({ allowMultipleLocations: false })
    const owner = await ownerOf(merchantId)
    const results = await Promise.allSettled([
      createLocation(owner, create(merchantId)),
      createLocation(owner, create(merchantId)),
    ])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'LOCATION_LIMIT' } })
    expect(await countOf(merchantId)).toBe(1)
  })

  it.each(['archived', 'rejected'])('is refused while the merchant is %s, as is every change', async (status) => {
    const merchantId = await newMerchant({ status })
    const { id: locationId } = await insertLocation(services, { merchantId })
    const owner = await ownerOf(merchantId)
    const refused = { code: 'CONFLICT', reason: 'MERCHANT_STATE' }
    await expect(createLocation(owner, create(merchantId))).rejects.toMatchObject(refused)
    await expect(updateLocation(owner, { locationId, version: 1, name: 'x', fields: {} })).rejects.toMatchObject(
      refused,
    )
    await expect(duplicateLocation(owner, { locationId })).rejects.toMatchObject(refused)
    await expect(removeLocation(owner, { locationId, version: 1 })).rejects.toMatchObject(refused)
    expect(await countOf(merchantId)).toBe(1)
  })

  it('needs a name of more than control characters, as every change does', async () => {
    const merchantId = await newMerchant()
    const { id: locationId } = await insertLocation(services, { merchantId, name: 'Harbour' })
    const owner = await ownerOf(merchantId)
    const refused = { code: 'BAD_REQUEST', detail: { field: 'name' } }
    await expect(createLocation(owner, { ...create(merchantId), name: '\u0007' })).rejects.toMatchObject(refused)
    const renaming = { locationId, version: 1, name: '\u0000', fields: {} }
    await expect(updateLocation(owner, renaming)).rejects.toMatchObject(refused)
    expect((await stored(locationId))?.name).toBe('Harbour')
  })

  it('names the field that makes no sense', async () => {
    const merchantId = await newMerchant()
    const owner = await ownerOf(merchantId)
    const hours = {
      mon: [
        { open: '07:00', close: '12:00' },
        { open: '11:00', close: '13:00' },
      ],
    }
    await expect(createLocation(owner, create(merchantId, { fields: { hours } }))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      detail: { field: 'hours.mon.1' },
    })
  })

  it.each([
    [{ name: ' ' }],
    [{ merchantId: '' }],
    [{ fields: { geofenceRadiusMeters: 24 } }],
    [{ fields: { geofenceRadiusMeters: 5_001 } }],
    [{ fields: { coordinates: { latitude: 91, longitude: 0 } } }],
    [{ fields: { coordinates: { latitude: 1 } } }],
    [{ fields: { hours: { mon: [{ open: '7', close: '19:00' }] } } }],
    [{ fields: { closures: [{ from: '2026-02-30', to: '2026-03-01' }] } }],
    [{ fields: { posTerminal: 'x' } }],
    [{ fields: { notes: 'x'.repeat(4_001) } }],
  ])('refuses %j', (change) => {
    expect(createLocationInput.safeParse({ merchantId: 'mer_1', name: 'Harbour', ...change }).success).toBe(false)
  })
})

describe('changing a location', () => {
  it('§3 keeps what it does not name, known or not, and audits the difference only', async () => {
    const merchantId = await newMerchant()
    const fields = { posTerminal: { id: 7 }, hours: 'late', phone: '1', address: { line1: 'Old', plusCode: 'X' } }
    const { id: locationId } = await insertLocation(services, { merchantId, name: 'Harbour', fields })
    const record = await updateLocation(await ownerOf(merchantId), {
      locationId,
      version: 1,
      fields: { phone: null, address: { line1: 'New' } },
    })
    expect(record).toMatchObject({ version: 2, name: 'Harbour', hoursText: 'late' })
    const after = await stored(locationId)
    expect(after).toMatchObject({ merchantId, version: 2 })
    expect(after?.fields).toEqual({ posTerminal: { id: 7 }, hours: 'late', address: { line1: 'New', plusCode: 'X' } })
    const [audit] = await audits(locationId, 'update_location')
    expect(audit?.before).toEqual({ phone: '1', address: { line1: 'Old', plusCode: 'X' } })
    expect(audit?.after).toEqual({ phone: null, address: { line1: 'New', plusCode: 'X' } })
  })

  it('§3 leaves createdAt and moves updatedAt', async () => {
    const merchantId = await newMerchant()
    const owner = await ownerOf(merchantId)
    const created = services.clock.now()
    const { id: locationId } = await createLocation(owner, create(merchantId))
    expect(await stored(locationId)).toMatchObject({ createdAt: created, updatedAt: created })
    services.clock.advance(1_000)
    await updateLocation(owner, { locationId, version: 1, name: 'Renamed', fields: {} })
    expect(await stored(locationId)).toMatchObject({ createdAt: created, updatedAt: services.clock.now() })
  })

  it('by the second of two editors is refused and writes nothing', async () => {
    const merchantId = await newMerchant()
    const { id: locationId } = await insertLocation(services, { merchantId })
    const owner = await ownerOf(merchantId)
    await updateLocation(owner, { locationId, version: 1, name: 'First', fields: {} })
    await expect(updateLocation(owner, { locationId, version: 1, name: 'Second', fields: {} })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
    expect((await stored(locationId))?.name).toBe('First')
  })

  it('with nothing new writes nothing', async () => {
    const merchantId = await newMerchant()
    const { id: locationId, name } = await insertLocation(services, { merchantId })
    const record = await updateLocation(await ownerOf(merchantId), { locationId, version: 1, name, fields: {} })
    expect(record.version).toBe(1)
    expect(await audits(locationId, 'update_location')).toHaveLength(0)
  })

  it('cannot move it to another merchant', () => {
    const moved = { locationId: 'loc_1', version: 1, merchantId: 'mer_2' }
    expect(updateLocationInput.safeParse(moved).success).toBe(false)
  })

  it('§6 is for administrators and owners of its merchant: a viewer and a foreign owner are refused', async () => {
    const merchantId = await newMerchant()
    const { id: locationId } = await insertLocation(services, { merchantId })
    const change = { locationId, version: 1, name: 'Mine now', fields: {} }
    const viewer = contextAs(services, await asViewer(services, [merchantId]))
    await expect(updateLocation(viewer, change)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const foreign = contextAs(services, await asOwner(services, [await newMerchant()]))
    await expect(updateLocation(foreign, change)).rejects.toMatchObject({ code: 'NOT_FOUND', reason: 'LOCATION' })
    const admin = contextAs(services, await asAdmin(services))
    expect((await updateLocation(admin, change)).name).toBe('Mine now')
  })
})

describe('duplicating a location', () => {
  it('copies everything but the coordinates, unknown fields included', async () => {
    const merchantId = await newMerchant()
    const fields = { phone: '1', posTerminal: 7, coordinates: { latitude: 1, longitude: 2 } }
    const { id: locationId } = await insertLocation(services, { merchantId, name: 'Harbour', fields })
    const copy = await duplicateLocation(await ownerOf(merchantId), { locationId })
    expect(copy).toMatchObject({ name: 'Harbour (copy)', version: 1, coordinates: null })
    expect((await stored(copy.id))?.fields).toEqual({ phone: '1', posTerminal: 7 })
    expect((await stored(locationId))?.fields).toEqual(fields)
  })

  it('is refused where one location is allowed', async () => {
    const merchantId = await newMerchant({ allowMultipleLocations: false })
    const { id: locationId } = await insertLocation(services, { merchantId })
    await expect(duplicateLocation(await ownerOf(merchantId), { locationId })).rejects.toMatchObject({
      reason: 'LOCATION_LIMIT',
    })
  })
})

describe('deleting a location', () => {
  it('goes through when nothing was redeemed in the last 30 days, with the old fields in the audit', async () => {
    const merchantId = await newMerchant()
    const { id: locationId } = await insertLocation(services, { merchantId, name: 'Harbour', fields: { phone: '1' } })
    await insertRedemptions(services, { merchantId, locationId, daysAgo: 31, count: 3 })
    await removeLocation(await ownerOf(merchantId), { locationId, version: 1 })
    expect(await stored(locationId)).toBeUndefined()
    const [audit] = await audits(locationId, 'delete_location')
    expect(audit?.before).toEqual({ name: 'Harbour', phone: '1' })
  })

  it('asks for the typed name if passes were redeemed in the last 30 days', async () => {
    const merchantId = await newMerchant()
    const { id: locationId } = await insertLocation(services, { merchantId, name: 'Joe’s Harbour' })
    await insertRedemptions(services, { merchantId, locationId, count: 1 })
    await insertRedemptions(services, { merchantId, locationId, daysAgo: 29, count: 1 })
    const owner = await ownerOf(merchantId)
    for (const confirmName of [undefined, 'Harbour', "joe's harbour"])
      await expect(removeLocation(owner, { locationId, version: 1, confirmName })).rejects.toMatchObject({
        reason: 'REDEEMED_LATELY',
        message: '2 passes were redeemed here in the last 30 days. Type the location’s name to delete it anyway.',
        detail: { field: 'confirmName' },
      })
    await removeLocation(owner, { locationId, version: 1, confirmName: "Joe's Harbour" })
    expect(await stored(locationId)).toBeUndefined()
  })

  it('asks for it after the first one', async () => {
    const merchantId = await newMerchant()
    const { id: locationId } = await insertLocation(services, { merchantId, name: 'Harbour' })
    await insertRedemptions(services, { merchantId, locationId, count: 1 })
    await expect(removeLocation(await ownerOf(merchantId), { locationId, version: 1 })).rejects.toMatchObject({
      message: 'A pass was redeemed here in the last 30 days. Type the location’s name to delete it anyway.',
    })
  })

  it('of a version that another user has changed is refused', async () => {
    const merchantId = await newMerchant()
    const { id: locationId } = await insertLocation(services, { merchantId, version: 2 })
    await expect(removeLocation(await ownerOf(merchantId), { locationId, version: 1 })).rejects.toMatchObject({
      reason: 'STALE_VERSION',
    })
  })

  it('goes with its merchant', async () => {
    const merchantId = await newMerchant()
    const { id } = await insertLocation(services, { merchantId })
    await services.db.delete(merchants).where(eq(merchants.id, merchantId))
    expect(await stored(id)).toBeUndefined()
  })
})
