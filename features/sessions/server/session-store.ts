import { and, asc, desc, eq, gt, inArray, isNotNull, lt, ne, sql, type SQL } from 'drizzle-orm'
import { resolveRole } from '@quaff/features/accounts/rules'
import { saveLastActive } from '@quaff/features/accounts/server'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchantApplications, merchants } from '@quaff/features/merchants/tables'
import { platformSettings } from '@quaff/features/settings/tables'
import { secondFactors } from '@quaff/features/sign-in/tables'
import {
  type Database,
  inText,
  onceATurn,
  pick,
  type Queryable,
  type Services,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import { sessionLimits } from '../contract'
import type { Rights } from '../rules'
import { sessions } from './tables'

const assignedMerchantIds = sql<string[]>`array(
  select ${userMerchants.merchantId} from ${userMerchants}
  where ${userMerchants.userId} = ${users.id}
  order by ${userMerchants.position}, ${userMerchants.merchantId}
)`

/** The application must be the person's own; being the owner counts only while no claim names a merchant. */
const ownMerchantIds = sql<string[]>`array(
  select ${merchantApplications.merchantId} from ${merchantApplications}
  where ${merchantApplications.id} = ${users.applicationId} and ${merchantApplications.userId} = ${users.id}
    and ${merchantApplications.merchantId} is not null
  union
  select ${merchants.id} from ${merchants}
  where ${merchants.ownerId} = ${users.id}
    and not exists (select 1 from ${userMerchants} where ${userMerchants.userId} = ${users.id})
)`

/** The platform setting; off until it was first turned on. */
const demandsSecondFactor = sql<boolean>`exists (
  select 1 from ${platformSettings}
  where ${platformSettings.key} = 'requireSecondFactor' and ${platformSettings.value} = 'true'::jsonb
)`

const hasSecondFactor = sql<boolean>`exists (
  select 1 from ${secondFactors}
  where ${secondFactors.userId} = ${users.id} and ${secondFactors.confirmedAt} is not null
)`

const previewMerchantName = sql<string | null>`(
  select ${merchants.name} from ${merchants} where ${merchants.id} = ${sessions.previewMerchantId}
)`

export async function isSecondFactorDemanded(db: Queryable) {
  const [row] = await db.select({ demanded: demandsSecondFactor }).from(sql`(values (1)) as one`)
  return row?.demanded === true
}

function selectSessions(db: Queryable, condition: SQL) {
  return db
    .select({
      sessionId: sessions.id,
      ...pick(sessions, 'expiresAt', 'lastSeenAt', 'authenticatedAt', 'passwordSetupUntil'),
      userId: users.id,
      ...pick(
        users,
        'email',
        'displayName',
        'photoUrl',
        'phoneNumber',
        'status',
        'claims',
        'applicationId',
        'csvDialect',
      ),
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      adminRecordRole: adminRecords.role,
      merchantIds: assignedMerchantIds,
      ownMerchantIds,
      demandsSecondFactor,
      hasSecondFactor,
      previewMerchantId: sessions.previewMerchantId,
      previewMerchantName,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(condition)
}

function prepareByTokenHash(db: Database) {
  return selectSessions(db, eq(sessions.tokenHash, sql.placeholder('tokenHash')))
    .limit(1)
    .prepare('session_by_token_hash')
}

const prepared = new WeakMap<Database, ReturnType<typeof prepareByTokenHash>>()

/** Runs on every request, so it is prepared, and concurrent requests of a page share it. */
export const findSessionByTokenHash = onceATurn(async (db: Database, tokenHash) => {
  const query = prepared.get(db) ?? prepareByTokenHash(db)
  prepared.set(db, query)
  const [row] = await query.execute({ tokenHash })
  return row
})

export async function findSessionById(db: Queryable, sessionId: string) {
  const [row] = await selectSessions(db, eq(sessions.id, sessionId)).limit(1)
  return row
}

export function findSessionsById(db: Queryable, sessionIds: string[]) {
  // One statement text for any number of ids, so that it is prepared once.
  return selectSessions(db, sql`${sessions.id} = any(${sql.param(sessionIds)}::text[])`)
}

/** State of a user whose session has ended; null if deleted. */
export async function findCurrentAccount(db: Queryable, userId: string) {
  const [row] = await db
    .select({
      status: users.status,
      claims: users.claims,
      adminRecordRole: adminRecords.role,
      merchantIds: assignedMerchantIds,
    })
    .from(users)
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1)
  return row ?? null
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSessionById>>>

export async function insertSession(tx: Transaction, row: typeof sessions.$inferInsert) {
  await tx.insert(sessions).values(row)
}

export async function touchSession(db: Database, row: { sessionId: string; userId: string }, now: Date) {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, row.sessionId))
  await saveLastActive(db, row.userId, now)
}

/** Returns those of the users who have a session, ordered by id. */
export async function listSignedIn(db: Queryable, userIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ userId: sessions.userId })
    .from(sessions)
    .where(sql`${sessions.userId} = any(${sql.param([...userIds])}::text[])`)
    .orderBy(asc(sessions.userId))
  return rows.map(({ userId }) => userId)
}

