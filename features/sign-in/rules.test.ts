import { describe, expect, it } from 'vitest'
import {
  checkPasswordChange,
  decideEntry,
  decideLinkSignIn,
  describeExistence,
  isCommonPassword,
  mayReceiveLink,
} from './rules'

describe('who gets a session', () => {
  it.each([
    ['active', 'quaff_admin', 'ok'],
    ['active', 'merchant_owner', 'ok'],
    ['active', 'merchant_viewer', 'ok'],
    ['active', 'barista', 'ok'],
    ['active', 'customer', 'ACCESS_DENIED'],
    ['active', null, 'ACCESS_DENIED'],
    ['suspended', 'quaff_admin', 'SUSPENDED'],
    ['rejected', 'merchant_owner', 'REJECTED'],
    ['pending', 'merchant_owner', 'NOT_ACTIVATED'],
    ['pending_approval', 'merchant_owner', 'AWAITING_APPROVAL'],
    ['something new', 'quaff_admin', 'ACCESS_DENIED'],
  ])('status %s with role %s: %s', (status, role, expected) => {
    const verdict = decideEntry({ status, role })
    expect(verdict.ok ? 'ok' : verdict.reason).toBe(expected)
  })
})

const invitation = { role: 'merchant_owner', used: false, requiresPasswordSetup: true }

describe('what an email link does', () => {
  it.each([
    ['pending', null, invitation, { ok: true, activates: true, requiresPasswordSetup: true }],
    [
      'pending',
      null,
      { ...invitation, requiresPasswordSetup: false },
      { ok: true, activates: true, requiresPasswordSetup: false },
    ],
    ['pending', null, { ...invitation, used: true }, { ok: false, reason: 'NOT_ACTIVATED' }],
    ['pending', 'quaff_admin', null, { ok: false, reason: 'NOT_ACTIVATED' }],
    ['pending', null, { ...invitation, role: 'customer' }, { ok: false, reason: 'ACCESS_DENIED' }],
    ['active', 'merchant_owner', invitation, { ok: true, activates: false, requiresPasswordSetup: false }],
    ['active', 'customer', invitation, { ok: false, reason: 'ACCESS_DENIED' }],
    ['suspended', 'quaff_admin', invitation, { ok: false, reason: 'SUSPENDED' }],
    ['rejected', 'quaff_admin', invitation, { ok: false, reason: 'REJECTED' }],
    ['pending_approval', null, invitation, { ok: false, reason: 'AWAITING_APPROVAL' }],
  ])('§G19 status %s, role %s, invitation %o', (status, role, invited, expected) => {
    const account = { status, role, invitation: invited }
    expect(decideLinkSignIn(account)).toEqual(expected)
    expect(mayReceiveLink(account)).toBe(expected.ok)
  })
})

describe('profile password change, in order', () => {
  it.each([
    ['', '', '', { ok: true, changes: false }],
    ['old password', '', '', { ok: true, changes: false }],
    ['', 'short', 'different', { ok: false, reason: 'CURRENT_REQUIRED' }],
    ['old password', 'short', 'different', { ok: false, reason: 'DIFFER' }],
    ['old password', '', 'only confirmed', { ok: false, reason: 'DIFFER' }],
    ['old password', '1234567', '1234567', { ok: false, reason: 'TOO_SHORT' }],
    ['old password', '12345678', '12345678', { ok: true, changes: true }],
    ['old password', 'x'.repeat(64), 'x'.repeat(64), { ok: true, changes: true }],
  ])('§9 §G22 current %j, new %j, confirm %j', (currentPassword, newPassword, confirmPassword, expected) => {
    expect(checkPasswordChange({ currentPassword, newPassword, confirmPassword })).toEqual(expected)
  })
})

it('§G22 finds common passwords in any case and width', () => {
  const common = new Set(['password', 'qwerty'])
  expect(['password', 'PassWord', 'ｐａｓｓｗｏｒｄ', 'password2'].map((one) => isCommonPassword(common, one))).toEqual(
    [true, true, true, false],
  )
})

describe('the existence check', () => {
  const known = {
    displayName: 'Ina',
    status: 'pending',
    role: 'merchant_owner',
    merchantIds: ['mer_1'],
    hasOpenInvitation: true,
  }

  it.each([
    ['unknown', null, { exists: false, isPreApproved: false, requiresActivation: false, status: null }],
    ['invited', known, { exists: true, isPreApproved: true, requiresActivation: true, status: 'pending' }],
    [
      'pending without invitation',
      { ...known, hasOpenInvitation: false },
      { exists: true, isPreApproved: false, requiresActivation: false, status: 'pending' },
    ],
    [
      'waiting',
      { ...known, status: 'pending_approval' },
      { exists: true, isPreApproved: false, requiresActivation: false, status: 'pending_approval' },
    ],
    [
      'rejected',
      { ...known, status: 'rejected' },
      { exists: true, isPreApproved: false, requiresActivation: false, status: 'rejected' },
    ],
    [
      'active',
      { ...known, status: 'active' },
      { exists: true, isPreApproved: false, requiresActivation: false, status: 'active' },
    ],
    [
      'suspended',
      { ...known, status: 'suspended' },
      { exists: true, isPreApproved: false, requiresActivation: false, status: 'active' },
    ],
  ])('§4 §G17 tells the holder of the email and a stranger the banner class: %s', (name, account, expected) => {
    expect(describeExistence(account, 'holder')).toMatchObject(expected)
    const hasBanner = expected.isPreApproved || expected.status !== 'pending'
    const banner = hasBanner ? expected : { ...expected, exists: false, status: null }
    const unnamed = { displayName: null, role: null, merchantIds: [] }
    expect(describeExistence(account, 'stranger'), name).toEqual({ ...banner, ...unnamed })
  })

  it('tells an administrator everything, and the holder of the mailbox all but a suspension', () => {
    const all = { displayName: 'Ina', role: 'merchant_owner', merchantIds: ['mer_1'] }
    for (const caller of ['administrator', 'holder'] as const)
      expect(describeExistence(known, caller)).toMatchObject(all)
    expect(describeExistence({ ...known, status: 'suspended' }, 'administrator').status).toBe('suspended')
  })
})
