import { describe, expect, it } from 'vitest'
import {
  describeRole,
  invitationLead,
  mailableName,
  mayEnterConsole,
  placeholderEmail,
  resolveRole,
  roleLabel,
  roleNoun,
  roleTitle,
} from './rules'

describe('a role in words', () => {
  it.each([
    ['quaff_admin', 'Full platform access'],
    ['merchant_owner', 'Manage assigned merchants'],
    ['merchant_viewer', 'View assigned merchants'],
    ['barista', 'Custom role'],
  ])('§6 %s reads "%s"', (role, text) => {
    expect(describeRole(role)).toBe(text)
  })

  it('replaces underscores by spaces in the shown role', () => {
    expect(roleLabel('merchant_owner')).toBe('merchant owner')
    expect(roleLabel('a_b_c')).toBe('a b c')
    expect(roleTitle('merchant_owner')).toBe('Merchant owner')
  })

  it('calls no one "quaff admin" within a sentence', () => {
    expect(['quaff_admin', 'merchant_owner', 'shift_lead'].map(roleNoun)).toEqual([
      'administrator',
      'merchant owner',
      'shift lead',
    ])
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
  ])('§5 §G10 is read from %s', (_name, sources, role) => {
    expect(resolveRole(sources)).toBe(role)
  })

  it.each([
    [null, false],
    ['customer', false],
    ['barista', true],
    ['quaff_admin', true],
  ])('§6 %s may enter: %s', (role, expected) => {
    expect(mayEnterConsole(role)).toBe(expected)
  })
})

describe('who invites to what', () => {
  const invitedTo = { role: 'merchant_owner', inviter: 'Maya Lindqvist', venues: ['Foxglove Coffee'] }

  it('is one sentence, with what is known', () => {
    expect(invitationLead(invitedTo)).toBe(
      'Maya Lindqvist invited you to Foxglove Coffee on Quaff as a merchant owner.',
    )
    expect(invitationLead({ ...invitedTo, inviter: null, venues: [] })).toBe(
      'You’ve been invited to Quaff as a merchant owner.',
    )
    expect(invitationLead({ ...invitedTo, venues: ['A', 'B', 'C', 'D', 'E'] })).toContain(
      'A, B, C, and 2 more on Quaff',
    )
  })

  it.each(['Maya Lindqvist', 'Dr. Smith', 'Café 21', "O'Brien & Sons"])('names %j', (name) => {
    expect(mailableName(` ${name}\n`)).toBe(name)
  })

  it.each(['Win at evil.com', 'https://evil', 'a@b.test', 'www.x', 'x'.repeat(81), ' '])(
    'leaves out %j, which could pass for a link',
    (name) => {
      expect(mailableName(name)).toBeNull()
    },
  )
})

it('§3 a missing email is replaced by a generated placeholder address that can reach no one', () => {
  expect(placeholderEmail('usr_A1')).toBe('usr_a1@placeholder.quaff.invalid')
})
