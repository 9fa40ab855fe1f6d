import { timingSafeEqual } from 'node:crypto'
import type { Context, Queryable, Transaction } from '@quaff/platform/server'
import { linkPurposes, secondStepPurposes, type SecretPurpose } from './purposes'
import {
  countAttempt,
  findByHash,
  insertSecret,
  revokeSecrets,
  consumeByHash,
  type FoundSecret,
  type HashQuery,
  type Holder,
} from './secret-store'

type Hashing = Pick<Context, 'secrets'>

/** Other values that a secret is bound to, such as the session that requested the code. */
type Bound = readonly string[]

/** Only this hash is stored. The same digits for another purpose, account or session have a different hash. */
export function hashSecret({ secrets }: Hashing, purpose: SecretPurpose, secret: string, boundTo: Bound = []): string {
  return secrets.hash([...prefixOf(purpose), ...boundTo, secret].join(':'))
}

/** Links are random enough without it. Secrets that earlier versions sent have these hashes too. */
function prefixOf(purpose: SecretPurpose): readonly string[] {
  if (linkPurposes.some((one) => one === purpose)) return []
  if (secondStepPurposes.some((one) => one === purpose)) return ['second_step']
  return purpose.startsWith('proof:') ? ['proof'] : [purpose]
}

export type NewSecret = {
  purpose: SecretPurpose
  /** The token or code as sent. */
  secret: string
  boundTo?: Bound
  lifetimeMs: number
  id?: string
  userId?: string
  subject?: string
  payload?: string | null
}

/** Older secrets keep working: people open the first of two emails. */
export async function issueSecret(
  ctx: Pick<Context, 'secrets' | 'ids' | 'clock'>,
  db: Queryable,
  { secret, boundTo, lifetimeMs, id = ctx.ids.newId('ots'), ...row }: NewSecret,
): Promise<{ expiresAt: Date }> {
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + lifetimeMs)
  await insertSecret(db, { ...row, id, hash: hashSecret(ctx, row.purpose, secret, boundTo), createdAt, expiresAt })
  return { expiresAt }
}

/** Ends the older secrets of the same purpose and holder, so that attempts do not add up over several. */
export async function replaceSecret(
  ctx: Pick<Context, 'secrets' | 'ids' | 'clock'>,
  tx: Transaction,
  secret: NewSecret & Holder,
) {
  await revokeSecrets(tx, secret, [secret.purpose])
  await issueSecret(ctx, tx, secret)
}

/** `purposes` with the same kind of token, such as those of links. */
export type GivenToken = {
  token: string
  purposes: readonly [SecretPurpose, ...SecretPurpose[]]
  subject?: string
  boundTo?: Bound
}

const queryOf = (
  ctx: Pick<Context, 'secrets' | 'clock'>,
  { token, purposes, subject, boundTo }: GivenToken,
): HashQuery => ({ hash: hashSecret(ctx, purposes[0], token, boundTo), purposes, subject, now: ctx.clock.now() })

/**
 * Does not consume it. Null if the token is unknown, expired, used or replaced, or its account has changed its
 * address.
 */
export const findToken = (ctx: Pick<Context, 'secrets' | 'clock'>, db: Queryable, token: GivenToken) =>
  findByHash(db, queryOf(ctx, token))

/**
 * Uses up a token; returns null for all but one of concurrent callers. Lock the account first, as before every write to
 * its secrets: another order could deadlock.
 */
export const consumeToken = (ctx: Pick<Context, 'secrets' | 'clock'>, db: Queryable, token: GivenToken) =>
  consumeByHash(db, queryOf(ctx, token))

type Codes = { holder: Holder; purpose: SecretPurpose; attempts: number }
type GivenCode = { code: string; boundTo: Bound | ((found: FoundSecret) => Bound) }

/**
 * Counts the attempt, then compares. Returns null if the code is wrong, expired, used, replaced or out of attempts; otherwise
 * the secret, to be used up with `consumeSecret` in the transaction of its effect.
 */
export async function checkCode(
  ctx: Pick<Context, 'secrets' | 'clock' | 'db'>,
  { holder, purpose, attempts }: Codes,
  { code, boundTo }: GivenCode,
): Promise<FoundSecret | null> {
  const found = await countAttempt(ctx.db, { by: holder, purposes: [purpose], limit: attempts, now: ctx.clock.now() })
  if (!found) return null
  const expected = hashSecret(ctx, purpose, code, typeof boundTo === 'function' ? boundTo(found) : boundTo)
  return isSame(expected, found.hash) ? found : null
}

function isSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
