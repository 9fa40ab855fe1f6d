import { expect, it } from 'vitest'
import { merchantPermissions } from './permissions'

const staff = ['quaff_admin', 'merchant_owner', 'merchant_viewer']
const editors = ['quaff_admin', 'merchant_owner']
const administrators = ['quaff_admin']
const table = {
  'merchant.list': staff,
  'merchant.get': staff,
  'merchant.subscribers': staff,
  'merchant.create': administrators,
  'merchant.update': editors,
  'merchant.setLive': editors,
  'merchant.approve': administrators,
  'merchant.requestChanges': administrators,
  'merchant.decline': administrators,
  'merchant.suspend': administrators,
  'merchant.archive': administrators,
  'merchant.restore': administrators,
  'merchant.delete': editors,
  'merchant.review': administrators,
  'merchant.impact': administrators,
  'merchant.export': administrators,
}

it('§6 each action on merchants belongs to exactly these roles', () => {
  expect(merchantPermissions).toEqual(table)
})
