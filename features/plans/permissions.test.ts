import { describe, expect, it } from 'vitest'
import { roles } from '@quaff/features/accounts/contract'
import { planPermissions } from './permissions'

describe('who may do what with plans', () => {
  it.each([
    ['plan.view', ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
    ['plan.edit', ['quaff_admin', 'merchant_owner']],
  ] as const)('%s is for %j only', (action, allowed) => {
    expect(roles.filter((role) => planPermissions[action].some((one) => one === role))).toEqual(allowed)
  })
})
