import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { union } from 'drizzle-orm/pg-core'
import { adminRecords, userMerchants, users } from '@quaff/features/accounts/tables'
import { merchantNotFound, scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import { held, importedRows, type Locked, publishLive, type Queryable, type Transaction } from '@quaff/platform/server'
import { merchants, merchantApplications } from './tables'
import { isKnownZone } from './zone-store'

export type StoredMerchant = typeof merchants.$inferSelect
export type NewStoredMerchant = typeof merchants.$inferInsert
export type MerchantPatch = Partial<Omit<NewStoredMerchant, 'id' | 'createdAt' | 'updatedAt' | 'version'>>

/** Locks it for a write. A foreign merchant is refused like a missing one. */
export async function lockMerchant(tx: Transaction, scope: OneMerchant) {
  const [row] = await tx.select().from(merchants).where(scopeWhere(scope, merchants.id)).for('update')
  if (!row) throw merchantNotFound()
  return held(row)
}

export async function insertMerchantRow(tx: Transaction, row: NewStoredMerchant) {
  const [inserted] = await tx.insert(merchants).values(row).returning()
  if (!inserted) throw new Error('Couldn’t insert the merchant.')
  await publishLive(tx, { topic: 'merchant', subjectId: inserted.id, merchantId: inserted.id })
  return inserted
}

/** Increments the version and publishes a live event. `statusChangedAt` follows the status unless given. */
export async function updateMerchantRow(
  tx: Transaction,
  before: Locked<StoredMerchant>,
  patch: MerchantPatch,
  now: Date,
) {
  const moved = patch.status !== undefined && patch.status !== before.status ? { statusChangedAt: now } : {}
  const [updated] = await tx
    .update(merchants)
    .set({ ...moved, ...patch, updatedAt: now, version: sql`${merchants.version} + 1` })
    .where(eq(merchants.id, before.id))
    .returning()
  if (!updated) throw merchantNotFound()
  await publishLive(tx, { topic: 'merchant', subjectId: before.id, merchantId: before.id })
  return held(updated)
}

/** No change of the merchant: a form that was opened before keeps its version. */
export async function setApplicationId(tx: Transaction, before: Locked<StoredMerchant>, applicationId: string) {
  const [updated] = await tx.update(merchants).set({ applicationId }).where(eq(merchants.id, before.id)).returning()
  if (!updated) throw merchantNotFound()
  return held(updated)
}

/** Active owners: who has the merchant in the claims, and who is its `ownerId`. Starts from these few, never from all people. */
export async function listOwnersToMail(db: Queryable, merchantId: string) {
  const members = db
    .select({ id: userMerchants.userId })
    .from(userMerchants)
    .where(eq(userMerchants.merchantId, merchantId))
  const owner = db
    .select({ id: sql<string>`${merchants.ownerId}`.as('id') })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
  return db
    .select({
      userId: users.id,
      email: users.email,
      isPlaceholder: users.emailIsPlaceholder,
      displayName: users.displayName,
    })
    .from(users)
    .leftJoin(adminRecords, eq(adminRecords.userId, users.id))
    .where(
      and(
        inArray(users.id, union(members, owner)),
        eq(users.status, 'active'),
        sql`coalesce(nullif(${users.claims}->>'role', ''), ${adminRecords.role}, ${users.role}) = 'merchant_owner'`,
      ),
    )
    .orderBy(asc(users.id))
}

/** Rows that reference it are deleted by cascade. */
export async function deleteMerchantRow(tx: Transaction, { id }: Locked<StoredMerchant>) {
  await tx.delete(merchants).where(eq(merchants.id, id))
  await publishLive(tx, { topic: 'merchant', subjectId: id, merchantId: id })
}

const merchantRows = importedRows(merchants, [merchants.id], merchants.version)

/** A merchant that is here keeps its zone, by which its days are counted; a new one has no days yet. */
export const merchantDocumentRows: typeof merchantRows = {
  ...merchantRows,
  async write(tx, rows) {
    const here = await merchantRows.versions(
      tx,
      rows.map(({ id }) => id),
    )
    const isHere = ({ id }: { id: string }) => here.has(id)
    const replaced = rows.filter(isHere).map(({ timeZone: _timeZone, ...row }) => row)
    const added = rows.filter((row) => !isHere(row))
    const zones = new Map<string, boolean>()
    for (const { timeZone } of added)
      if (timeZone && !zones.has(timeZone)) zones.set(timeZone, await isKnownZone(tx, timeZone))
    const fresh = added.map((row) => ({ ...row, timeZone: zones.get(row.timeZone ?? '') ? row.timeZone : null }))
    return new Map([...(await merchantRows.write(tx, replaced)), ...(await merchantRows.write(tx, fresh))])
  },
}
export const applicationDocumentRows = importedRows(
  merchantApplications,
  [merchantApplications.id],
  merchantApplications.version,
)

/** An import puts a picture into a place of a merchant, or takes it out; the version after it. The caller holds the row. */
export async function setLogoAddress(
  tx: Transaction,
  merchantId: string,
  place: Partial<Pick<typeof merchants.$inferInsert, 'brandingLogoUrl' | 'brandingLogoMarkUrl'>>,
) {
  const [row] = await tx
    .update(merchants)
    .set({ ...place, version: sql`${merchants.version} + 1` })
    .where(eq(merchants.id, merchantId))
    .returning({ version: merchants.version })
  return row?.version ?? null
}
