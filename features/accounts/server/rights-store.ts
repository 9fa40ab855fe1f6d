import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { adminFlag, adminRole, type Queryable, type Transaction } from '@quaff/platform/server'
import { saveUser } from './account-store'
import { replaceMemberships } from './membership-store'
import { adminRecords, pendingInvitations, users } from './tables'

/** Role and merchants as our own verbs keep them: claims and legacy flags go (G10). */
export async function saveRole(
  tx: Transaction,
  userId: string,
  rights: { role: string; merchantIds: readonly string[]; keepsApplication: boolean },
  now: Date,
) {
  const { role, merchantIds, keepsApplication } = rights
  const application = keepsApplication ? {} : { applicationId: null }
  await saveUser(tx, userId, { role, claims: {}, ...application }, now)
  await replaceMemberships(tx, userId, merchantIds)
  if (role === 'customer') {
    await tx.delete(adminRecords).where(eq(adminRecords.userId, userId))
    return
  }
  await tx
    .insert(adminRecords)
    .values({ userId, role, updatedAt: now })
    .onConflictDoUpdate({
      target: adminRecords.userId,
      set: { role, updatedAt: now, version: sql`${adminRecords.version} + 1` },
    })
}

export type Activation = {
  displayName?: string
  passwordHash: string | null
  role: string
  merchantIds: readonly string[]
}

/** `pending` → `active`; false when the account is no longer pending. Claims and an older password do not survive. */
export async function saveActivation(tx: Transaction, userId: string, activation: Activation, now: Date) {
  const { displayName, passwordHash, role, merchantIds } = activation
  const activated = await tx
    .update(users)
    .set({
      status: 'active',
      emailVerified: true,
      passwordHash,
      ...(displayName === undefined ? {} : { displayName }),
      lastActiveAt: now,
      statusUpdatedAt: now,
    })
    .where(and(eq(users.id, userId), eq(users.status, 'pending')))
    .returning({ id: users.id })
  if (activated.length === 0) return false
  await saveRole(tx, userId, { role, merchantIds, keepsApplication: true }, now)
  await tx.update(pendingInvitations).set({ used: true, usedAt: now }).where(eq(pendingInvitations.userId, userId))
  return true
}

/** Active administrators by the role that the session gate would give them: `resolveRole` in the database. */
export async function listAdministratorsToMail(db: Queryable) {
  const claims = users.claims
  const role = sql`coalesce(nullif(${claims}->>'role', ''),
    case when ${claims} @> '{"admin": true}' or ${claims} @> ${JSON.stringify({ [adminRole]: true })}::jsonb
      or ${claims} @> ${JSON.stringify({ [adminFlag]: true })}::jsonb then ${adminRole} end,
    ${adminRecords.role})`
  return db
    .select({ userId: users.id, email: users.email, isPlaceholder: users.emailIsPlaceholder })
    .from(users)
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(and(eq(users.status, 'active'), isNull(users.erasedAt), eq(role, adminRole)))
    .orderBy(asc(users.id))
}
