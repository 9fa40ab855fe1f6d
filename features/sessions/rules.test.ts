import { describe, expect, it } from 'vitest'
import type { Permissions } from './contract'
import { assignMerchant, describeRole, mayEnterConsole, permissionsFor, resolveRole, roleLabel } from './rules'

const none: Permissions = {
  canViewAllMerchants: false,
  canEditAllMerchants: false,
  canViewMerchantIds: [],
  canEditMerchantIds: [],
  canAccessAnalytics: false,
  canManageAdmins: false,
  canManageBilling: false,
  canViewPayouts: false,
}
const own = ['mer_1', 'mer_2']

describe('rights of a role (spec §6)', () => {
  it.each<[string, Partial<Permissions>]>([
    [
      'quaff_admin',
      {
        canViewAllMerchants: true,
        canEditAllMerchants: true,
        canAccessAnalytics: true,
        canManageAdmins: true,
        canManageBilling: true,
        canViewPayouts: true,
      },
    ],
    [
      'merchant_owner',
      {
        canViewMerchantIds: own,
        canEditMerchantIds: own,
        canAccessAnalytics: true,
        canManageBilling: true,
        canViewPayouts: true,
      },
    ],
    ['merchant_viewer', { canViewMerchantIds: own, canAccessAnalytics: true, canViewPayouts: true }],
    ['customer', {}],
    ['barista', {}],
  ])('of a %s are as the table says', (role, rights) => {
    expect(permissionsFor(role, own)).toEqual({ ...none, ...rights })
  })

  it.each([
    ['quaff_admin', 'Full platform access'],
    ['merchant_owner', 'Manage assigned merchants'],
    ['merchant_viewer', 'View assigned merchants'],
    ['barista', 'Custom role'],
  ])('%s reads "%s"', (role, text) => {
    expect(describeRole(role)).toBe(text)
  })

  it('replaces underscores by spaces in the shown role', () => {
    expect(roleLabel('merchant_owner')).toBe('merchant owner')
    expect(roleLabel('a_b_c')).toBe('a b c')
  })
})

describe('the role of a person (spec §5)', () => {
  it.each([
    [
      'claims first',
      { claims: { role: 'merchant_owner', admin: true }, adminRecordRole: 'quaff_admin' },
      'merchant_owner',
    ],
    ['the legacy flag admin', { claims: { admin: true }, adminRecordRole: null }, 'quaff_admin'],
    ['the legacy flag quaff_admin', { claims: { quaff_admin: true }, adminRecordRole: null }, 'quaff_admin'],
    [
      'the legacy flag isQuaffAdmin',
      { claims: { isQuaffAdmin: true }, adminRecordRole: 'merchant_viewer' },
      'quaff_admin',
    ],
    ['the admin record last', { claims: { admin: false }, adminRecordRole: 'merchant_viewer' }, 'merchant_viewer'],
    ['none at all', { claims: {}, adminRecordRole: null }, null],
  ])('is read from %s', (_name, sources, role) => {
    expect(resolveRole(sources)).toBe(role)
  })

  it.each([
    [null, false],
    ['customer', false],
    ['barista', true],
    ['quaff_admin', true],
  ])('%s may enter: %s', (role, expected) => {
    expect(mayEnterConsole(role)).toBe(expected)
  })
})

describe('the merchant assigned after sign-in (spec §4)', () => {
  const merchant = (id: string) => ({ id, name: id, logoUrl: null })
  const facts = {
    role: 'merchant_owner',
    claimed: merchant('claimed'),
    owned: merchant('owned'),
    applied: merchant('applied'),
    application: { id: 'app_1', businessName: 'Corner Juice' },
  }
  it.each([
    [{}, 'claimed', false],
    [{ claimed: null }, 'owned', false],
    [{ claimed: null, owned: null }, 'applied', false],
    [{ claimed: null, owned: null, applied: null }, 'app_1', true],
  ])('without %j is %s', (missing, id, temporary) => {
    expect(assignMerchant({ ...facts, ...missing })).toMatchObject({ id, temporary })
  })

  it('is none for administrators and for who has nothing', () => {
    expect(assignMerchant({ ...facts, role: 'quaff_admin' })).toBeNull()
    expect(assignMerchant({ ...facts, claimed: null, owned: null, applied: null, application: null })).toBeNull()
  })
})
