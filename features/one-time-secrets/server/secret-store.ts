import { and, desc, eq, gt, inArray, isNull, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { sessionLimits } from '@quaff/features/sessions/contract'
import { inText, pick, type Queryable, type Services, type Transaction } from '@quaff/platform/server'
import { linkPurposes, type SecretPurpose } from './purposes'
import { oneTimeSecrets } from './tables'

/** Owner of the secrets: an account, or an address without one. */
export type Holder = { userId: string } | { userId?: undefined; subject: string }

const found = pick(oneTimeSecrets, 'id', 'purpose', 'userId', 'subject', 'hash', 'payload')
export type FoundSecret = Pick<
  typeof oneTimeSecrets.$inferSelect,
  'id' | 'purpose' | 'userId' | 'subject' | 'hash' | 'payload'
>

/** A secret from a clock that was set back since would work for longer than it may. */
const latestCreation = (now: Date) => new Date(now.getTime() + sessionLimits.clockToleranceMs)

const isOpen = (now: Date) =>
  and(
    isNull(oneTimeSecrets.usedAt),
    gt(oneTimeSecrets.expiresAt, now),
    lte(oneTimeSecrets.createdAt, latestCreation(now)),
  )

const isOf = (purposes: readonly SecretPurpose[]) => inArray(oneTimeSecrets.purpose, [...purposes])

const belongsTo = (holder: Holder) =>
  holder.userId === undefined
    ? and(isNull(oneTimeSecrets.userId), eq(oneTimeSecrets.subject, holder.subject))
    : eq(oneTimeSecrets.userId, holder.userId)

export async function insertSecret(db: Queryable, row: typeof oneTimeSecrets.$inferInsert) {
  await db.insert(oneTimeSecrets).values(row)
}

/** Deletes unused secrets; used ones stay until they are pruned. */
export async function revokeSecrets(tx: Transaction, holder: Holder, purposes?: readonly SecretPurpose[]) {
  await tx
    .delete(oneTimeSecrets)
    .where(and(belongsTo(holder), purposes && isOf(purposes), isNull(oneTimeSecrets.usedAt)))
}

export async function deleteSecrets(tx: Transaction, ids: readonly string[]) {
  if (ids.length > 0) await tx.delete(oneTimeSecrets).where(inArray(oneTimeSecrets.id, [...ids]))
}

export type HashQuery = { hash: string; purposes: readonly SecretPurpose[]; subject?: string; now: Date }

const hasHash = ({ hash, purposes, subject, now }: HashQuery) =>
  and(
    eq(oneTimeSecrets.hash, hash),
    isOf(purposes),
    subject === undefined ? undefined : eq(oneTimeSecrets.subject, subject),
    isOpen(now),
  )

/** A secret that was emailed to an account is valid only while the account has that address. */
export async function findByHash(db: Queryable, query: HashQuery) {
  const [row] = await db
    .select(found)
    .from(oneTimeSecrets)
    .leftJoin(users, eq(users.id, oneTimeSecrets.userId))
    .where(and(hasHash(query), or(isNull(oneTimeSecrets.userId), eq(users.email, oneTimeSecrets.subject))))
    .limit(1)
  return row ?? null
}

/** Only one of several concurrent calls gets the row; the others get null. */
export async function consumeByHash(db: Queryable, query: HashQuery) {
  const [row] = await db.update(oneTimeSecrets).set({ usedAt: query.now }).where(hasHash(query)).returning(found)
  return row ?? null
}

/** Returns false if it was used, revoked or has expired since it was checked. */
export async function consumeSecret(tx: Transaction, id: string, now: Date) {
  const used = await tx
    .update(oneTimeSecrets)
    .set({ usedAt: now })
    .where(and(eq(oneTimeSecrets.id, id), isOpen(now)))
    .returning({ id: oneTimeSecrets.id })
  return used.length > 0
}

/** Uses up all secrets of a purpose, expired ones too. */
export async function consumeAll(tx: Transaction, holder: Holder, purpose: SecretPurpose, now: Date) {
  await tx
    .update(oneTimeSecrets)
    .set({ usedAt: now })
    .where(and(belongsTo(holder), isOf([purpose]), isNull(oneTimeSecrets.usedAt)))
}

type Attempt = { by: Holder | { hash: string }; purposes: readonly SecretPurpose[]; limit: number; now: Date }

/**
 * Counts an attempt on the newest open secret and returns it, or null without attempts left. The caller compares
 * afterwards, so that parallel guesses are counted too.
 */
export async function countAttempt(db: Queryable, { by, purposes, limit, now }: Attempt) {
  const match: SQL | undefined = 'hash' in by ? eq(oneTimeSecrets.hash, by.hash) : belongsTo(by)
  const newest = db
    .select({ id: oneTimeSecrets.id })
    .from(oneTimeSecrets)
    .where(and(match, isOf(purposes), isOpen(now)))
    .orderBy(desc(oneTimeSecrets.createdAt))
    .limit(inText(1))
  const [row] = await db
    .update(oneTimeSecrets)
    .set({ attempts: sql`${oneTimeSecrets.attempts} + 1` })
    .where(and(eq(oneTimeSecrets.id, sql`(${newest})`), lt(oneTimeSecrets.attempts, limit)))
    .returning(found)
  return row ?? null
}

/** Returns why a link does not open; unknown if it was never sent, replaced by a newer one, or pruned. */
export async function explainLink(
  db: Queryable,
  { hash, now }: { hash: string; now: Date },
): Promise<'used' | 'expired' | 'unknown'> {
  const [row] = await db
    .select(pick(oneTimeSecrets, 'usedAt', 'expiresAt', 'createdAt'))
    .from(oneTimeSecrets)
    .where(and(eq(oneTimeSecrets.hash, hash), isOf(linkPurposes)))
    .limit(1)
  if (row?.usedAt) return 'used'
  return row && (row.expiresAt <= now || row.createdAt > latestCreation(now)) ? 'expired' : 'unknown'
}

/** Notes the first time that the page behind a link was seen: a step of the invitation's timeline. */
export async function markOpened(db: Queryable, id: string, now: Date) {
  await db
    .update(oneTimeSecrets)
    .set({ openedAt: now })
    .where(and(eq(oneTimeSecrets.id, id), isNull(oneTimeSecrets.openedAt)))
}

/** Deletes all secrets of an erased person, used or not. Returns the addresses that they were emailed to. */
export async function forgetSecrets(tx: Transaction, userId: string) {
  const rows = await tx
    .delete(oneTimeSecrets)
    .where(eq(oneTimeSecrets.userId, userId))
    .returning({ subject: oneTimeSecrets.subject })
  return rows.flatMap(({ subject }) => subject ?? [])
}

/** Deletes all codes and proofs of addresses without an account, used or not. */
export async function forgetAddresses(tx: Transaction, addresses: readonly string[]) {
  if (addresses.length === 0) return
  await tx
    .delete(oneTimeSecrets)
    .where(and(isNull(oneTimeSecrets.userId), inArray(oneTimeSecrets.subject, [...addresses])))
}

const graceMs = 86_400_000
/** These need no grace period, because their state is never shown. */
const withoutGrace = ['passkey_challenge', 'single_sign_on_state'] as const

/** Expired secrets stay for a day, so that a link can say that it has expired. */
export async function pruneSecrets({ db, clock }: Services) {
  const now = clock.now()
  const { expiresAt } = oneTimeSecrets
  await db
    .delete(oneTimeSecrets)
    .where(or(lt(expiresAt, new Date(now.getTime() - graceMs)), and(isOf(withoutGrace), lt(expiresAt, now))))
}
