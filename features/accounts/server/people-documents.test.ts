import { describe, expect, it } from 'vitest'
import type { DocumentMap } from '@quaff/platform/shared/documents/document-values'
import { readAccountDocument, readUserDocument } from './user-document'
import { readAdminDocument, readInvitationDocument } from './write-person-documents'

const problemTexts = (problems: readonly { field: string; fault: string; level: string }[]) =>
  problems.map(({ field, fault, level }) => `${field} ${fault} ${level}`)
const day = (n: number) => ({ $time: `2024-01-0${n}T00:00:00.000Z` })
const times = { createdAt: day(1), updatedAt: day(2) }
const dates = { createdAt: new Date('2024-01-01T00:00:00Z'), updatedAt: new Date('2024-01-02T00:00:00Z') }

describe('a user of the old system', () => {
  const whole: DocumentMap = {
    email: ' Ana@People.test ',
    emailVerified: true,
    displayName: 'Ana',
    photoURL: 'https://pictures.test/a.png',
    role: 'merchant_admin',
    status: 'suspended',
    merchantIds: ['m2', 'm1', 'm2'],
    phoneNumber: '+49',
    metadata: { a: { b: [1] } },
    applicationId: 'a1',
    rejectionReason: 'no',
    lastActive: day(3),
    statusUpdatedAt: day(4),
    subscriptionCount: 9,
    ...times,
  }
  const read = (details: DocumentMap = {}) => readUserDocument({ path: 'users/u1', data: { ...whole, ...details } })

  it('§3 is imported unchanged, with its merchants in order and without its stored count', () => {
    const { row, problems } = read()
    expect(problems).toEqual([])
    expect(row).toEqual({
      id: 'u1',
      email: 'ana@people.test',
      emailVerified: true,
      displayName: 'Ana',
      photoUrl: 'https://pictures.test/a.png',
      role: 'merchant_admin',
      status: 'suspended',
      phoneNumber: '+49',
      metadata: { a: { b: [1] } },
      merchantIds: ['m2', 'm1'],
      applicationId: 'a1',
      rejectionReason: 'no',
      lastActiveAt: new Date('2024-01-03T00:00:00Z'),
      statusUpdatedAt: new Date('2024-01-04T00:00:00Z'),
      ...dates,
    })
  })

  it('§3 without fields is an active customer without an email', () => {
    const { row, problems } = readUserDocument({ path: 'users/u1', data: times })
    expect(problems).toEqual([])
    expect(row).toMatchObject({ email: null, role: 'customer', status: 'active', merchantIds: [], metadata: {} })
  })

  it.each<[DocumentMap, string, object]>([
    [{ email: 'unknown' }, 'email not_an_email changed', { email: null }],
    [{ email: ['a@b.test'] }, 'email not_text changed', { email: null }],
    [{ emailVerified: 'yes' }, 'emailVerified not_true_or_false changed', { emailVerified: false }],
    [{ merchantIds: 'm1' }, 'merchantIds not_list changed', { merchantIds: [] }],
    [{ merchantIds: ['m1', 5] }, 'merchantIds not_text changed', { merchantIds: ['m1'] }],
    [{ metadata: 'x' }, 'metadata not_map changed', { metadata: {} }],
    [{ lastActive: 'x' }, 'lastActive not_time changed', { lastActiveAt: null }],
    [{ displayName: 'a\u202Eb' }, 'displayName controls_removed changed', { displayName: 'ab' }],
    [{ displayName: 'x'.repeat(501) }, 'displayName too_long changed', { displayName: 'x'.repeat(500) }],
  ])('is imported, and %j is reported', (details, expected, part) => {
    const { row, problems } = read(details)
    expect(problemTexts(problems)).toEqual([expected])
    expect(row).toMatchObject(part)
  })

  it.each([
    ['r&d@bean.test', 'r&d@bean.test'],
    ['a/b@bean.test', 'a/b@bean.test'],
    ['Bean=VIP@x.com', 'bean=vip@x.com'],
    ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
    ['hallo@müller-kaffee.de', 'hallo@xn--mller-kaffee-dlb.de'],
  ])('keeps the address %s', (email, stored) => {
    const account = readAccountDocument({ path: 'accounts/u1', data: { email } })
    expect([read({ email }).row?.email, account.row?.email]).toEqual([stored, stored])
    expect(read({ email }).problems).toEqual([])
  })

  it('keeps at most 50 merchants and reports the others', () => {
    const { row, problems } = read({ merchantIds: Array.from({ length: 60 }, (_, index) => `m${index}`) })
    expect([row?.merchantIds.length, problemTexts(problems)]).toEqual([50, ['merchantIds too_many changed']])
  })

  it('keeps an unknown status', () => {
    expect(read({ status: 'frozen' }).row).toMatchObject({ status: 'frozen' })
  })
})

