import { describe, expect, it } from 'vitest'
import { decideInvitationLink, maskedEmail } from '@quaff/features/sign-in/merchant-invitations/rules'
import { decideJoin, type JoiningPerson } from './merchant-invitations-rules'

const viewer = { role: 'merchant_viewer', merchantIds: ['mer_2'], ownsMerchant: false, hasApplication: false }
const join = (person: Partial<JoiningPerson>, role = 'merchant_viewer') =>
  decideJoin({ ...viewer, ...person }, { role, merchantIds: ['mer_1'] })
const refused = (reason: string) => ({ ok: false, reason })

describe('accepting with a console account', () => {
  it('takes the same role, and another one where no merchant is held', () => {
    expect(join({})).toEqual({ ok: true })
    expect(join({ hasApplication: true })).toEqual({ ok: true })
    expect(join({ merchantIds: [] }, 'merchant_owner')).toEqual({ ok: true })
  })

  it.each([
    {},
    { merchantIds: [], ownsMerchant: true },
    { merchantIds: [], hasApplication: true },
    { role: 'barista' },
  ])('never changes what the person may do elsewhere: %j', (facts) => {
    expect(join(facts, 'merchant_owner')).toEqual(refused('OTHER_ROLE'))
  })

  it('is refused to administrators, and beyond fifty merchants', () => {
    expect(join({ role: 'quaff_admin' })).toEqual(refused('SEES_ALL'))
    const merchantIds = Array.from({ length: 50 }, (_, index) => `mer_${index + 10}`)
    expect(join({ merchantIds })).toEqual(refused('TOO_MANY'))
    expect(join({ merchantIds: [...merchantIds.slice(1), 'mer_1'] })).toEqual({ ok: true })
  })
})

describe('the link alone', () => {
  const account = { status: 'active', role: null, invitation: null }
  it('lets in a new person, an invited one and a customer', () => {
    for (const one of [null, { ...account, status: 'pending' }, account, { ...account, role: 'customer' }])
      expect(decideInvitationLink(one, 'merchant_viewer')).toEqual({ ok: true })
  })

  it.each([
    ['SIGN_IN_FIRST', { role: 'barista' }],
    ['SUSPENDED', { status: 'suspended' }],
    ['REJECTED', { status: 'rejected' }],
    ['AWAITING_APPROVAL', { status: 'pending_approval' }],
    ['OTHER_INVITATION', { status: 'pending', invitation: { role: 'merchant_owner', used: false } }],
  ])('is refused: %s', (reason, facts) => {
    expect(decideInvitationLink({ ...account, ...facts }, 'merchant_viewer')).toEqual(refused(reason))
  })
})

it('masks all of an address but its first letter and its domain', () => {
  expect(maskedEmail('maya@venue.test')).toBe('m…@venue.test')
})
