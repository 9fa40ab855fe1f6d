import { describe, expect, it } from 'vitest'
import { isLate, isOverlap, keyError, keyStateAt, readBearer, readSignature } from './rules'

const now = new Date('2026-03-10T12:00:00Z')
const inMs = (ms: number) => new Date(now.getTime() + ms)
const hex = 'a'.repeat(64)

describe('a key', () => {
  it.each([
    ['active', {}],
    ['active', { expiresAt: inMs(1) }],
    ['expired', { expiresAt: now }],
    ['revoked', { revokedAt: now, expiresAt: now }],
    ['rotating', { oldSecretUntil: inMs(1) }],
    ['active', { oldSecretUntil: now }],
  ])('is %s with %j', (state, details) => {
    expect(keyStateAt({ revokedAt: null, expiresAt: null, oldSecretUntil: null, ...details }, now)).toBe(state)
  })

  it('that sends people is for all merchants, and none ends before it begins', () => {
    const key = { scopes: ['ingest:users'] as const, merchantIds: ['mer_1'], expiresAt: null }
    expect(keyError(key, now)).toBe('PEOPLE_SCOPE')
    expect(keyError({ ...key, merchantIds: null, expiresAt: now }, now)).toBe('KEY_EXPIRY')
    expect(keyError({ ...key, scopes: ['ingest:redemptions'] }, now)).toBeNull()
  })

  it('keeps its old secret for 31 days at most', () => {
    expect([0, 1, 31 * 86_400_000, 31 * 86_400_000 + 1].map((ms) => isOverlap(inMs(ms), now))).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

describe('the headers', () => {
  it.each(['Bearer abc', 'bearer abc ', 'BEARER abc'])('%j names the secret', (header) => {
    expect(readBearer(header)).toBe('abc')
  })
  it.each([undefined, '', 'Basic abc', 'Bearer a b', `Bearer ${'a'.repeat(201)}`, 'Bearer a.b'])(
    '%j names none',
    (header) => {
      expect(readBearer(header)).toBeNull()
    },
  )
  it.each([`t=1,v1=${hex}`, `t=1, v1=${hex}`])('%j is a signature', (header) => {
    expect(readSignature(header)).toEqual({ at: 1, hex })
  })
  it.each([undefined, '', `v1=${hex}`, `t=1,v1=${hex}0`, `t=-1,v1=${hex}`, `t=1,v1=${hex.toUpperCase()}`])(
    '%j is none',
    (header) => {
      expect(readSignature(header)).toBeNull()
    },
  )
  it('a signature counts for 300 seconds, and as many before its time', () => {
    const at = now.getTime() / 1_000
    expect([-301, -300, 300, 301].map((seconds) => isLate({ at: at + seconds, hex }, now))).toEqual([
      true,
      false,
      false,
      true,
    ])
  })
})
