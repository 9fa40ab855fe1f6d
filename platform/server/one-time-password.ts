import { timingSafeEqual } from 'node:crypto'
import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'

export const oneTimePassword = { digits: 6, periodSeconds: 30 } as const

const periodMs = oneTimePassword.periodSeconds * 1_000
/** 27 characters of a random token are 162 bits; RFC 4226 recommends 160. */
const secretLength = 27

/** The secret of an authenticator app, cut from 256 random bits in base64url. */
export function oneTimeSecret(token: string): string {
  return token.slice(0, secretLength)
}

/** What an app scans, and the same key for people who type it. */
export function describeSecret(secret: string, label: { issuer: string; account: string }) {
  const uri = createOTP(secret, { digits: oneTimePassword.digits, period: oneTimePassword.periodSeconds }).url(
    label.issuer,
    label.account,
  )
  return { uri, key: base32.encode(secret, { padding: false }) }
}

export function timeStep(now: Date): number {
  return Math.floor(now.getTime() / periodMs)
}

export async function codeOfStep(secret: string, step: number): Promise<string> {
  return createOTP(secret, { digits: oneTimePassword.digits }).hotp(step)
}

/**
 * RFC 6238: the time step that `code` belongs to, the clocks being at most one step apart; null when it belongs to none.
 * A step up to `lastUsed` is spent.
 */
export async function matchStep(
  secret: string,
  code: string,
  { now, lastUsed }: { now: Date; lastUsed: number | null },
): Promise<number | null> {
  const current = timeStep(now)
  const steps = [current - 1, current, current + 1].filter((step) => step > (lastUsed ?? -1))
  const expected = await Promise.all(steps.map((step) => codeOfStep(secret, step)))
  const at = expected.findIndex((one) => isSame(one, code))
  return steps[at] ?? null
}

/** `length` letters and digits that are hard to confuse (a–z, 2–7), cut from 256 random bits in base64url. */
export function plainLetters(token: string, length: number): string {
  return base32.encode(Buffer.from(token, 'base64url'), { padding: false }).slice(0, length).toLowerCase()
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
