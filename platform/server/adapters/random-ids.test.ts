import { describe, expect, it } from 'vitest'
import { idSchema } from '@quaff/platform/shared/text'
import { randomIds, nodeSecrets } from './random-ids'

describe('ids', () => {
  it('are valid, different, and sort by the millisecond of their making', async () => {
    const first = randomIds.newId('mer')
    const madeAt = Date.now()
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(madeAt)
    const second = randomIds.newId('mer')
    expect(idSchema.parse(first)).toMatch(/^mer_[0-9a-z]{26}$/)
    expect(first < second).toBe(true)
    expect(new Set(Array.from({ length: 10_000 }, () => randomIds.newId('x'))).size).toBe(10_000)
  })
})

describe('secrets', () => {
  const secrets = nodeSecrets('one secret')

  it('are 256 random bits or six digits', () => {
    expect(Buffer.from(secrets.newToken(), 'base64url')).toHaveLength(32)
    expect(secrets.newCode()).toMatch(/^\d{6}$/)
  })

  it('are stored as a hash that only this server can make', () => {
    expect(secrets.hash('token')).toBe(secrets.hash('token'))
    expect(secrets.hash('token')).not.toBe(nodeSecrets('another secret').hash('token'))
  })
})
