import type { locations } from '@quaff/features/locations/tables'
import { demoId } from './chance'
import type { Chance } from './chance'
import type { DemoMerchant } from './demo-merchants'
import { streetAddress } from './names'

export type DemoLocation = typeof locations.$inferInsert

const names = ['Main Street', 'Station', 'Harbour'] as const
/** Positions of the demo cities. Opening hours use the merchant's zone, or else the platform's. */
const places: Record<string, { latitude: number; longitude: number }> = {
  eur: { latitude: 52.52, longitude: 13.4 },
  gbp: { latitude: 51.51, longitude: -0.12 },
  usd: { latitude: 37.77, longitude: -122.42 },
}
const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const

/** Returns one to three locations per selling merchant and one for each in review. The first merchant has three. */
export function planLocations(chance: Chance, demoMerchants: readonly DemoMerchant[], zone: string): DemoLocation[] {
  const counts = demoMerchants.map((merchant, index) => {
    if (!merchant.sells && merchant.status !== 'pending_review') return 0
    if (merchant.allowMultipleLocations === false) return 1
    return index === 0 ? 3 : chance.whole(1, 3)
  })
  return demoMerchants.flatMap((merchant, index) =>
    Array.from({ length: counts[index] ?? 0 }, (_, number) => ({
      id: demoId('loc', index * 10 + number + 1),
      merchantId: merchant.id,
      name: number === 0 ? merchant.name : `${merchant.name}, ${names[number] ?? names[0]}`,
      fields: fieldsOf(chance, merchant, { index, number, zone }),
      createdAt: merchant.createdAt,
      updatedAt: merchant.createdAt,
    })),
  )
}

function fieldsOf(
  chance: Chance,
  merchant: DemoMerchant,
  { index, number, zone }: { index: number; number: number; zone: string },
): Record<string, unknown> {
  const address = { ...merchant.address, line1: streetAddress(chance) }
  // The old format, from before there was a form for opening hours. It is shown unchanged.
  if (index % 9 === 8)
    return { address, phone: merchant.contactPhone, hours: { weekdays: '07:00-19:00', weekend: '08:00-18:00' } }
  const place = places[merchant.currency] ?? places['usd']
  const open = [{ open: '07:00', close: number === 2 ? '21:00' : '19:00' }]
  const hours = Object.fromEntries(weekdays.map((day) => [day, open]))
  return {
    address,
    phone: merchant.contactPhone,
    timeZone: merchant.timeZone ?? zone,
    hours: {
      ...hours,
      sat: [{ open: '08:00', close: '18:00' }],
      ...(index % 2 === 0 ? { sun: [{ open: '09:00', close: '16:00' }] } : {}),
    },
    coordinates: {
      latitude: rounded((place?.latitude ?? 0) + (chance.next() - 0.5) * 0.05),
      longitude: rounded((place?.longitude ?? 0) + (chance.next() - 0.5) * 0.08),
    },
    ...(merchant.requireLocationCheck ? { geofenceRadiusMeters: 150 } : {}),
  }
}

const rounded = (degrees: number) => Math.round(degrees * 100_000) / 100_000
