import { and, asc, eq, isNull } from 'drizzle-orm'
import { pick, type Queryable, type Transaction } from '@quaff/platform/server'
import { passkeys } from '../../server/tables'

const shown = pick(passkeys, 'id', 'name', 'isSynced', 'createdAt', 'lastUsedAt', 'stoppedAt')

/** In order of creation. */
export async function listPasskeysOf(db: Queryable, userId: string) {
  return db
    .select(shown)
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
}

export async function listCredentialsOf(db: Queryable, userId: string) {
  return db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
}

/** Null when some account has this key already. */
export async function insertPasskey(tx: Transaction, row: typeof passkeys.$inferInsert) {
  const [added] = await tx
    .insert(passkeys)
    .values(row)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning(shown)
  return added ?? null
}

export async function findPasskey(db: Queryable, credentialId: string) {
  const [row] = await db
    .select(pick(passkeys, 'id', 'userId', 'credentialId', 'publicKey'))
    .from(passkeys)
    .where(eq(passkeys.credentialId, credentialId))
  return row ?? null
}

/** Locked current state, for a sign-in. */
export async function lockPasskey(tx: Transaction, id: string) {
  const [row] = await tx
    .select({ name: passkeys.name, counter: passkeys.counter, stoppedAt: passkeys.stoppedAt })
    .from(passkeys)
    .where(eq(passkeys.id, id))
    .for('update')
  return row ?? null
}

export async function markPasskeyUsed(
  tx: Transaction,
  id: string,
  used: { counter: number; isSynced: boolean; now: Date },
) {
  const { counter, isSynced, now: lastUsedAt } = used
  await tx.update(passkeys).set({ counter, isSynced, lastUsedAt }).where(eq(passkeys.id, id))
}

export async function stopPasskey(tx: Transaction, id: string, now: Date) {
  await tx
    .update(passkeys)
    .set({ stoppedAt: now })
    .where(and(eq(passkeys.id, id), isNull(passkeys.stoppedAt)))
}

type OwnPasskey = { id: string; userId: string }
const isOwn = ({ id, userId }: OwnPasskey) => and(eq(passkeys.id, id), eq(passkeys.userId, userId))

/** False when the person has no such passkey. */
export async function savePasskeyName(tx: Transaction, own: OwnPasskey, name: string) {
  const renamed = await tx.update(passkeys).set({ name }).where(isOwn(own)).returning({ id: passkeys.id })
  return renamed.length > 0
}

/** Its name; null when the person has no such passkey. */
export async function deletePasskey(tx: Transaction, own: OwnPasskey) {
  const [removed] = await tx.delete(passkeys).where(isOwn(own)).returning({ name: passkeys.name })
  return removed?.name ?? null
}

/** Returns the number deleted. */
export async function deletePasskeysOf(tx: Transaction, userId: string) {
  const removed = await tx.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  return removed.length
}
