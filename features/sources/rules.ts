import { sourceLimits, type Source, type SourceKind } from './contract'

export const sourceKindNames: Record<SourceKind, string> = {
  users: 'People',
  subscriptions: 'Subscriptions',
  redemptions: 'Redemptions',
  refunds: 'Refunds',
  decisions: 'Drinks decided',
  payments: 'Payments',
}

/** `late`: its last events reached us long after they happened. `refusing`: something of the last days was not taken. */
export type SourceState = 'receiving' | 'refusing' | 'late' | 'quiet'

export function sourceState({ receivedAt, lagMs, refusals }: Source, now: Date): SourceState {
  if (now.getTime() - receivedAt.getTime() > sourceLimits.quietMs) return 'quiet'
  if (refusals.length > 0) return 'refusing'
  return lagMs !== null && lagMs > sourceLimits.lateMs ? 'late' : 'receiving'
}

/** Days of UTC, since a sum over days must not depend on who looks. */
export const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** In the largest unit that it fills: "3 minutes", "less than a second". */
export function lagText(lagMs: number): string {
  const unit = units.find(([, length]) => lagMs >= length)
  if (!unit) return 'less than a second'
  const count = Math.floor(lagMs / unit[1])
  return `${count.toLocaleString('en-US')} ${unit[0]}${count === 1 ? '' : 's'}`
}

const refusalTexts: Readonly<Record<string, string>> = {
  INVALID_FIELD: 'A field is missing, misspelled or of another shape',
  IN_THE_FUTURE: 'It lies more than five minutes ahead',
  TOO_OLD: 'It is older than 400 days',
  FOREIGN_MERCHANT: 'Its merchant is not one of this key',
  UNKNOWN_MERCHANT: 'There is no such merchant',
  UNKNOWN_USER: 'There is no such person',
  UNKNOWN_PLAN: 'The merchant has no such plan',
  UNKNOWN_LOCATION: 'The merchant has no such location',
  UNKNOWN_SUBSCRIPTION: 'There is no such subscription',
  STAFF_ACCOUNT: 'It is about an account of staff',
  ERASED_PERSON: 'The person was erased',
  SIGNATURE_MISSING: 'The request was not signed',
  SIGNATURE_WRONG: 'The signature did not fit the body',
  SIGNATURE_LATE: 'The clock of the sender is wrong, or the request came late',
  KEY_SCOPE: 'The key may not do this',
  RATE_LIMIT: 'Too many requests in a minute',
  BODY_CUT: 'The body was not complete JSON',
  BODY_SHAPE: 'The body had another shape',
  IDEMPOTENCY_KEY: 'The request had no Idempotency-Key',
  REQUEST_KEY: 'The Idempotency-Key was used for another question',
  INVALID_INPUT: 'A field is missing, misspelled or of another shape',
}

/** A code without a sentence of its own stays as it is. */
export const refusalText = (code: string): string => refusalTexts[code] ?? code
