import { expect, it } from 'vitest'
import { roles } from '@quaff/features/accounts/contract'
import { redemptionPermissions } from './permissions'

it.each([
  ['redemption.ofUser', ['quaff_admin']],
  ['redemption.explain', ['quaff_admin']],
  ['redemption.list', ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
  ['redemption.findCustomer', ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
  ['redemption.export', ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
  ['redemption.void', ['quaff_admin', 'merchant_owner']],
  ['redemption.keep', ['quaff_admin', 'merchant_owner']],
] as const)('§6 %s is for %j only', (action, allowed) => {
  expect(roles.filter((role) => redemptionPermissions[action].some((one) => one === role))).toEqual(allowed)
})
