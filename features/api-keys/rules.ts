import { isolated } from '@quaff/platform/shared/readable-text'
import type { KeyScope, KeyState } from './contract'

type KeyDetails = { revokedAt: Date | null; expiresAt: Date | null; oldSecretUntil: Date | null }

export function keyStateAt({ revokedAt, expiresAt, oldSecretUntil }: KeyDetails, now: Date): KeyState {
  if (revokedAt) return 'revoked'
  if (expiresAt && expiresAt <= now) return 'expired'
  return oldSecretUntil && oldSecretUntil > now ? 'rotating' : 'active'
}

export const isWorking = (state: KeyState) => state === 'active' || state === 'rotating'

export const reaches = (merchantIds: readonly string[] | null, merchantId: string): boolean =>
  merchantIds === null || merchantIds.includes(merchantId)

/** Text for people, such as "Beans and 2 more". */
export function reachText({ merchants }: { merchants: readonly { name: string | null }[] | null }): string {
  if (merchants === null) return 'All merchants'
  const [first, ...others] = merchants
  const name = first?.name ?? 'Deleted merchant'
  return others.length === 0 ? name : `${isolated(name)} and ${others.length} more`
}

/** Reads need no signature, because they have no body. */
export const isReading = (scope: KeyScope) => scope.startsWith('read:')

type NewKey = { scopes: readonly KeyScope[]; merchantIds: readonly string[] | null; expiresAt: Date | null }

export function keyError({ scopes, merchantIds, expiresAt }: NewKey, now: Date): 'PEOPLE_SCOPE' | 'KEY_EXPIRY' | null {
  if (scopes.includes('ingest:users') && merchantIds !== null) return 'PEOPLE_SCOPE'
  return expiresAt && expiresAt <= now ? 'KEY_EXPIRY' : null
}

const longestOverlapMs = 31 * 86_400_000

export const isOverlap = (until: Date, now: Date): boolean =>
  until > now && until.getTime() - now.getTime() <= longestOverlapMs

/** Parses the header `t=1700000000,v1=<hex>`. */
export type RequestSignature = { at: number; hex: string }
const signatureLimits = { toleranceSeconds: 300 } as const

export function readSignature(header: string | undefined): RequestSignature | null {
  const [, at, hex] = /^t=(\d{1,12}),\s?v1=([0-9a-f]{64})$/.exec(header?.trim() ?? '') ?? []
  return at === undefined || hex === undefined ? null : { at: Number(at), hex }
}

/** A signature from the future is refused too. */
export const isLate = ({ at }: RequestSignature, now: Date): boolean =>
  Math.abs(now.getTime() / 1000 - at) > signatureLimits.toleranceSeconds

/** Parses `Bearer <secret>`; the scheme is not case-sensitive. */
export function readBearer(header: string | undefined): string | null {
  return /^bearer ([\w-]{1,200})$/i.exec(header?.trim() ?? '')?.[1] ?? null
}
