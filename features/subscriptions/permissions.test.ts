import { expect, it } from 'vitest'
import { roles } from '@quaff/features/accounts/contract'
import { subscriptionPermissions } from './permissions'

it.each([
  ['subscription.list', ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
  ['subscription.search', ['quaff_admin']],
  ['subscription.export', ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
  ['subscription.ofUser', ['quaff_admin']],
  ['subscription.stats', ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
  ['subscription.cancel', ['quaff_admin']],
] as const)('§6 %s is for %j only', (action, allowed) => {
  expect(roles.filter((role) => subscriptionPermissions[action].some((one) => one === role))).toEqual(allowed)
})
