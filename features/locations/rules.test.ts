import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressLine } from '@quaff/platform/shared/fields/address-format'
import { errorOf } from '@quaff/platform/shared/fields/form-fields'
import { knownFields, locationFields, type LocationFields } from './contract'
import {
  addRefusal,
  changeRefusal,
  checkClosure,
  checkCoordinates,
  checkFields,
  copyName,
  isOnlyAt,
  isTimeZone,
  isValidAt,
  mergeFields,
  otherFields,
  readAddress,
  readClosures,
  readCoordinates,
  readRadius,
  readSchedule,
  usualTimeZone,
} from './rules'

describe('an imported document', () => {
  it('is read without a fall, whatever it holds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.oneof(fc.constantFrom(...knownFields), fc.string()), fc.jsonValue()), (document) => {
        readSchedule(document, 'UTC')
        expect(typeof addressLine(readAddress(document.address))).toBe('string')
        readCoordinates(document.coordinates)
        readRadius(document.geofenceRadiusMeters)
        for (const { value } of otherFields(document)) expect(typeof value).toBe('string')
      }),
    )
  })

  it('may spell its coordinates in other ways', () => {
    const here = { latitude: 45.5, longitude: -122.6 }
    expect(readCoordinates(here)).toEqual(here)
    expect(readCoordinates({ lat: '45.5', lng: '-122.6' })).toEqual(here)
    expect(readCoordinates({ _latitude: 45.5, _longitude: -122.6 })).toEqual(here)
    expect(readCoordinates({ latitude: 91, longitude: 0 })).toBeNull()
    expect(readCoordinates('45.5,-122.6')).toBeNull()
  })

  it('may hold its address as text', () => {
    expect(addressLine(readAddress(' 12 Alder Street, Portland '))).toBe('12 Alder Street, Portland')
    expect(
      addressLine(readAddress({ line1: '1 High St', city: 'Salem', region: 'OR', postalCode: 97_301, x: {} })),
    ).toBe('1 High St, Salem, OR 97301')
  })

  it('keeps closures that can be read', () => {
    const good = { from: '2026-12-24', to: '2026-12-26', reason: 'Christmas' }
    expect(readClosures([good, { from: 'soon' }, null, { from: '2026-12-26', to: '2026-12-24' }])).toEqual([good])
    expect(readClosures('in August')).toEqual([])
  })
})

const patches: fc.Arbitrary<LocationFields> = fc.record(
  {
    address: fc.option(fc.record({ city: fc.string() })),
    phone: fc.option(fc.string()),
    notes: fc.option(fc.string()),
    geofenceRadiusMeters: fc.option(fc.integer()),
  },
  { requiredKeys: [] },
)

describe('the usual time zone', () => {
  it('is what most places name, and none where none can be read', () => {
    const named = ['Europe/Paris', 'Europe/Berlin', 'Europe/Berlin', 'Mars/Olympus', 7, undefined]
    expect(usualTimeZone(named.map((timeZone) => ({ timeZone })))).toBe('Europe/Berlin')
    expect(usualTimeZone([{ timeZone: 'Mars/Olympus' }, {}])).toBeNull()
  })
})

describe('a save', () => {
  it('keeps every field that it does not name, known or not', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), patches, (stored, patch) => {
        const merged = mergeFields(stored, patch)
        for (const [key, value] of Object.entries(stored))
          if (!Object.keys(patch).includes(key)) expect(merged[key]).toEqual(value)
      }),
    )
  })

  it('takes a field out with null, and keeps foreign parts inside the address', () => {
    expect(
      mergeFields(
        { address: { line1: 'Old', plusCode: '84QV+X' }, phone: '1', hours: 'late' },
        { address: { city: 'New' }, phone: null },
      ),
    ).toEqual({ address: { city: 'New', plusCode: '84QV+X' }, hours: 'late' })
  })

  it('is refused where zone, hours or closures make no sense', () => {
    expect(
      checkFields({
        timeZone: 'Mars/Olympus',
        hours: {
          mon: [
            { open: '07:00', close: '12:00' },
            { open: '11:00', close: '13:00' },
          ],
        },
        closures: [{ from: '2026-12-26', to: '2026-12-24', reason: '' }],
      }).map(({ field }) => field),
    ).toEqual(['timeZone', 'hours.mon.1', 'closures.0'])
  })
})

