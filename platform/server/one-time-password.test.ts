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
  ])('are those of RFC 6238, appendix B, at %d seconds', async (seconds, code) => {
    expect(await codeOfStep(secret, timeStep(at(seconds)))).toBe(code)
  })

  it('count up to one step before and after, and no further', async () => {
    const now = at(1_111_111_111)
    const step = timeStep(now)
    const found = await Promise.all(
      [-2, -1, 0, 1, 2].map(async (off) =>
        matchStep(secret, await codeOfStep(secret, step + off), { now, lastUsed: null }),
      ),
    )
    expect(found).toEqual([null, step - 1, step, step + 1, null])
  })

  it('count once: neither a used step nor an earlier one', async () => {
    const now = at(1_111_111_111)
    const step = timeStep(now)
    const [before, code] = await Promise.all([codeOfStep(secret, step - 1), codeOfStep(secret, step)])
    expect(await matchStep(secret, code, { now, lastUsed: step })).toBeNull()
    expect(await matchStep(secret, before, { now, lastUsed: step })).toBeNull()
    expect(await matchStep(secret, code, { now, lastUsed: step - 1 })).toBe(step)
  })

  it('are never matched by anything but six digits', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), async (text) => {
        fc.pre(!/^\d{6}$/.test(text))
        expect(await matchStep(secret, text, { now: at(59), lastUsed: null })).toBeNull()
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

  it('has at least the 160 bits that RFC 4226 recommends', () => {
    const token = 'x'.repeat(43)
    expect(oneTimeSecret(token).length * 6).toBeGreaterThanOrEqual(160)
  })

  it('is not needed for letters that people type', () => {
    expect(plainLetters(Buffer.alloc(32, 255).toString('base64url'), 10)).toBe('7777777777')
  })
})
