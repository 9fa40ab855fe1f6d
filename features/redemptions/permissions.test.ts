import { expect, it } from 'vitest'
import { roles } from '@quaff/features/sessions/contract'
import { redemptionPermissions } from './permissions'

it.each([
  ['redemption.ofUser', ['quaff_admin']],
  ['redemption.explain', ['quaff_admin']],
] as const)('%s is for %j only', (action, allowed) => {
  expect(roles.filter((role) => redemptionPermissions[action].some((one) => one === role))).toEqual(allowed)
})