/** Rights of those users who have a session, ordered by id. */
export async function listRights(db: Queryable, userIds: readonly string[]): Promise<Map<string, Rights>> {
  const isSignedIn = sql`exists (select 1 from ${sessions} where ${sessions.userId} = ${users.id})`
  const rows = await db
    .select({
      userId: users.id,
      ...pick(users, 'claims', 'applicationId'),
      adminRecordRole: adminRecords.role,
      merchantIds: assignedMerchantIds,
      ownMerchantIds,
    })
    .from(users)
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(and(sql`${users.id} = any(${sql.param([...userIds])}::text[])`, isSignedIn))
    .orderBy(asc(users.id))
  return new Map(rows.map(({ userId, ...row }) => [userId, { ...row, role: resolveRole(row) }]))
}

/** Returns the number of ended sessions. */
export async function deleteSessions(tx: Transaction, userId: string, exceptSessionId?: string) {
  const others = exceptSessionId ? ne(sessions.id, exceptSessionId) : undefined
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), others))
    .returning({ id: sessions.id })
  return ended.length
}

export async function deleteSession(tx: Transaction, sessionId: string) {
  const ended = await tx.delete(sessions).where(eq(sessions.id, sessionId)).returning({ id: sessions.id })
  return ended.length > 0
}

export async function deleteNamedSessions(tx: Transaction, sessionIds: readonly string[]) {
  if (sessionIds.length === 0) return []
  return tx
    .delete(sessions)
    .where(inArray(sessions.id, [...sessionIds]))
    .returning({ sessionId: sessions.id, userId: sessions.userId })
}

/** Expired sessions open nothing; they lie there only until the next round. */
export async function deleteExpiredSessions({ db, clock }: Services) {
  await db.delete(sessions).where(lt(sessions.expiresAt, clock.now()))
}

/** G20: uses up the one password that the session may set. Returns false when it may not, or no longer. */
export async function takePasswordSetup(tx: Transaction, sessionId: string, now: Date) {
  const cleared = await tx
    .update(sessions)
    .set({ passwordSetupUntil: null })
    .where(
      and(eq(sessions.id, sessionId), isNotNull(sessions.passwordSetupUntil), gt(sessions.passwordSetupUntil, now)),
    )
    .returning({ id: sessions.id })
  return cleared.length > 0
}

/** The person has just proved who they are. Returns false when the session has ended since. */
export async function markAuthenticated(tx: Transaction, sessionId: string, now: Date) {
  const marked = await tx
    .update(sessions)
    .set({ authenticatedAt: now })
    .where(and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now)))
    .returning({ id: sessions.id })
  return marked.length > 0
}

const assignable = {
  id: merchants.id,
  name: merchants.name,
  timeZone: merchants.timeZone,
  logoUrl: sql<
    string | null
  >`coalesce(${merchants.brandingLogoUrl}, ${merchants.brandingLogoMarkUrl}, ${merchants.logoUrl})`,
}

export async function listAssignableMerchants(db: Queryable, ids: readonly string[]) {
  if (ids.length === 0) return []
  return db
    .select(assignable)
    .from(merchants)
    .where(inArray(merchants.id, [...ids]))
}

export async function findOwnedMerchant(db: Queryable, userId: string) {
  const [row] = await db
    .select(assignable)
    .from(merchants)
    .where(eq(merchants.ownerId, userId))
    .orderBy(asc(merchants.createdAt), asc(merchants.id))
    .limit(inText(1))
  return row ?? null
}

export async function findApplication(db: Queryable, applicationId: string) {
  const [row] = await db
    .select(pick(merchantApplications, 'id', 'merchantId', 'business'))
    .from(merchantApplications)
    .where(eq(merchantApplications.id, applicationId))
    .limit(1)
  return row ?? null
}

/** The asking session first, then by last activity. Expired ones open nothing and are not shown. */
export async function listSessionsOf(db: Queryable, { userId, sessionId }: UserActor, now: Date) {
  return db
    .select(pick(sessions, 'id', 'userAgent', 'network', 'createdAt', 'lastSeenAt'))
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, now)))
    .orderBy(desc(eq(sessions.id, sessionId)), desc(sessions.lastSeenAt), desc(sessions.id))
    .limit(sessionLimits.listed + 1)
}

/** Deletes a session of the person. Returns undefined if the person has no session with that id. */
export async function deleteSessionOf(tx: Transaction, userId: string, sessionId: string) {
  const [row] = await tx
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId)))
    .returning({ userAgent: sessions.userAgent })
  return row
}
