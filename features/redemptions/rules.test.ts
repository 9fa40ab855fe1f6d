import { expect, it } from 'vitest'
import { redemptionView } from './rules'

const stored = {
  id: 'red_1',
  merchantId: 'mer_1',
  merchantName: 'Bean There',
  locationId: 'loc_1',
  locationName: 'Alder Street',
  planId: 'pln_1',
  planName: 'Daily Cup',
  redeemedAt: new Date('2026-03-10T09:00:00Z'),
  method: 'manual',
  status: 'voided',
}

it('§3 shows a redemption as it is stored', () => {
  expect(redemptionView(stored, stored)).toEqual(stored)
})

it('§3 §8 §9 replaces missing names, method and status as specified', () => {
  expect(
    redemptionView({ ...stored, merchantName: null, method: '', status: ' ' }, { locationName: ' ', planName: '' }),
  ).toMatchObject({
    merchantName: 'Unknown Merchant',
    locationName: 'Unknown Location',
    planName: 'Unknown Plan',
    method: 'barcode',
    status: 'completed',
  })
})

it('§3 returns only the fields of the view', () => {
  const withMore = { ...stored, userId: 'usr_1' }
  expect(redemptionView(withMore, withMore)).not.toHaveProperty('userId')
})
