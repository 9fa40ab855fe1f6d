import { createHash } from 'node:crypto'

/** Settings of the provider's scrypt. The signer key is a secret: it is never stored in the database. */
export type HashConfig = { signerKey: Buffer; saltSeparator: Buffer; rounds: number; memoryCost: number }

/** Returns an id of the settings that a stored hash was made with. It does not reveal them. */
export const hashConfigId = ({ signerKey, saltSeparator, rounds, memoryCost }: HashConfig): string =>
  createHash('sha256')
    .update(JSON.stringify([signerKey.toString('base64'), saltSeparator.toString('base64'), rounds, memoryCost]))
    .digest('hex')
    .slice(0, 12)

/** Returns a text that `readHashParameters` of `@quaff/firestore-export` reads. It holds the secret. */
export function hashConfigText({ signerKey, saltSeparator, rounds, memoryCost }: HashConfig): string {
  const settings = {
    algorithm: 'SCRYPT',
    base64_signer_key: signerKey.toString('base64'),
    base64_salt_separator: saltSeparator.toString('base64'),
    rounds,
    mem_cost: memoryCost,
  }
  return JSON.stringify(settings, null, 2)
}

export const borrowedPrefix = 'fbscrypt.v1.'

/** A hash that the old system made: salt and hash as base64, of either alphabet. */
export type BorrowedHash = { configId: string; salt: string; hash: string }

const urlSafe = (text: string) => Buffer.from(text, 'base64').toString('base64url')

/** Stored format of an imported hash: `fbscrypt.v1.<settings>.<salt>.<hash>`. */
export const borrowedText = ({ configId, salt, hash }: BorrowedHash) =>
  `${borrowedPrefix}${configId}.${urlSafe(salt)}.${urlSafe(hash)}`

export const isBorrowed = (text: string) => text.startsWith(borrowedPrefix)

/** Returns undefined for one of our own hashes. */
export function readBorrowed(text: string): BorrowedHash | undefined {
  if (!isBorrowed(text)) return undefined
  const [configId = '', salt = '', hash = ''] = text.slice(borrowedPrefix.length).split('.')
  return { configId, salt, hash }
}
