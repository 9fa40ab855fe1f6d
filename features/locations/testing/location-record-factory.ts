import type { LocationOverview, LocationRecord, LocationRow } from '../contract'

const daily = [{ open: '00:00', close: '24:00' }]
const week = { mon: daily, tue: daily, wed: daily, thu: daily, fri: daily, sat: daily, sun: daily }
export const buildRow = (change: Partial<LocationRow> = {}): LocationRow => ({
  id: 'loc_1',
  merchantId: 'mer_1',
  name: 'Harbour',
  address: '1 Quay, Kiel',
  opening: { status: 'open', until: null, opensAt: null, reason: null },
  schedule: { timeZone: 'Europe/Berlin', week, closures: [] },
  redemptions30Days: 1_234,
  validPlans: 2,
  updatedAt: new Date('2026-01-01T00:00:00Z'),
  version: 3,
  ...change,
})
export const buildRecord = (change: Partial<LocationRecord> = {}): LocationRecord => ({
  ...buildRow(),
  addressParts: { line1: '1 Quay', city: 'Kiel' },
  phone: '+49 431 1',
  ownTimeZone: 'Europe/Berlin',
  hoursText: null,
  coordinates: { latitude: 54.3, longitude: 10.1 },
  geofenceRadiusMeters: 150,
  notes: null,
  otherFields: [{ key: 'posTerminal', value: '7' }],
  redemptionsToday: 0,
  plansOnlyHere: [],
  endsSales: false,
  createdAt: new Date('2026-01-01T00:00:00Z'),
  ...change,
})
export const buildOverview = (change: Partial<LocationOverview> = {}): LocationOverview => ({
  merchantName: 'Tide & Bean',
  total: 2,
  allowMultipleLocations: true,
  requireLocationCheck: false,
  locked: null,
  addRefusal: null,
  merchantAddress: { line1: '9 Market', city: 'Kiel' },
  timeZone: 'UTC',
  usualTimeZone: null,
  points: [
    { id: 'loc_1', name: 'Harbour', coordinates: { latitude: 54.3, longitude: 10.1 } },
    { id: 'loc_2', name: 'Station', coordinates: null },
  ],
  mapTiles: null,
  ...change,
})
