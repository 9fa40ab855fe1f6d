import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passkeyLimits } from './contract'
import { firstName, isCounterAhead, mayAddPasskey, relyingPartyOf } from './rules'

describe('the site as passkeys know it', () => {
  it.each([
    ['https://console.example.com', { id: 'console.example.com', origin: 'https://console.example.com' }],
    ['https://console.example.com:8443/', { id: 'console.example.com', origin: 'https://console.example.com:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://[::1]:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ])('%s is one', (address, party) => {
    expect(relyingPartyOf(new URL(address))).toEqual(party)
  })

  it.each(['http://console.example.com', 'https://192.0.2.7', 'https://[2001:db8::7]', 'http://192.0.2.7:3000'])(
    '%s is none: browsers make no passkeys there',
    (address) => {
      expect(relyingPartyOf(new URL(address))).toBeNull()
    },
  )
})

describe('the counter of a passkey', () => {
  it('may stay at nothing, and else goes on', () => {
    expect([isCounterAhead(0, 0), isCounterAhead(0, 1), isCounterAhead(7, 8)]).toEqual([true, true, true])
    expect([isCounterAhead(7, 7), isCounterAhead(7, 6), isCounterAhead(7, 0)]).toEqual([false, false, false])
  })

  it('never lets the same number in twice once it has counted', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (last, next) => {
        if (isCounterAhead(last, next) && next > 0) expect(isCounterAhead(next, next)).toBe(false)
      }),
    )
  })
})

it('an account has ten passkeys at most', () => {
  expect(mayAddPasskey(passkeyLimits.perAccount - 1)).toEqual({ ok: true })
  expect(mayAddPasskey(passkeyLimits.perAccount)).toEqual({ ok: false, reason: 'TOO_MANY_PASSKEYS' })
})

describe('the first name of a passkey', () => {
  const known = 'fbfc3007-154e-4ecc-8c0b-6e020557d7bd'
  const unknown = '00000000-0000-0000-0000-000000000000'

  it('is who keeps it, or else the device', () => {
    expect(firstName(known, 'Safari on macOS', [])).toBe('iCloud Keychain')
    expect(firstName(unknown, 'Safari on macOS', [])).toBe('Safari on macOS')
    expect(firstName('constructor', 'Safari on macOS', [])).toBe('Safari on macOS')
  })

  it('is distinguished from those of the same name', () => {
    expect(firstName(known, '', ['iCloud Keychain', 'iCloud Keychain 2'])).toBe('iCloud Keychain 3')
    expect(firstName(known, '', ['iCloud Keychain 2'])).toBe('iCloud Keychain')
  })
})