describe('an account of the old system', () => {
  const read = (data: DocumentMap) => readAccountDocument({ path: '__auth__/u1', data: { email: 'a@b.test', ...data } })
  const password = { passwordHash: 'aGFzaA==', salt: 'c2FsdA==' }

  it('§3 keeps its password, times and claims', () => {
    const claims = JSON.stringify({
      role: 'merchant_admin',
      merchantIds: ['m1'],
      admin: true,
      isQuaffAdmin: false,
      other: 1,
    })
    const { row, problems } = read({
      email: 'a@b.test',
      ...password,
      disabled: true,
      createdAt: '1700000000123',
      lastLoginAt: '1700000001000',
      customAttributes: claims,
    })
    expect(problems).toEqual([])
    expect(row).toMatchObject({
      password: { hash: password.passwordHash, salt: password.salt },
      isDisabled: true,
      createdAt: new Date(1_700_000_000_123),
      lastActiveAt: new Date(1_700_000_001_000),
      claims: { role: 'merchant_admin', merchantIds: ['m1'], admin: true },
    })
    expect(row?.claims).not.toHaveProperty('isQuaffAdmin')
  })

  it.each<[DocumentMap, string]>([
    [{ ...password, passwordHash: 'fakeHash:salt=x:password=y' }, 'passwordHash not_a_hash note'],
    [{ ...password, passwordHash: 'UkVEQUNURUQ=' }, 'passwordHash not_a_hash note'],
    [{ passwordHash: 'aGFzaA==' }, 'salt missing note'],
  ])('%j has no password, and is reported', (data, expected) => {
    const { row, problems } = read(data)
    expect([row?.password, problemTexts(problems)]).toEqual([null, [expected]])
  })

  it.each<[string, string]>([
    ['{', 'customAttributes not_map changed'],
    ['[1]', 'customAttributes not_map changed'],
    ['"admin"', 'customAttributes not_map changed'],
    ['{"role":["quaff_admin"]}', 'customAttributes.role not_text changed'],
    ['{"admin":"true"}', 'customAttributes.admin not_true_or_false changed'],
    ['{"merchantIds":"m1"}', 'customAttributes.merchantIds not_list changed'],
  ])('the claims %s are ignored and reported', (customAttributes, expected) => {
    const { row, problems } = read({ customAttributes })
    expect([row?.claims, problemTexts(problems)]).toEqual([{}, [expected]])
  })

  it.each<[DocumentMap, string[]]>([
    [{ email: null }, ['email no_way_in note']],
    [{ email: null, phoneNumber: '+49' }, ['email no_way_in note']],
    [{ email: null, ...password }, []],
  ])('%j is reported if it has neither password nor address', (data, expected) => {
    expect(problemTexts(read(data).problems)).toEqual(expected)
  })

  it('with a second factor is reported, because it must be set up again', () => {
    expect(problemTexts(read({ mfaInfo: [{}] }).problems)).toEqual(['mfaInfo not_carried note'])
  })
})

describe('roles of the old system', () => {
  it('§3 an administrator is imported with a role, and not without', () => {
    const known = readAdminDocument({ path: 'admins/u1', data: { role: 'quaff_admin', ...times } })
    expect(known.row).toEqual({ userId: 'u1', role: 'quaff_admin', updatedAt: dates.updatedAt })
    expect(known.problems).toEqual([])
    const { row, problems } = readAdminDocument({ path: 'admins/u1', data: { ...times } })
    expect([row, problemTexts(problems)]).toEqual([null, ['role missing skipped']])
  })

  it('§3 an invitation is imported without its sign-in link', () => {
    const signInLink = 'https://old.test/sign-in?code=let-me-in'
    const data = {
      role: 'customer',
      merchantIds: ['m1'],
      requiresPasswordSetup: false,
      used: true,
      usedAt: day(3),
      signInLink,
      ...times,
    }
    const reading = readInvitationDocument({ path: 'pendingInvitations/u1', data })
    const { row, problems } = reading
    expect(row).toEqual({
      userId: 'u1',
      role: 'customer',
      merchantIds: ['m1'],
      requiresPasswordSetup: false,
      used: true,
      usedAt: new Date('2024-01-03T00:00:00Z'),
      createdAt: dates.createdAt,
    })
    expect(problemTexts(problems)).toEqual(['signInLink secret_dropped note'])
    expect(JSON.stringify(reading)).not.toContain('let-me-in')
    expect(readInvitationDocument({ path: 'pendingInvitations/u1', data: times }).row).toBeNull()
  })
})
