import { describe, expect, it } from 'vitest'
import { userActions, type UserAction } from './access-contract'
import {
  decideAssignment,
  decideRemoval,
  decideUserAction,
  possibleUserActions,
  roleChangeAction,
  userActionText,
  type RemovalDetails,
  type TargetPerson,
  type UserActionRefusal,
} from './access-rules'
import { userStatuses, type UserStatus } from './contract'
import { userActionRefusals } from './refusals'

const admin = { userId: 'usr_admin', role: 'quaff_admin' }
const owner = { userId: 'usr_owner', role: 'merchant_owner' }
const person = (details: Partial<TargetPerson> = {}): TargetPerson => ({
  id: 'usr_other',
  role: 'merchant_viewer',
  status: 'active',
  emailIsPlaceholder: false,
  isLastAdministrator: false,
  ownsMerchant: false,
  worksElsewhere: false,
  hasApplication: false,
  erasedAt: null,
  ...details,
})
const refused = (reason: UserActionRefusal) => ({ ok: false, reason })

const whateverTheState = [
  'delete',
  'updatePerson',
  'removeSecondFactor',
  'removePasskeys',
  'unlinkSingleSignOn',
  'exportPerson',
  'erase',
] as const
const possible: Record<UserStatus, readonly UserAction[]> = {
  active: ['updateRole', 'suspend', 'sendPasswordReset', ...whateverTheState],
  suspended: ['updateRole', 'reactivate', ...whateverTheState],
  pending: ['resendInvitation', 'cancelInvitation', 'correctEmail', ...whateverTheState],
  pending_approval: ['approve', 'reject', ...whateverTheState],
  rejected: whateverTheState,
}

describe('what an administrator can do to another user', () => {
  it.each(userStatuses)('%s follows from the state alone', (status) => {
    const verdicts = possibleUserActions(admin, person({ status }))
    expect(Object.keys(verdicts)).toEqual([...userActions])
    for (const action of userActions)
      expect(verdicts[action], action).toEqual(possible[status].includes(action) ? { ok: true } : refused('STATE'))
  })

  it('§G15 takes the role, the access and the account of the last active administrator from no one', () => {
    const last = person({ role: 'quaff_admin', isLastAdministrator: true })
    for (const action of ['updateRole', 'suspend', 'delete', 'erase'] as const)
      expect(decideUserAction(action, admin, last)).toEqual(refused('LAST_ADMIN'))
    expect(decideUserAction('sendPasswordReset', admin, last)).toEqual({ ok: true })
  })

  it('§G15 is neither demoting, suspending nor deleting when it is oneself', () => {
    const self = person({ id: admin.userId, role: 'quaff_admin' })
    for (const action of ['updateRole', 'suspend', 'delete', 'erase', 'removeSecondFactor', 'removePasskeys'] as const)
      expect(decideUserAction(action, admin, self)).toEqual(refused('SELF'))
    expect(decideUserAction('sendPasswordReset', admin, self)).toEqual({ ok: true })
  })

  it('is neither deleting nor erasing the owner of a merchant', () => {
    for (const action of ['delete', 'erase'] as const)
      expect(decideUserAction(action, admin, person({ ownsMerchant: true }))).toEqual(refused('OWNS_MERCHANT'))
    expect(decideUserAction('suspend', admin, person({ ownsMerchant: true }))).toEqual({ ok: true })
  })

  it('is not mailing anyone who has no address; the address can be corrected', () => {
    const unreachable = (status: UserStatus) => person({ status, emailIsPlaceholder: true })
    expect(decideUserAction('approve', admin, unreachable('pending_approval'))).toEqual(refused('NO_ADDRESS'))
    expect(decideUserAction('resendInvitation', admin, unreachable('pending'))).toEqual(refused('NO_ADDRESS'))
    expect(decideUserAction('sendPasswordReset', admin, unreachable('active'))).toEqual(refused('NO_ADDRESS'))
    expect(decideUserAction('correctEmail', admin, unreachable('pending'))).toEqual({ ok: true })
  })

  it('is nothing but exporting once the person was erased', () => {
    const erased = person({ status: 'suspended', emailIsPlaceholder: true, erasedAt: new Date('2026-11-01T00:00:00Z') })
    const verdicts = possibleUserActions(admin, erased)
    for (const action of userActions)
      expect(verdicts[action], action).toEqual(action === 'exportPerson' ? { ok: true } : refused('ERASED'))
  })

  it('is not taking an authenticator app away that the person does not have', () => {
    expect(decideUserAction('removeSecondFactor', admin, person({ hasSecondFactor: false }))).toEqual(refused('STATE'))
    expect(decideUserAction('removeSecondFactor', admin, person({ hasSecondFactor: true }))).toEqual({ ok: true })
    expect(decideUserAction('removePasskeys', admin, person({ passkeys: 0 }))).toEqual(refused('STATE'))
    expect(decideUserAction('removePasskeys', admin, person({ passkeys: 1 }))).toEqual({ ok: true })
  })

  it('is not unlinking an account that is not linked, nor the own one', () => {
    const unlink = (details: Partial<TargetPerson>) => decideUserAction('unlinkSingleSignOn', admin, person(details))
    expect(unlink({ hasSingleSignOn: false })).toEqual(refused('STATE'))
    expect(unlink({ hasSingleSignOn: true })).toEqual({ ok: true })
    expect(unlink({ hasSingleSignOn: true, id: admin.userId })).toEqual(refused('SELF'))
  })

  it('covers people who work anywhere', () => {
    const elsewhere = person({ status: 'pending', worksElsewhere: true, hasApplication: true })
    expect(decideUserAction('cancelInvitation', admin, elsewhere)).toEqual({ ok: true })
  })
})

