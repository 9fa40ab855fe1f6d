import { sourceLimits, type Source, type SourceKind } from './contract'

export const sourceKindNames: Record<SourceKind, string> = {
  users: 'People',
  subscriptions: 'Subscriptions',
  redemptions: 'Redemptions',
  refunds: 'Refunds',
  decisions: 'Redemption checks',
  payments: 'Payments',
}

/** `late`: the last delivery took longer than `lateMs`. `refusing`: events were refused in the last 7 days. */
export type SourceState = 'receiving' | 'refusing' | 'late' | 'quiet'

export function sourceState({ receivedAt, lagMs, refusals }: Source, now: Date): SourceState {
  if (now.getTime() - receivedAt.getTime() > sourceLimits.quietMs) return 'quiet'
  if (refusals.length > 0) return 'refusing'
  return lagMs !== null && lagMs > sourceLimits.lateMs ? 'late' : 'receiving'
}

/** Returns a UTC day, so that sums do not depend on the viewer's time zone. */
export const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** Rounds down to the largest unit: "3 minutes", "less than a second". */
export function lagText(lagMs: number): string {
  const unit = units.find(([, length]) => lagMs >= length)
  if (!unit) return 'less than a second'
  const count = Math.floor(lagMs / unit[1])
  return `${count.toLocaleString('en-US')} ${unit[0]}${count === 1 ? '' : 's'}`
}

const refusalMessages: Readonly<Record<string, string>> = {
  INVALID_FIELD: 'A field is missing, misspelled or invalid',
  IN_THE_FUTURE: 'More than five minutes in the future',
  TOO_OLD: 'Older than 400 days',
  FOREIGN_MERCHANT: 'The key doesn’t cover this merchant',
  UNKNOWN_MERCHANT: 'Unknown merchant',
  UNKNOWN_USER: 'Unknown user',
  UNKNOWN_PLAN: 'Unknown plan',
  UNKNOWN_LOCATION: 'Unknown location',
  UNKNOWN_SUBSCRIPTION: 'Unknown subscription',
  STAFF_ACCOUNT: 'Staff account',
  ERASED_PERSON: 'Erased user',
  SIGNATURE_MISSING: 'Unsigned request',
  SIGNATURE_WRONG: 'Wrong signature',
  SIGNATURE_LATE: 'Signature too old. Check the sender’s clock.',
  KEY_SCOPE: 'Missing permission',
  RATE_LIMIT: 'Too many requests',
  BODY_CUT: 'Invalid JSON',
  BODY_SHAPE: 'Invalid body',
  IDEMPOTENCY_KEY: 'Missing Idempotency-Key',
  REQUEST_KEY: 'Idempotency-Key reused for another request',
  INVALID_INPUT: 'A field is missing, misspelled or invalid',
}

/** Returns an unknown code unchanged. */
export const refusalText = (code: string): string => refusalMessages[code] ?? code