it.each([
  ['Europe/Berlin', true],
  ['Asia/Kolkata', true],
  ['UTC', true],
  ['+02:00', false],
  ['Berlin', false],
  ['', false],
])('the time zone %j is known: %s', (name, known) => {
  expect(isTimeZone(name)).toBe(known)
})

describe('what is typed', () => {
  it.each([
    ['', '', undefined, undefined],
    ['45.5', '-122,6', undefined, undefined],
    ['45.5', '', undefined, 'Enter the longitude in degrees, like 45.52'],
    ['91', '181', 'Latitude lies between −90 and 90', 'Longitude lies between −180 and 180'],
  ])('as coordinates %j %j is checked', (latitude, longitude, north, east) => {
    expect(checkCoordinates(latitude, longitude)).toEqual({
      ...(north && { latitude: north }),
      ...(east && { longitude: east }),
    })
  })

  it.each([
    ['25', null],
    ['5000', null],
    ['24', 'Between 25 and 5,000 meters'],
    ['5001', 'Between 25 and 5,000 meters'],
    ['100.5', 'Between 25 and 5,000 meters'],
    ['x', 'Between 25 and 5,000 meters'],
    ['', null],
  ])('as radius %j is checked', (typed, message) => {
    expect(errorOf(locationFields.radius, typed)).toBe(message)
  })

  it('as closure needs two days in order', () => {
    expect(checkClosure({ from: '', to: '2026-01-01', reason: '' })).toBe('Enter the first and the last day')
    expect(checkClosure({ from: '2026-01-02', to: '2026-01-01', reason: '' })).toBe(
      'The end date is before the start date',
    )
    expect(checkClosure({ from: '2026-01-01', to: '2026-01-01', reason: '' })).toBeNull()
  })
})

describe('plans', () => {
  const everywhere = { name: 'A', validLocationIds: [] }
  const here = { name: 'B', validLocationIds: ['loc_1'] }
  const both = { name: 'C', validLocationIds: ['loc_1', 'loc_2', 'loc_gone'] }

  it('are valid everywhere unless they name locations', () => {
    expect(
      [everywhere, { name: 'D', validLocationIds: undefined }, here, both].map((plan) => isValidAt(plan, 'loc_2')),
    ).toEqual([true, true, false, true])
  })

  it('lose their last place when the only location that still exists goes', () => {
    const existing = new Set(['loc_1', 'loc_2'])
    expect([everywhere, here, both].map((plan) => isOnlyAt(plan, 'loc_1', existing))).toEqual([false, true, false])
    expect(isOnlyAt(both, 'loc_1', new Set(['loc_1']))).toBe(true)
  })
})

describe('limits', () => {
  it('allow one location unless several are allowed', () => {
    expect(addRefusal({ allowMultiple: false, total: 0, adding: 1 })).toBeNull()
    expect(addRefusal({ allowMultiple: false, total: 1, adding: 1 })?.message).toMatch(/Turn on multiple locations/)
    expect(addRefusal({ allowMultiple: false, total: 0, adding: 2 })?.message).toMatch(/Turn on multiple locations/)
    expect(addRefusal({ allowMultiple: true, total: 999, adding: 1 })).toBeNull()
    expect(addRefusal({ allowMultiple: true, total: 999, adding: 2 })?.message).toBe(
      'A merchant has at most 1,000 locations.',
    )
  })

  it('lock the locations of archived and declined merchants only', () => {
    expect(changeRefusal('archived')?.message).toMatch(/^This merchant is archived/)
    expect(changeRefusal('rejected')?.message).toMatch(/^This merchant is rejected/)
    for (const status of ['pending', 'pending_review', 'active', 'suspended', 'imported'])
      expect(changeRefusal(status)).toBeNull()
  })

  it('cut the name of a copy so that it fits', () => {
    expect(copyName('Alder Street', 120)).toBe('Alder Street (copy)')
    expect(copyName('x'.repeat(120), 120)).toHaveLength(120)
    expect(copyName('\u{1F375}'.repeat(60), 120)).toBe(`${'\u{1F375}'.repeat(56)} (copy)`)
  })
})
