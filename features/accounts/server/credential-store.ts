import { and, eq, sql } from 'drizzle-orm'
import { borrowedPrefix, type Queryable, type Transaction, unlessTaken } from '@quaff/platform/server'
import { saveUser } from './account-store'
import { users } from './tables'

export async function findPasswordHash(db: Queryable, userId: string) {
  const [row] = await db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, userId)).limit(1)
  return row?.passwordHash ?? null
}

export async function savePasswordHash(tx: Transaction, userId: string, passwordHash: string, now: Date) {
  await tx.update(users).set({ passwordHash, updatedAt: now }).where(eq(users.id, userId))
}

/** Refuses to overwrite a password that changed since it was checked. */
export async function replacePasswordHash(tx: Transaction, userId: string, from: string, to: string, now: Date) {
  const changed = await tx
    .update(users)
    .set({ passwordHash: to, updatedAt: now })
    .where(and(eq(users.id, userId), eq(users.passwordHash, from)))
    .returning({ id: users.id })
  return changed.length > 0
}

export async function markLastActive(tx: Transaction, userId: string, now: Date) {
  await tx.update(users).set({ lastActiveAt: now, emailVerified: true }).where(eq(users.id, userId))
}

export async function isEmailTaken(db: Queryable, email: string) {
  const rows = await db.select({ id: users.id }).from(users).where(eq(users.email, email)).limit(1)
  return rows.length > 0
}

/**
 * Returns false if the address is taken. The statement checks it, and the unique index decides between concurrent
 * changes.
 */
export async function saveEmail(tx: Transaction, userId: string, email: string, now: Date) {
  const changed = await tx
    .update(users)
    .set({ email, emailVerified: true, emailIsPlaceholder: false, updatedAt: now, version: sql`${users.version} + 1` })
    .where(and(eq(users.id, userId), sql`not exists (select 1 from ${users} other where other.email = ${email})`))
    .returning({ id: users.id })
  return changed.length > 0
}

/** Sets an unverified address. Returns false if it is taken, also by a concurrent change. */
export function moveToEmail(tx: Transaction, userId: string, email: string, now: Date) {
  const patch = { email, emailVerified: false, emailIsPlaceholder: false }
  return unlessTaken(tx, (savepoint) => saveUser(savepoint, userId, patch, now))
}

/** Ids of the hash parameters that stored passwords still need. Uses a partial index. */
export async function listNeededHashConfigs(db: Queryable) {
  const id = sql<string>`split_part(password_hash, '.', 3)`
  const rows = await db
    .selectDistinct({ id })
    .from(users)
    .where(sql`password_hash like ${sql.raw(`'${borrowedPrefix}%'`)}`)
  return rows.map((row) => row.id)
}
