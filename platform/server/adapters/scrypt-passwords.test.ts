import { describe, expect, it } from 'vitest'
import type { Refusal } from '@quaff/platform/shared/refusal'
import { scryptFunctions, scryptPasswords } from './scrypt-passwords'

describe('passwords', () => {
  it('match their own hash only', async () => {
    const passwords = scryptPasswords()
    const hash = await passwords.hash('a long password')
    expect(await passwords.verify('a long password', hash)).toBe(true)
    expect(await passwords.verify('another password', hash)).toBe(false)
    expect(await passwords.verify('no one has this password', null)).toBe(false)
  })

  it.each([
    [
      'a long password',
      '2c41060abe76718d51c00d7377ffc65d:d267ceb75fed161bafd52d6e58cf85242ed7513341531ae9dc3fe8a7baf57c66c5a7da2020db15b1d01a516b6db7074b7f456bed9102d646243a6142f8092b91',
    ],
    [
      'Ｐｅｔｉｔ cafe\u0301 ﬁne №5',
      'daed73cd735223a70ce5145780509483:27c11d90873768e59fe670083efabf4ed547efde6ac86f9613b297bcd3129b55a0a60cdba2009febeab0b3a66e71d69c363ecd82253f98016b682fe16b7a2f70',
    ],
  ])('match what better-auth stored for them: %s', async (password, hash) => {
    expect(await scryptFunctions().verify(password, hash)).toBe(true)
    expect(await scryptFunctions().verify(`${password}.`, hash)).toBe(false)
  })

  it('are stored in the form that all others have', async () => {
    expect(await scryptFunctions(2).hash('x')).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  })

  it.each(['', 'salt', ':00', `salt:${'0'.repeat(126)}`])('are not compared with something else: %j', async (hash) => {
    await expect(scryptFunctions(2).verify('', hash)).rejects.toThrow('lacks the form salt:key')
  })

  it('cost anyone who asks for an unknown account the same work', async () => {
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
