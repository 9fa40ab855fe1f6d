import { expect, it } from 'vitest'
import { roles } from '@quaff/features/accounts/contract'
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
} satisfies Record<keyof typeof locationPermissions, readonly string[]>

it('each action on locations belongs to exactly these roles', () => {
  for (const [action, allowed] of Object.entries(locationPermissions)) {
    const expected = Object.entries(table).find(([name]) => name === action)?.[1] ?? []
    for (const role of roles)
      expect(
        allowed.some((one) => one === role),
        `${role} ${action}`,
      ).toBe(expected.includes(role))
  }
})
