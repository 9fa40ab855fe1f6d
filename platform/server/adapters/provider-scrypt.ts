import { createCipheriv, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto'
import { promisify } from 'node:util'
import type { HashConfig } from '../imported-passwords'

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/**
 * Passwords as the old system's provider keeps them: what scrypt makes of the password encrypts the signer key, and that is
 * the hash. Salt and hash as base64, of either alphabet.
 */
export async function verifyProviderScrypt(
  { signerKey, saltSeparator, rounds, memoryCost }: HashConfig,
  password: string,
  { salt, hash }: { salt: string; hash: string },
): Promise<boolean> {
  const [work, expected] = [2 ** memoryCost, Buffer.from(hash, 'base64')]
  const salted = Buffer.concat([Buffer.from(salt, 'base64'), saltSeparator])
  const key = await derive(password, salted, 32, { N: work, r: rounds, p: 1, maxmem: 256 * work * rounds })
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  const found = Buffer.concat([cipher.update(signerKey), cipher.final()])
  return found.length === expected.length && timingSafeEqual(found, expected)
}
