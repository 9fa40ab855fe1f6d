import { describe, expect, it } from 'vitest'
import { borrowedText, type HashConfig, hashConfigId } from '../imported-passwords'
import { scryptFunctions, scryptPasswords, verifyProviderScrypt } from './scrypt-passwords'

const configOf = (key: string): HashConfig => ({
  signerKey: Buffer.from(key, 'base64'),
  saltSeparator: Buffer.from('Bw==', 'base64'),
  rounds: 8,
  memoryCost: 14,
})

/** The first is of the scrypt's own description, the second of the tests of another service that takes these hashes. */
const vectors = [
  {
    config: configOf('jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='),
    password: 'user1password',
    salt: '42xEC+ixf3L2lw==',
    hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  },
  {
    config: configOf('ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw=='),
    password: 'mytestpassword',
    salt: 'C0sHCg9ek77hsg==',
    hash: 'zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw==',
  },
]

describe.each(vectors)('a password of an old system: $password', ({ config, password, salt, hash }) => {
  const stored = borrowedText({ configId: hashConfigId(config), salt, hash })
  const passwords = scryptPasswords(scryptFunctions(2), config)

  it('is right by the public vector, whatever alphabet its base64 has', async () => {
    expect(await verifyProviderScrypt(config, password, { salt, hash })).toBe(true)
    const [urlSalt, urlHash] = [salt, hash].map((text) => text.replaceAll('+', '-').replaceAll('/', '_'))
    expect(await verifyProviderScrypt(config, password, { salt: urlSalt ?? '', hash: urlHash ?? '' })).toBe(true)
    expect(await passwords.verify(password, stored)).toBe(true)
    expect(passwords.isBorrowed(stored)).toBe(true)
  })

  it('is wrong with another letter, an empty hash, a cut one, or settings of another system', async () => {
    for (const typed of ['', `${password} `, password.toUpperCase()])
      expect(await passwords.verify(typed, stored)).toBe(false)
    for (const cut of ['', hash.slice(0, 40)])
      expect(await passwords.verify(password, borrowedText({ configId: hashConfigId(config), salt, hash: cut }))).toBe(
        false,
      )
    const other = scryptPasswords(scryptFunctions(2), configOf('c29tZWJvZHkgZWxzZQ=='))
    expect(await other.verify(password, stored)).toBe(false)
    expect(await scryptPasswords(scryptFunctions(2)).verify(password, stored)).toBe(false)
  })

  it('is right in a process without the settings, as soon as another has stored them', async () => {
    let kept: HashConfig | null = null
    const elsewhere = scryptPasswords(scryptFunctions(2), null, { find: async () => kept, keep: async () => {} })
    expect(await elsewhere.verify(password, stored)).toBe(false)
    kept = config
    expect(await elsewhere.verify(password, stored)).toBe(true)
  })

  it('costs who asks the same two works, whether the address is unknown, was imported, or is one of ours', async () => {
    let own = 0
    const counted = scryptPasswords({ hash: async () => 'ours', verify: async () => (own += 1) < 0 }, config)
    for (const known of [null, 'ours', stored]) await counted.verify(password, known)
    expect(own).toBe(3)
  })

  it('never shows the signer key in what is stored', () => {
    expect(stored).toMatch(/^fbscrypt\.v1\.[0-9a-f]{12}\.[\w-]+\.[\w-]+$/)
    expect(stored).not.toContain(config.signerKey.toString('base64url').slice(0, 10))
  })
})
