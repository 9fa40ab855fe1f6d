import { describe, expect, it } from 'vitest'
import type { Refusal } from '@quaff/platform/shared/refusal'
import { scryptPasswords } from './scrypt-passwords'

describe('passwords', () => {
  it('match their own hash only', async () => {
    const passwords = scryptPasswords()
    const hash = await passwords.hash('a long password')
    expect(await passwords.verify('a long password', hash)).toBe(true)
    expect(await passwords.verify('another password', hash)).toBe(false)
    expect(await passwords.verify('nobody has this password', null)).toBe(false)
  })

  it('cost whoever asks for an unknown account the same work', async () => {
    let checked = 0
    const count = async () => ++checked > 0
    const passwords = scryptPasswords({ hash: async () => 'hash', verify: count })
    expect(await passwords.verify('x', 'hash')).toBe(true)
    expect(await passwords.verify('x', null)).toBe(false)
    expect(checked).toBe(2)
  })

  it('are hashed two at a time; who would wait too long is refused', async () => {
    let running = 0
    let most = 0
    const finishers: (() => void)[] = []
    const slow = async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((resolve) => finishers.push(resolve))
      running--
      return 'hash'
    }
    const passwords = scryptPasswords({ hash: slow, verify: async () => true })
    const waiting = Array.from({ length: 66 }, () => passwords.hash('x'))
    await expect(passwords.hash('x')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' } satisfies Partial<Refusal>)
    let done = 0
    const counted = waiting.map((hash) => hash.then(() => done++))
    while (done < 66) {
      finishers.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
    await Promise.all(counted)
    expect(most).toBe(2)
  })
})
