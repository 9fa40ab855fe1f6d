import { describe, expect, it } from 'vitest'
import { applicationItem, merchantItems, type Caller, type MerchantDetails } from './merchant-rules'

const now = new Date('2026-03-10T12:00:00Z')
const dayMs = 86_400_000
const ago = (days: number) => new Date(now.getTime() - days * dayMs)

const sound: MerchantDetails = {
  id: 'mer_1',
  name: 'Tide & Bean',
  logoUrl: null,
  status: 'active',
  applicationStatus: 'approved',
  statusReason: null,
  statusChangedAt: ago(30),
  createdAt: ago(40),
  isLive: true,
  request: null,
  contactEmail: 'hello@tide.test',
  address: { line1: '1 Quay', city: 'Port' },
  bankVerifiedAt: ago(30),
  bankUpdatedAt: ago(30),
  statements: [],
  bankUpdatedBy: 'usr_owner',
  locations: 1,
  activePlans: 1,
}
const owner: Caller = { userId: 'usr_owner', isOwner: true }
const viewer: Caller = { userId: 'usr_viewer', isOwner: false }
const items = (details: Partial<MerchantDetails>, caller = owner) =>
  merchantItems({ ...sound, ...details }, caller, now)
const kinds = (details: Partial<MerchantDetails>, caller = owner) => items(details, caller).map(({ kind }) => kind)

describe('what waits for an owner', () => {
  it('is nothing at a merchant that is live and lacks nothing', () => {
    expect(items({})).toEqual([])
  })

  it('are the changes that the review desk asked for, in its words', () => {
    const request = { note: 'Please send a logo.', requestedAt: ago(2) }
    const requested = { status: 'pending', applicationStatus: 'changes_requested', isLive: false, request }
    expect(items(requested)).toMatchObject([
      {
        kind: 'changes_requested',
        detail: 'Please send a logo.',
        since: ago(2),
        href: '/merchants/onboarding',
        urgent: true,
      },
    ])
    expect(kinds({ ...requested, applicationStatus: 'submitted', status: 'pending_review' })).toEqual([])
  })

  it('is the next step of the setup', () => {
    const setup = { status: 'pending', applicationStatus: 'pending_setup', isLive: false, locations: 0 }
    expect(items(setup)).toMatchObject([
      { kind: 'setup', detail: 'Next: Add Locations', href: '/merchants/onboarding/locations', urgent: false },
    ])
    expect(items({ ...setup, contactEmail: null })[0]?.href).toBe('/merchants/onboarding/business')
    expect(items({ ...setup, locations: 1 })[0]?.detail).toBe('Everything is ready. Request approval.')
  })

  it('is the Business Profile while there is no merchant', () => {
    expect(applicationItem({ name: '', createdAt: now })).toMatchObject({
      title: 'Finish setting up your venue',
      detail: 'Next: Complete Business Profile',
      href: '/merchants/onboarding/business',
      merchant: null,
    })
  })

  it('are missing bank details, once the merchant is approved', () => {
    expect(kinds({ bankVerifiedAt: null, bankUpdatedAt: null, bankUpdatedBy: null })).toEqual(['bank_missing'])
  })

  it('are bank details that another user changed in the last seven days', () => {
    const changed = (days: number, by: string | null) => kinds({ bankUpdatedAt: ago(days), bankUpdatedBy: by })
    expect(changed(6.99, 'usr_other')).toEqual(['bank_changed'])
    expect(changed(7, 'usr_other')).toEqual([])
    expect(changed(1, 'usr_owner')).toEqual([])
    expect(changed(1, null)).toEqual([])
  })

  it('are statements that are ready, for owners', () => {
    const statements = [{ payoutId: 'pay_1', period: '2026-02', approvedAt: ago(1) }]
    expect(items({ statements })).toMatchObject([
      {
        id: 'statement_ready:pay_1',
        kind: 'statement_ready',
        title: 'Statement for February 2026 is ready',
        detail: 'Tide & Bean',
        href: '/payouts?id=pay_1',
        since: ago(1),
        newest: ago(1),
        urgent: false,
      },
    ])
    expect(merchantItems({ ...sound, statements }, { userId: 'usr_1', isOwner: false }, now)).toEqual([])
  })

  it('is the state of a merchant that was stopped, with the reason', () => {
    const stopped = { status: 'suspended', statusReason: 'Unpaid fees', statusChangedAt: ago(1) }
    expect(items(stopped)).toMatchObject([
      { title: 'Tide & Bean is suspended', detail: 'Unpaid fees', since: ago(1), urgent: true },
    ])
    expect(kinds({ status: 'archived' })).toEqual([])
  })
})

describe('what waits for a viewer', () => {
  it.each([
    ['suspended', { status: 'suspended' }, ['merchant_stopped']],
    ['declined', { status: 'rejected', applicationStatus: 'rejected' }, ['merchant_stopped']],
    ['paused', { isLive: false }, ['merchant_paused']],
    ['live', {}, []],
  ])('is that the merchant is %s, and nothing of the owner', (_, details, expected) => {
    const troubled = { bankVerifiedAt: null, bankUpdatedAt: ago(1), bankUpdatedBy: 'usr_other' }
    expect(kinds({ ...troubled, ...details }, viewer)).toEqual(expected)
  })

  it('leads where a viewer may look', () => {
    expect(items({ isLive: false }, viewer)[0]?.href).toBe('/dashboard')
    expect(items({ isLive: false })[0]?.href).toBe('/merchants/onboarding/settings')
  })
})
