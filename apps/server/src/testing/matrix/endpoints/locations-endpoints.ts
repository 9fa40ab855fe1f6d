import { eq } from 'drizzle-orm'
import { locations } from '@quaff/features/locations/tables'
import { insertLocation } from '@quaff/features/locations/testing/location-factory'
import type { Services } from '@quaff/platform/server'
import { merchantOf, type Ownership } from '../actor-kinds'
import { perOwnership, signedIn, strangers, type Endpoint } from '../endpoint'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
const editors = { ...signedOut, ...signedIn('FORBIDDEN'), ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever }
const readers = { ...editors, viewerOwn: ownOnly, viewerNone: nowhere }

/** A location of that ownership; `deleted` was one of the own merchant. */
async function locationOf(services: Services, row: Ownership): Promise<string> {
  if (row === 'missing') return 'loc_missing'
  const merchantId = row === 'foreign' ? merchantOf.foreign : merchantOf.own
  const { id } = await insertLocation(services, { merchantId })
  if (row === 'deleted') await services.db.delete(locations).where(eq(locations.id, id))
  return id
}

const merchantId = (_: Services, row: Ownership) => ({ merchantId: merchantOf[row] })
const locationId = async (services: Services, row: Ownership) => ({ locationId: await locationOf(services, row) })

export const locationsEndpoints = {
  'locations.find': {
    async input(services, row) {
      await locationOf(services, row)
      return { q: 'location' }
    },
    expected: { ...signedOut, ...signedIn('ok'), customRole: 'FORBIDDEN', viewerNone: 'empty' },
  },
  'locations.list': {
    hasId: true,
    async input(services, row) {
      // Gives the list a row.
      if (row === 'own' || row === 'foreign') await locationOf(services, row)
      return { merchantId: merchantOf[row] }
    },
    expected: readers,
  },
  'locations.overview': { hasId: true, input: merchantId, expected: readers },
  'locations.get': { hasId: true, input: locationId, expected: readers },
  'locations.getOfMerchant': {
    hasId: true,
    // The own merchant in the address does not open the location of another one: only `own` is really its child.
    input: async (services, row) => ({ merchantId: merchantOf.own, locationId: await locationOf(services, row) }),
    expected: { ...readers, admin: ownOnly },
  },
  'locations.create': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row], name: 'Harbour' }),
    expected: editors,
  },
  'locations.update': {
    hasId: true,
    input: async (services, row) => ({ ...(await locationId(services, row)), version: 1, name: 'Station' }),
    expected: editors,
  },
  'locations.duplicate': { hasId: true, input: locationId, expected: editors },
  'locations.remove': {
    hasId: true,
    input: async (services, row) => ({ ...(await locationId(services, row)), version: 1 }),
    expected: editors,
  },
  'locations.previewImport': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row], csv: 'name\nHarbour' }),
    expected: editors,
  },
  'locations.importRows': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row], csv: 'name\nHarbour' }),
    expected: editors,
  },
} satisfies Record<string, Endpoint>
