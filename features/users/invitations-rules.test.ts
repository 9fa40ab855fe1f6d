import { describe, expect, it } from 'vitest'
import { decideInvitationLink, maskedEmail } from '@quaff/features/sign-in/rules'
import { stuckReasons } from './invitations-contract'
import {
  decideJoin,
  type InvitationDetails,
  invitationTimeline,
  type JoiningPerson,
  stuckMessages,
} from './invitations-rules'

const at = (minute: number) => new Date(Date.UTC(2026, 4, 1, 8, minute))
const now = at(30)
const timeline = (details: Partial<InvitationDetails> = {}) =>
  invitationTimeline(
    {
      createdAt: at(0),
      used: false,
      usedAt: null,
      requiresPasswordSetup: true,
      hasPassword: false,
      mail: { sentAt: at(1), hasFailed: false, attempts: 1 },
      link: { expiresAt: at(59), openedAt: null },
      ...details,
    },
    now,
  )
const doneSteps = (details: Partial<InvitationDetails>) =>
  timeline(details)
    .steps.filter((one) => one.isDone)
    .map((one) => one.step)

describe('the timeline of an invitation names the stuck step', () => {
  it.each<[string, Partial<InvitationDetails>, object]>([
    [
      'a queued mail',
      { mail: { sentAt: null, hasFailed: false, attempts: 0 } },
      { mail: 'queued', stuckAt: 'sent', stuckReason: 'MAIL_QUEUED' },
    ],
    [
      'a mail tried again',
      { mail: { sentAt: null, hasFailed: false, attempts: 3 } },
      { mail: 'queued', stuckAt: 'sent', stuckReason: 'MAIL_RETRIED' },
    ],
    [
      'a mail given up',
      { mail: { sentAt: null, hasFailed: true, attempts: 40 } },
      { mail: 'failed', stuckAt: 'sent', stuckReason: 'MAIL_FAILED' },
    ],
    ['a sent mail', {}, { mail: 'sent', stuckAt: 'opened', stuckReason: 'NOT_OPENED' }],
    ['a link handed over', { mail: null }, { mail: null, stuckAt: 'opened', stuckReason: 'NOT_OPENED' }],
    [
      'an opened link',
      { link: { expiresAt: at(59), openedAt: at(5) } },
      { stuckAt: 'used', stuckReason: 'NOT_ACCEPTED' },
    ],
    [
      'a link that expires now',
      { link: { expiresAt: now, openedAt: at(5) } },
      { stuckAt: 'used', stuckReason: 'EXPIRED' },
    ],
    ['a link cleared away', { link: null }, { stuckAt: 'opened', stuckReason: 'EXPIRED', expiresAt: null }],
    [
      'no password yet',
      { used: true, usedAt: at(6) },
      { stuckAt: 'passwordSet', stuckReason: 'NO_PASSWORD', expiresAt: null },
    ],
    ['all done', { used: true, usedAt: at(6), hasPassword: true }, { mail: 'sent', stuckAt: null, stuckReason: null }],
    ['no password needed', { used: true, usedAt: at(6), requiresPasswordSetup: false }, { stuckAt: null }],
  ])('%s', (_, details, expected) => {
    expect(timeline(details)).toMatchObject(expected)
  })

  it('takes a later step as proof of the earlier ones', () => {
    const late = { mail: { sentAt: null, hasFailed: false, attempts: 1 } }
    expect(doneSteps({ ...late, link: { expiresAt: at(59), openedAt: at(5) } })).toEqual(['sent', 'opened'])
    expect(doneSteps({ ...late, used: true, usedAt: at(6), link: null })).toEqual(['sent', 'opened', 'used'])
    expect(doneSteps({ hasPassword: true })).toEqual(['sent'])
  })

  it('tells when each step happened, as far as it is known', () => {
    const times = timeline({ used: true, usedAt: at(6), hasPassword: true, link: null }).steps.map((one) => one.at)
    expect(times).toEqual([at(1), null, at(6), null])
    expect(timeline({ mail: null }).steps[0]).toEqual({ step: 'sent', isDone: true, at: at(0) })
  })

  it('has a sentence for each reason', () => {
    for (const reason of stuckReasons) expect(stuckMessages[reason]).toMatch(/^[A-Z].*\.$/)
  })
})

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
  ])('never changes what the person may do elsewhere: %j', (details) => {
    expect(join(details, 'merchant_owner')).toEqual(refused('OTHER_ROLE'))
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
  ])('is refused: %s', (reason, details) => {
    expect(decideInvitationLink({ ...account, ...details }, 'merchant_viewer')).toEqual(refused(reason))
  })
})

it('masks all of an address but its first letter and its domain', () => {
  expect(maskedEmail('maya@venue.test')).toBe('m…@venue.test')
})
