import { expect, it } from 'vitest'
import { userPermissions } from './permissions'

const staff = ['quaff_admin', 'merchant_owner', 'merchant_viewer']
const editors = ['quaff_admin', 'merchant_owner']
const administrators = ['quaff_admin']
const table = {
  'user.list': staff,
  'user.get': staff,
  'user.stats': staff,
  'user.export': administrators,
  'user.invite': editors,
  'user.resendInvitation': editors,
  'user.cancelInvitation': editors,
  'user.correctEmail': administrators,
  'user.removeFromMerchant': editors,
  'user.sendPasswordReset': administrators,
  'user.updateRole': administrators,
  'user.suspend': administrators,
  'user.reactivate': administrators,
  'user.delete': administrators,
  'user.acceptInvitation': staff,
  'user.approve': administrators,
  'user.reject': administrators,
  'user.updatePerson': administrators,
  'user.removeSecondFactor': administrators,
  'user.removePasskeys': administrators,
  'user.unlinkSingleSignOn': administrators,
  'user.exportPerson': administrators,
  'user.erase': administrators,
  'user.transferMerchant': administrators,
}

it('§6 each action on people belongs to exactly these roles', () => {
  expect(userPermissions).toEqual(table)
})
