import { describe, expect, it } from 'vitest'
import { roles } from '@quaff/features/accounts/contract'
import { affiliatePermissions } from './permissions'

describe('who may do what with links', () => {
  it.each([
    ['link.list', ['quaff_admin', 'merchant_owner', 'merchant_viewer']],
    ['link.edit', ['quaff_admin', 'merchant_owner']],
    ['link.platform', ['quaff_admin']],
  ] as const)('%s is for %j only', (action, allowed) => {
    expect(roles.filter((role) => affiliatePermissions[action].some((one) => one === role))).toEqual(allowed)
  })
})
