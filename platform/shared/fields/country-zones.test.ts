import { expect, it } from 'vitest'
import { zoneOfCountry } from './country-zones'

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
  expect(zoneOfCountry(country)).toBe(zone)
})

it('has only zones that the engine knows', () => {
  for (const country of ['AD', 'AR', 'KZ', 'MH', 'ZW'])
    expect(() => new Intl.DateTimeFormat('en', { timeZone: zoneOfCountry(country) ?? '' })).not.toThrow()
})