describe('what an owner can do', () => {
  it('§G12 is resending and cancelling the invitations of own people', () => {
    const verdicts = possibleUserActions(owner, person({ status: 'pending' }))
    const allowed = userActions.filter((action) => verdicts[action].ok)
    expect(allowed).toEqual(['resendInvitation', 'cancelInvitation'])
    for (const action of userActions.filter((one) => !allowed.includes(one)))
      expect(verdicts[action]).toEqual(refused('ROLE'))
  })

  it.each([
    ['works for foreign merchants too', { worksElsewhere: true }],
    ['has an application of their own', { hasApplication: true }],
    ['is no owner or viewer', { role: 'quaff_admin' }],
  ])('is not cancelling the invitation of someone who %s', (_, details) => {
    const target = person({ status: 'pending', ...details })
    expect(decideUserAction('cancelInvitation', owner, target)).toEqual(refused('FOREIGN'))
  })
})

it('mails no invitation to a pending customer, for whom there is no console', () => {
  const customer = person({ status: 'pending', role: 'customer' })
  for (const action of ['resendInvitation', 'correctEmail'] as const)
    expect(decideUserAction(action, admin, customer)).toEqual(refused('NO_CONSOLE'))
  expect(decideUserAction('cancelInvitation', admin, customer)).toEqual({ ok: true })
})

it('§G11 viewers, customers and custom roles can do nothing', () => {
  for (const role of ['merchant_viewer', 'customer', 'barista', '', 'merchant_owner,quaff_admin'])
    for (const status of userStatuses)
      for (const verdict of Object.values(possibleUserActions({ userId: 'usr_1', role }, person({ status }))))
        expect(verdict).toEqual(refused('ROLE'))
})

describe('removing someone from a merchant', () => {
  const decide = (details: Partial<RemovalDetails> = {}) =>
    decideRemoval({
      actor: owner,
      target: person(),
      isOwnerOnRecord: false,
      isLastOwner: false,
      isOnlyMerchant: false,
      ...details,
    })

  it('is for owners and administrators', () => {
    expect(decide()).toEqual({ ok: true })
    expect(decide({ actor: admin })).toEqual({ ok: true })
    expect(decide({ actor: { userId: 'usr_1', role: 'merchant_viewer' } })).toEqual(refused('ROLE'))
  })

  it('is refused for oneself, the last owner and the owner on record', () => {
    const target = person({ role: 'merchant_owner' })
    expect(decide({ target: person({ id: owner.userId }) })).toEqual(refused('SELF'))
    expect(decide({ target, isLastOwner: true })).toEqual(refused('LAST_OWNER'))
    expect(decide({ target, isOwnerOnRecord: true })).toEqual(refused('OWNS_MERCHANT'))
    expect(decide({ isLastOwner: true })).toEqual({ ok: true })
    expect(decide({ target: person({ role: 'merchant_owner', status: 'suspended' }), isLastOwner: true })).toEqual({
      ok: true,
    })
  })

  it('is not an owner’s to do to an administrator, nor to the only merchant of an invitation', () => {
    expect(decide({ target: person({ role: 'quaff_admin' }) })).toEqual(refused('FOREIGN'))
    expect(decide({ target: person({ status: 'pending' }), isOnlyMerchant: true })).toEqual(refused('STATE'))
    expect(decide({ isOnlyMerchant: true })).toEqual({ ok: true })
  })
})

it.each([
  ['quaff_admin', [], false, true],
  ['customer', [], false, true],
  ['merchant_owner', [], false, 'NO_MERCHANT'],
  ['merchant_viewer', [], false, 'NO_MERCHANT'],
  ['merchant_owner', [], true, true],
  ['merchant_owner', ['mer_1'], false, true],
  ['merchant_owner', ['mer_x', 'mer_1'], false, 'MERCHANT'],
  ['merchant_owner', ['mer_1', 'mer_x'], false, 'MERCHANT'],
  ['quaff_admin', ['mer_x'], false, 'MERCHANT'],
] as const)('%s with %j (application: %s) is %s', (role, merchantIds, hasApplication, expected) => {
  const verdict = decideAssignment({ role, merchantIds, hasApplication, knownMerchantIds: ['mer_1'] })
  expect(verdict).toEqual(expected === true ? { ok: true } : { ok: false, reason: expected })
})

it.each([
  ['merchant_owner', 'quaff_admin', 'grant_admin'],
  [null, 'quaff_admin', 'grant_admin'],
  ['quaff_admin', 'customer', 'revoke_admin'],
  ['quaff_admin', 'quaff_admin', 'update_role'],
  ['merchant_owner', 'merchant_viewer', 'update_role'],
] as const)('a change from %s to %s is audited as %s', (before, after, action) => {
  expect(roleChangeAction(before, after)).toBe(action)
})

it('has a sentence for every refusal of every action', () => {
  for (const action of [...userActions, 'removeFromMerchant'] as const)
    for (const { text } of Object.values(userActionRefusals))
      expect(typeof text === 'string' ? text : text(action)).toMatch(/^[A-Z].*\.$/)
})

it('names up to three merchants of an owner', () => {
  expect(userActionText('delete', 'OWNS_MERCHANT', ['Bar'])).toContain('owns Bar.')
  expect(userActionText('delete', 'OWNS_MERCHANT', ['A', 'B', 'C', 'D', 'E'])).toContain('A, B, C and 2 more')
})
