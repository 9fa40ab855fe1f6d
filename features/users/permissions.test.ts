import { expect, it } from 'vitest'
import { roles } from '@quaff/features/accounts/contract'
import { userPermissions } from './permissions'

const table = {
  'user.list': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'user.get': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'user.stats': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'user.export': ['quaff_admin'],
  'user.invite': ['quaff_admin', 'merchant_owner'],
  'user.resendInvitation': ['quaff_admin', 'merchant_owner'],
  'user.cancelInvitation': ['quaff_admin', 'merchant_owner'],
  'user.correctEmail': ['quaff_admin'],
  'user.removeFromMerchant': ['quaff_admin', 'merchant_owner'],
  'user.sendPasswordReset': ['quaff_admin'],
  'user.updateRole': ['quaff_admin'],
  'user.suspend': ['quaff_admin'],
  'user.reactivate': ['quaff_admin'],
  'user.delete': ['quaff_admin'],
  'user.acceptInvitation': ['quaff_admin', 'merchant_owner', 'merchant_viewer'],
  'user.approve': ['quaff_admin'],
  'user.reject': ['quaff_admin'],
  'user.updatePerson': ['quaff_admin'],
  'user.removeSecondFactor': ['quaff_admin'],
  'user.removePasskeys': ['quaff_admin'],
  'user.unlinkSingleSignOn': ['quaff_admin'],
  'user.exportPerson': ['quaff_admin'],
  'user.erase': ['quaff_admin'],
  'user.transferMerchant': ['quaff_admin'],
} satisfies Record<keyof typeof userPermissions, readonly string[]>

it('§6 each action on people belongs to exactly these roles', () => {
  for (const [action, allowed] of Object.entries(userPermissions)) {
    const expected = Object.entries(table).find(([name]) => name === action)?.[1] ?? []
    for (const role of roles)
      expect(
        allowed.some((one) => one === role),
        `${role} ${action}`,
      ).toBe(expected.includes(role))
  }
})
