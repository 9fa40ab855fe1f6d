import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { users } from '@quaff/features/accounts/tables'
import { scopeWhere, type OneMerchant } from '@quaff/features/sessions/server'
import { type Context, held, inText, type Locked, type Queryable, type Transaction } from '@quaff/platform/server'
import type { StoredMerchant } from './merchant-record-store'
import { merchantApplications, merchants } from './tables'

export type StoredApplication = typeof merchantApplications.$inferSelect
export type ApplicationPatch = Partial<
  Pick<StoredApplication, 'merchantId' | 'status' | 'business' | 'settings' | 'drafts' | 'submittedAt'>
>

/** The application of a new venue, before its owner has set anything up (specification-gaps.md, "Application to live"). */
export async function createApplication(
  ctx: Context,
  tx: Transaction,
  application: { userId: string; venueName: string; email: string },
) {
  const id = ctx.ids.newId('app')
  const now = ctx.clock.now()
  await tx
    .insert(merchantApplications)
    .values({
      id,
      userId: application.userId,
      status: 'pending_setup',
      business: { name: application.venueName, businessName: application.venueName, email: application.email },
      createdAt: now,
      updatedAt: now,
    })
  return held({ id })
}

export async function findApplication(db: Queryable, applicationId: string) {
  const [row] = await db.select().from(merchantApplications).where(eq(merchantApplications.id, applicationId))
  return row
}

/** Several applications may name one merchant: the latest counts everywhere. */
const latestFirst = [sql`${merchantApplications.submittedAt} desc nulls last`, asc(merchantApplications.id)]

/** `settings.isLive` of the latest application of the outer statement's merchant, as JSON; null if it has none. */
export const applicationWish = sql<unknown>`(select ${merchantApplications.settings} -> 'isLive' from ${merchantApplications}
  where ${merchantApplications.merchantId} = ${sql`${merchants}.id`}
  order by ${sql.join(latestFirst, sql`, `)} limit 1)`

/** Returns the latest application of the merchant. */
export async function findApplicationOf(db: Queryable, scope: OneMerchant) {
  const [row] = await db
    .select()
    .from(merchantApplications)
    .where(scopeWhere(scope, merchantApplications.merchantId))
    .orderBy(...latestFirst)
    .limit(inText(1))
  return row
}

/** The lock of a merchant is that of its application too. */
export async function heldApplicationOf(tx: Transaction, { id }: Locked<StoredMerchant>) {
  const [row] = await tx
    .select()
    .from(merchantApplications)
    .where(eq(merchantApplications.merchantId, id))
    .orderBy(...latestFirst)
    .limit(inText(1))
  return row && held(row)
}

/** Locks the applicant's own application for a write. Returns undefined if it belongs to another one. */
export async function lockOwnApplication(tx: Transaction, applicationId: string, userId: string) {
  const [row] = await tx
    .select()
    .from(merchantApplications)
    .where(and(eq(merchantApplications.id, applicationId), eq(merchantApplications.userId, userId)))
    .for('update')
  return row && held(row)
}

export async function updateApplication(
  tx: Transaction,
  { id }: Locked<{ id: string }>,
  patch: ApplicationPatch,
  now: Date,
) {
  await tx
    .update(merchantApplications)
    .set({ ...patch, updatedAt: now, version: sql`${merchantApplications.version} + 1` })
    .where(eq(merchantApplications.id, id))
}

/** Unlinks a deleted merchant: its applicant may set up another one. */
export async function unlinkApplications(tx: Transaction, { id }: Locked<StoredMerchant>, now: Date) {
  await tx
    .update(merchantApplications)
    .set({ merchantId: null, updatedAt: now, version: sql`${merchantApplications.version} + 1` })
    .where(eq(merchantApplications.merchantId, id))
}

/** Unlinks a deleted account: its applications remain without an applicant. */
export async function unlinkApplicant(tx: Transaction, userId: string, now: Date) {
  await tx
    .update(merchantApplications)
    .set({ userId: null, updatedAt: now, version: sql`${merchantApplications.version} + 1` })
    .where(eq(merchantApplications.userId, userId))
}

/** Moves the contact of a venue that is not set up yet to the applicant's new address, unless it was another one. */
export async function moveApplicant(tx: Transaction, userId: string, email: string, now: Date) {
  const { business, merchantId, version } = merchantApplications
  const known = tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await tx
    .update(merchantApplications)
    .set({
      business: sql`jsonb_set(${business}, '{email}', to_jsonb(${email}::text))`,
      updatedAt: now,
      version: sql`${version} + 1`,
    })
    .where(and(eq(merchantApplications.userId, userId), isNull(merchantId), sql`${business} ->> 'email' = (${known})`))
}

/**
 * Deletes an erased person's applications without a merchant. Others remain without the applicant and without unsaved
 * drafts.
 */
export async function forgetApplicant(tx: Transaction, userId: string, now: Date) {
  const theirs = eq(merchantApplications.userId, userId)
  await tx.delete(merchantApplications).where(and(theirs, isNull(merchantApplications.merchantId)))
  await tx
    .update(merchantApplications)
    .set({ userId: null, drafts: {}, updatedAt: now, version: sql`${merchantApplications.version} + 1` })
    .where(theirs)
}
