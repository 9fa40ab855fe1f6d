import { describe, expect, it } from 'vitest'
import { decideSingleSignOn, isProviderRequired, loginAddress, readFrom, readSecondStep, whyOf } from './rules'

const active = { status: 'active', role: 'merchant_owner', invitation: null }
const invited = {
  status: 'pending',
  role: null,
  invitation: { role: 'merchant_owner', used: false, requiresPasswordSetup: true },
}
const decide = (details: Partial<Parameters<typeof decideSingleSignOn>[0]> = {}) =>
  decideSingleSignOn({
    account: active,
    isVerified: true,
    provesEmail: true,
    linkedWith: null,
    subject: 'sub-1',
    ...details,
  })
const refused = (reason: string) => ({ ok: false, reason })

describe('an answer of an identity provider', () => {
  it('links an active account with its own verified address', () => {
    expect(decide()).toMatchObject({ ok: true, isNew: true, activates: false })
  })

  it('opens a linked account regardless of the email', () => {
    const linked = { linkedWith: 'sub-1', isVerified: false, provesEmail: false }
    expect(decide(linked)).toMatchObject({ ok: true, isNew: false, activates: false })
  })

  it('accepts an invitation only with its verified email', () => {
    expect(decide({ account: invited })).toMatchObject({ ok: true, isNew: true, activates: true })
    expect(decide({ account: invited, linkedWith: 'sub-1', provesEmail: false })).toEqual(refused('NOT_ACTIVATED'))
  })

  it('creates no account', () => {
    expect(decide({ account: null, provesEmail: false })).toEqual(refused('NO_ACCOUNT'))
    const unverified = { account: null, isVerified: false, provesEmail: false }
    expect(decide(unverified)).toEqual(refused('EMAIL_NOT_VERIFIED'))
  })

  it('links no account by an email that is not its own', () => {
    expect(decide({ provesEmail: false })).toEqual(refused('EMAIL_NOT_VERIFIED'))
  })

  it('moves no link to another user of the provider', () => {
    expect(decide({ linkedWith: 'sub-2' })).toEqual(refused('OTHER_LINK'))
  })

  it.each([true, false])('lets no one in who may not enter, linked or not (%s)', (provesEmail) => {
    const may = (account: typeof active) => decide({ account, linkedWith: 'sub-1', provesEmail })
    expect(may({ ...active, status: 'suspended' })).toEqual(refused('SUSPENDED'))
    expect(may({ ...active, role: 'customer' })).toEqual(refused('ACCESS_DENIED'))
  })
})

it('is required of users of the listed domains only', () => {
  const domains = ['example.com', 'example.co.uk']
  const required = ['ana@example.com', 'ana@x@example.co.uk']
  const free = ['ana@eu.example.com', 'ana@notexample.com', 'example.com@evil.test', 'ana@example.com.evil.test']
  expect(required.map((email) => isProviderRequired(email, domains))).toEqual([true, true])
  expect(free.map((email) => isProviderRequired(email, domains))).toEqual([false, false, false, false])
  expect(isProviderRequired('ana@example.com', [])).toBe(false)
})

describe('the address after an attempt', () => {
  it('is the sign-in page with destination, reason and second step', () => {
    expect(loginAddress({ from: null })).toBe('/auth/login')
    expect(loginAddress({ from: '/users?q=ada', why: whyOf('NO_ACCOUNT') })).toBe(
      '/auth/login?from=%2Fusers%3Fq%3Dada&why=no-account',
    )
    const challenge = 'c'.repeat(43)
    expect(loginAddress({ from: null, challenge })).toBe(`/auth/login#second-step=${challenge}`)
    expect(readSecondStep(`second-step=${challenge}`)).toBe(challenge)
  })

  it.each([
    '',
    'second-step=',
    'second-step=short',
    `second-step=${'c'.repeat(43)} `,
    `x&second-step=${'c'.repeat(43)}`,
  ])('names no second step in %j', (fragment) => expect(readSecondStep(fragment)).toBeNull())

  it.each([[undefined], ['https://evil.test'], [`/${'x'.repeat(2_000)}`]])('keeps no way on like %s', (from) => {
    expect(readFrom(from)).toBeNull()
  })
})
