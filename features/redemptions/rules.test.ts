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

it('§3 a redemption is shown as it is stored', () => {
  expect(redemptionView(stored, stored)).toEqual(stored)
})

it('§3 §8 §9 names that are missing, method and status read as specified', () => {
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

it('§3 takes nothing along that the view does not name', () => {
  const withMore = { ...stored, userId: 'usr_1' }
  expect(redemptionView(withMore, withMore)).not.toHaveProperty('userId')
})
