import { describe, expect, it } from 'vitest'
import { roles } from '@quaff/features/accounts/contract'
import { userStatuses, type UserStatus } from './contract'
import {
  assignedMerchantIds,
  decideInvitation,
  decideResend,
  decideTransfer,
  existingAccountText,
  readUserStatus,
  statusesMatching,
  userStatsOf,
  userTab,
  type InvitationDetails,
  type TransferDetails,
} from './rules'

it.each([
  ['quaff_admin', 'active', 'team'],
  ['merchant_owner', 'active', 'team'],
  ['merchant_viewer', 'active', 'team'],
  ['barista', 'active', 'team'],
  ['customer', 'active', 'customers'],
  ['customer', 'pending_approval', 'pending'],
  ['merchant_owner', 'pending', 'pending'],
  ['customer', 'suspended', 'blocked'],
  ['quaff_admin', 'suspended', 'blocked'],
  ['customer', 'rejected', 'blocked'],
  ['merchant_owner', 'imported', 'blocked'],
] as const)('a %s who is %s is in the tab %s', (role, status, tab) => {
  expect(userTab({ role, status })).toBe(tab)
})

it('the filter value "pending" matches both pending and pending_approval', () => {
  expect(statusesMatching('pending')).toEqual(['pending', 'pending_approval'])
  for (const status of userStatuses.filter((one) => one !== 'pending'))
    expect(statusesMatching(status)).toEqual([status])
})

it('§4 an unknown status is a blocked one', () => {
  expect(readUserStatus('active')).toBe('active')
  expect(readUserStatus('ACTIVE')).toBe('suspended')
})

describe('who may invite whom', () => {
  const details = (given: Partial<InvitationDetails>): InvitationDetails => ({
    inviterRole: 'quaff_admin',
    role: 'merchant_owner',
    merchantIds: ['a'],
    knownMerchantIds: ['a', 'b'],
    newVenue: false,
    ...given,
  })
  const may = (inviterRole: string, role: string) => decideInvitation(details({ inviterRole, role })).ok

  it('§G12 administrators any role of the console, owners owners and viewers, others no one', () => {
    for (const role of roles) {
      expect(may('quaff_admin', role)).toBe(role !== 'customer')
      expect(may('merchant_owner', role)).toBe(role === 'merchant_owner' || role === 'merchant_viewer')
      for (const inviter of ['merchant_viewer', 'customer', 'barista', '']) expect(may(inviter, role)).toBe(false)
    }
  })

  it.each([
    ['an own merchant', {}, undefined],
    ['one foreign id among own ones', { merchantIds: ['a', 'x'] }, 'MERCHANT'],
    ['the foreign id last', { inviterRole: 'merchant_owner', merchantIds: ['a', 'b', 'x'] }, 'MERCHANT'],
    ['an owner without merchants', { merchantIds: [] }, 'NO_MERCHANT'],
    ['a viewer without merchants', { role: 'merchant_viewer', merchantIds: [] }, 'NO_MERCHANT'],
    ['an administrator without merchants', { role: 'quaff_admin', merchantIds: [] }, undefined],
    ['a customer, whom the console refuses', { role: 'customer', merchantIds: [] }, 'INVITE_ROLE'],
    ['a new venue', { merchantIds: [], newVenue: true }, undefined],
    ['a new venue beside existing ones', { newVenue: true }, 'NEW_VENUE'],
    ['a new venue for a viewer', { role: 'merchant_viewer', merchantIds: [], newVenue: true }, 'NEW_VENUE'],
    ['a new venue by an owner', { inviterRole: 'merchant_owner', merchantIds: [], newVenue: true }, 'NEW_VENUE'],
    ['a foreign merchant by a viewer', { inviterRole: 'merchant_viewer', merchantIds: ['x'] }, 'INVITE_ROLE'],
  ] as const)('%s', (_, given, reason) => {
    expect(decideInvitation(details(given))).toEqual(reason ? { ok: false, reason } : { ok: true })
  })

  it('gives merchants to merchant roles only, each once', () => {
    expect(assignedMerchantIds('merchant_viewer', ['b', 'a', 'b'])).toEqual(['b', 'a'])
    expect(assignedMerchantIds('quaff_admin', ['a'])).toEqual([])
    expect(assignedMerchantIds('customer', ['a'])).toEqual([])
  })
})

it('tells administrators the state of a taken address', () => {
  expect(new Set(userStatuses.map(existingAccountText)).size).toBe(userStatuses.length)
})

it('resends to invited people with an address only', () => {
  for (const status of userStatuses) {
    expect(decideResend({ status, emailIsPlaceholder: false }).ok).toBe(status === 'pending')
  }
  expect(decideResend({ status: 'pending', emailIsPlaceholder: true })).toEqual({ ok: false, reason: 'NO_ADDRESS' })
})

it('§3 user stats add up', () => {
  const group = (role: string, status: UserStatus, count: number, newCount = 0) => ({ role, status, count, newCount })
  const stats = userStatsOf([
    group('quaff_admin', 'active', 2),
    group('merchant_owner', 'active', 3, 1),
    group('merchant_owner', 'pending', 2, 2),
    group('merchant_viewer', 'suspended', 1),
    group('customer', 'active', 10, 4),
    group('customer', 'pending_approval', 1, 1),
    group('customer', 'rejected', 1),
  ])
  expect(stats).toEqual({
    totalUsers: 20,
    activeUsers: 15,
    merchantAccounts: 6,
    suspendedUsers: 1,
    newUsersThisMonth: 8,
    usersByRole: { quaff_admin: 2, merchant_owner: 5, merchant_viewer: 1, customer: 11 },
    tabs: { team: 5, pending: 3, customers: 10, blocked: 2 },
  })
  expect(userStatsOf([])).toMatchObject({
    totalUsers: 0,
    usersByRole: {},
    tabs: { team: 0, pending: 0, customers: 0, blocked: 0 },
  })
})

describe('the transfer of a merchant', () => {
  const details: TransferDetails = {
    merchantStatus: 'active',
    applicationStatus: 'approved',
    isOwnerAlready: false,
    newOwner: { status: 'active', role: 'merchant_owner' },
  }
  const transferOf = (change: Partial<TransferDetails>) => {
    const verdict = decideTransfer({ ...details, ...change })
    return verdict.ok ? 'ok' : verdict.reason
  }

  it('goes to an active person with the role merchant owner, and to no one else', () => {
    expect(transferOf({})).toBe('ok')
    expect(transferOf({ newOwner: null })).toBe('NOT_AN_OWNER')
    for (const role of ['merchant_viewer', 'quaff_admin', 'customer', 'barista', null])
      expect(transferOf({ newOwner: { status: 'active', role } })).toBe('NOT_AN_OWNER')
    for (const status of userStatuses.filter((one) => one !== 'active'))
      expect(transferOf({ newOwner: { status, role: 'merchant_owner' } })).toBe('NOT_AN_OWNER')
    expect(transferOf({ isOwnerAlready: true })).toBe('OWNER_ALREADY')
  })

  it.each([
    ['active', 'approved', 'ok'],
    ['pending_review', 'submitted', 'ok'],
    ['pending', 'changes_requested', 'ok'],
    ['pending', 'pending_setup', 'IN_SETUP'],
    ['suspended', 'approved', 'ok'],
    ['rejected', 'rejected', 'ok'],
    ['archived', null, 'ARCHIVED'],
  ])('of one that is %s and %s: %s', (merchantStatus, applicationStatus, expected) => {
    expect(transferOf({ merchantStatus, applicationStatus })).toBe(expected)
  })
})
