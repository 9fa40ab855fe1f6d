export const borrowedPrefix = 'fbscrypt.v1.'

/** A hash that the old system made: salt and hash as base64, of either alphabet. */
export type BorrowedHash = { configId: string; salt: string; hash: string }

const urlSafe = (text: string) => Buffer.from(text, 'base64').toString('base64url')

/** As it stands among our own: `fbscrypt.v1.<settings>.<salt>.<hash>`. */
export const borrowedText = ({ configId, salt, hash }: BorrowedHash) =>
  `${borrowedPrefix}${configId}.${urlSafe(salt)}.${urlSafe(hash)}`

export const isBorrowed = (text: string) => text.startsWith(borrowedPrefix)

/** Undefined for one of ours. */
export function readBorrowed(text: string): BorrowedHash | undefined {
  if (!isBorrowed(text)) return undefined
  const [configId = '', salt = '', hash = ''] = text.slice(borrowedPrefix.length).split('.')
  return { configId, salt, hash }
}
