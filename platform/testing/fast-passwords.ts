import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { scryptPasswords } from '@quaff/platform/server/adapters/scrypt-passwords'
import type { PasswordHasher } from '@quaff/platform/server/ports'

const derive = promisify<string, Buffer, number, { N: number }, Buffer>(scrypt)
const length = 32
const cheap = { N: 2 }

/** The real queue and dummy hash around a scrypt that costs next to nothing. */
export function fastPasswords(): PasswordHasher {
  return scryptPasswords({
    async hash(password) {
      const salt = randomBytes(16)
      return `${salt.toString('hex')}:${(await derive(password, salt, length, cheap)).toString('hex')}`
    },
    async verify(password, hash) {
      const [salt = '', key = ''] = hash.split(':')
      const expected = Buffer.from(key, 'hex')
      return (
        expected.length === length &&
        timingSafeEqual(expected, await derive(password, Buffer.from(salt, 'hex'), length, cheap))
      )
    },
  })
}
