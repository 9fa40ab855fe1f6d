import { expect, it } from 'vitest'
import { locationPermissions } from './permissions'

const staff = ['quaff_admin', 'merchant_owner', 'merchant_viewer']
const editors = ['quaff_admin', 'merchant_owner']
const table = {
  'location.list': staff,
  'location.get': staff,
  'location.create': editors,
  'location.update': editors,
  'location.remove': editors,
  'location.import': editors,
}

it('each action on locations belongs to exactly these roles', () => {
  expect(locationPermissions).toEqual(table)
})
