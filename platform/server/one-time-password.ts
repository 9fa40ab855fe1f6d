import { createHmac, timingSafeEqual } from 'node:crypto'

const oneTimePassword = { digits: 6, periodSeconds: 30 } as const

const periodMs = oneTimePassword.periodSeconds * 1_000
/** 27 characters of a random token are 162 bits; RFC 4226 recommends 160. */
const secretLength = 27
const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The secret of an authenticator app, cut from 256 random bits in base64url. */
export function oneTimeSecret(token: string): string {
  return token.slice(0, secretLength)
}

/** The URL for authenticator apps, and the same key for typing. */
export function describeSecret(secret: string, { issuer, account }: { issuer: string; account: string }) {
  const key = base32(Buffer.from(secret))
  const { digits, periodSeconds } = oneTimePassword
  const details = new URLSearchParams({ secret: key, issuer, digits: `${digits}`, period: `${periodSeconds}` })
  return {
    uri: `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?${details.toString()}`,
    key,
  }
}

export function timeStep(now: Date): number {
  return Math.floor(now.getTime() / periodMs)
}

/** RFC 4226: four bytes of the hash without their sign, from where its last four bits point to. */
export function codeOfStep(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', secret).update(counter).digest()
  const number = hash.readUInt32BE(hash.readUInt8(hash.length - 1) & 15) & 0x7f_ff_ff_ff
  return String(number % 10 ** oneTimePassword.digits).padStart(oneTimePassword.digits, '0')
}

/**
 * RFC 6238: the time step that `code` belongs to, the clocks being at most one step apart; null when it belongs to none.
 * A step up to `lastUsed` is spent.
 */
export function matchStep(
  secret: string,
  code: string,
  { now, lastUsed }: { now: Date; lastUsed: number | null },
): number | null {
  const current = timeStep(now)
  const steps = [current - 1, current, current + 1].filter((step) => step > (lastUsed ?? -1))
  return steps.find((step) => isSame(codeOfStep(secret, step), code)) ?? null
}

/** `length` letters and digits that are hard to confuse (a–z, 2–7), cut from 256 random bits in base64url. */
export function plainLetters(token: string, length: number): string {
  return base32(Buffer.from(token, 'base64url')).slice(0, length).toLowerCase()
}

/** RFC 4648, without the padding at its end. */
function base32(bytes: Buffer) {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return bits.replaceAll(/.{1,5}/g, (five) => base32Letters.charAt(Number.parseInt(five.padEnd(5, '0'), 2)))
}

function isSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
