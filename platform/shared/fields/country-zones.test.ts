import { expect, it } from 'vitest'
import { zoneOfAddress } from './country-zones'

it.each([
  ['CH', 'Europe/Zurich'],
  ['ch', 'Europe/Zurich'],
  [' Switzerland ', 'Europe/Zurich'],
  ['Schweiz', 'Europe/Zurich'],
  ['Deutschland', 'Europe/Berlin'],
  ['uk', 'Europe/London'],
  ['Nepal', 'Asia/Kathmandu'],
  ['India', 'Asia/Kolkata'],
  ['US', null],
  ['New Zealand', null],
  ['Atlantis', null],
  ['', null],
])('%j has the zone %s', (country, zone) => {
  expect(zoneOfAddress({ country })).toBe(zone)
})

it('has only zones that the engine knows', () => {
  for (const country of ['AD', 'AR', 'KZ', 'MH', 'ZW'])
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zoneOfAddress({ country }) ?? '' })).not.toThrow()
})

it.each([
  ['US', 'CA', 'America/Los_Angeles'],
  ['United States', ' ny ', 'America/New_York'],
  ['CA', 'SK', 'America/Regina'],
  ['AU', 'WA', 'Australia/Perth'],
  ['US', 'WA', 'America/Los_Angeles'],
  // Texas and Ontario have two times.
  ['US', 'TX', null],
  ['CA', 'ON', null],
  ['US', '', null],
  ['CH', 'CA', 'Europe/Zurich'],
])('an address in %s with region %j has the zone %s', (country, region, zone) => {
  expect(zoneOfAddress({ country, region })).toBe(zone)
  expect(() => new Intl.DateTimeFormat('en', { timeZone: zone ?? undefined })).not.toThrow()
})
