import { describe, expect, it } from 'vitest'
import { chipChange } from '@quaff/platform/console/list/filter-definition'
import { listInput } from '@quaff/platform/console/testing/list-probe'
import { leadAddress } from './demand-panel'
import { entryList } from './entry-list'
import { areaAddress } from './waitlist-labels'
import { waitlistSearch } from './waitlist-search-widget'

describe('the address of the page', () => {
  const waitlist = { id: 'wl_1', name: 'North', slug: 'north' }

  it('keeps what is valid and drops the rest', () => {
    const valid = { list: 'wl_1', view: 'demand', status: 'expired', sort: 'referrals', order: 'asc', id: 'wle_1' }
    expect(waitlistSearch.read(valid)).toEqual(valid)
    expect(waitlistSearch.read({ list: 'a/b', view: 'map', status: 'gone', action: 'invite', page: 0 })).toEqual({})
  })

  it('opens an area by city and postal code, and leaves it again', () => {
    expect(listInput(entryList, { city: 'Kiel', postalCode: '24103' }, { waitlist, timeZone: 'UTC' })).toEqual({
      waitlistId: 'wl_1',
      city: 'Kiel',
      postalCode: '24103',
      sort: 'joined',
      order: 'desc',
    })
    expect(chipChange(entryList, 'city', undefined)).toEqual({
      city: undefined,
      postalCode: undefined,
      page: undefined,
    })
  })

  it('keeps an area of which someone told nothing, and a postal code that looks like a number', () => {
    expect(waitlistSearch.read({ city: '', postalCode: '' })).toEqual({ city: '', postalCode: '' })
    const address = areaAddress('wl_1', { city: 'Kiel', postalCode: '1e5' })
    expect(new URLSearchParams(address.split('?')[1]).get('postalCode')).toBe('"1e5"')
  })

  it('looks for days in the platform’s zone, the last one included', () => {
    const days = chipChange(entryList, 'created', '2026-11-01..2026-11-02')
    expect(days).toEqual({ createdFrom: '2026-11-01', createdTo: '2026-11-02', page: undefined })
    expect(listInput(entryList, days, { waitlist, timeZone: 'Asia/Kathmandu' })).toMatchObject({
      createdFrom: new Date('2026-10-31T18:15:00Z'),
      createdTo: new Date('2026-11-02T18:14:59.999Z'),
    })
    expect(chipChange(entryList, 'created', 'yesterday..')).toMatchObject({ createdFrom: undefined })
  })
})

it('fills the form of a merchant with what a lead knows', () => {
  const area = {
    city: 'São & Paulo',
    postalCode: '',
    wantedVenue: 'A=B',
    people: 1,
    venues: 0,
    coverage: 'none',
  } as const
  expect(leadAddress(area)).toBe('/merchants?action=create&name=A%3DB&city=S%C3%A3o+%26+Paulo')
})
