import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeOfStep, describeSecret, matchStep, oneTimeSecret, plainLetters, timeStep } from './one-time-password'

const secret = '12345678901234567890'
const at = (seconds: number) => new Date(seconds * 1_000)

describe('the codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238, appendix B, at %d seconds', (seconds, code) => {
    expect(codeOfStep(secret, timeStep(at(seconds)))).toBe(code)
  })

  it.each([
    [0, '744784'],
    [1, '961152'],
    [2 ** 31, '575343'],
    [2 ** 32, '765491'],
    [2 ** 40, '875493'],
  ])('are those of better-auth, which made them before, at step %d', (step, code) => {
    expect(codeOfStep('schlüssel', step)).toBe(code)
  })

  it('count up to one step before and after, and no further', () => {
    const now = at(1_111_111_111)
    const step = timeStep(now)
    const found = [-2, -1, 0, 1, 2].map((off) =>
      matchStep(secret, codeOfStep(secret, step + off), { now, lastUsed: null }),
    )
    expect(found).toEqual([null, step - 1, step, step + 1, null])
  })

  it('count once: neither a used step nor an earlier one', () => {
    const now = at(1_111_111_111)
    const step = timeStep(now)
    const [before, code] = [codeOfStep(secret, step - 1), codeOfStep(secret, step)]
    expect(matchStep(secret, code, { now, lastUsed: step })).toBeNull()
    expect(matchStep(secret, before, { now, lastUsed: step })).toBeNull()
    expect(matchStep(secret, code, { now, lastUsed: step - 1 })).toBe(step)
  })

  it('are never matched by anything but six digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/^\d{6}$/.test(text))
        expect(matchStep(secret, text, { now: at(59), lastUsed: null })).toBeNull()
      }),
    )
  })
})

describe('the secret', () => {
  it('is scanned or typed as the same key', () => {
    const { uri, key } = describeSecret(secret, { issuer: 'Quaff & Co', account: 'maya@quaff.test' })
    expect(key).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const parsed = new URL(uri)
    expect([parsed.protocol, parsed.searchParams.get('secret'), parsed.searchParams.get('issuer')]).toEqual([
      'otpauth:',
      key,
      'Quaff & Co',
    ])
    expect(decodeURIComponent(parsed.pathname)).toContain('Quaff & Co:maya@quaff.test')
  })

  it('is written into the address as better-auth wrote it', () => {
    const { uri } = describeSecret(secret, { issuer: "Quaff & Co (it's ~100%*)", account: 'maya+1 x@quaff.test' })
    expect(uri).toBe(
      "otpauth://totp/Quaff%20%26%20Co%20(it's%20~100%25*):maya%2B1%20x%40quaff.test" +
        '?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Quaff+%26+Co+%28it%27s+%7E100%25*%29&digits=6&period=30',
    )
  })

  it.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
    ['schlüssel', 'ONRWQ3GDXRZXGZLM'],
  ])('%j is typed as RFC 4648, section 10, writes it: %j', (text, key) => {
    expect(describeSecret(text, { issuer: '', account: '' }).key).toBe(key)
  })

  it('has at least the 160 bits that RFC 4226 recommends', () => {
    const token = 'x'.repeat(43)
    expect(oneTimeSecret(token).length * 6).toBeGreaterThanOrEqual(160)
  })

  it('is not needed for letters that people type', () => {
    expect(plainLetters(Buffer.alloc(32, 255).toString('base64url'), 10)).toBe('7777777777')
  })
})
