import { and, asc, eq, gt, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { userActivity } from '@quaff/features/activity/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import { inText, type Queryable, type Transaction } from '@quaff/platform/server'
import { importDocuments, importIds } from './tables'

/** A version that no row has. It marks documents that no later run may restore (0014). */
export const forgottenVersion = -1

const ofThePerson = ['accounts', 'users', 'admins', 'invitations']

/**
 * Erases the stored rest of a person's documents but keeps their paths, so that no later run restores them (0014). Must
 * run before the person's activity is deleted, because that finds the imported activity.
 */
export async function forgetImported(tx: Transaction, userId: string) {
  const about = aboutPerson(tx, userId)
  await tx.update(importDocuments).set({ residue: null, originals: null }).where(about.rows)
  const nothing = { residue: null, originals: null, rowVersion: forgottenVersion }
  await tx.update(importDocuments).set(nothing).where(about.others)
}

/** Returns the stored fields of a person's documents, by path, to show them to the person. */
export function listImportedOf(db: Queryable, userId: string, { after, limit }: { after: string; limit: number }) {
  const { path, residue } = importDocuments
  const about = aboutPerson(db, userId)
  return db
    .select({ path, fields: residue })
    .from(importDocuments)
    .where(and(or(about.rows, about.others), isNotNull(residue), gt(path, after)))
    .orderBy(asc(path))
    .limit(inText(limit))
}

/** Selects documents that became rows of the person, and unused documents below the person's path. */
function aboutPerson(db: Queryable, userId: string): { rows: SQL | undefined; others: SQL | undefined } {
  const { kind, path, rowId } = importDocuments
  const of = (name: string, ids: SQL | undefined) => and(eq(kind, name), ids)
  const passes = db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId))
  const drinks = db.select({ id: redemptions.id }).from(redemptions).where(eq(redemptions.userId, userId))
  const acts = db.select({ id: userActivity.id }).from(userActivity).where(eq(userActivity.userId, userId))
  const oldIds = sql`select substring(own.path from '[^/]+$') from ${importDocuments} own
    where own.kind in ('accounts', 'users') and own.row_id = ${userId} union select ${userId}
    union select substring(given.path from '[^/]+$') from ${importIds} given where given.kind = 'users' and given.row_id = ${userId}`
  return {
    rows: or(
      and(inArray(kind, ofThePerson), eq(rowId, userId)),
      of('subscriptions', inArray(rowId, passes)),
      of('redemptions', inArray(rowId, drinks)),
      of('activity', inArray(rowId, acts)),
    ),
    others: of('others', sql`split_part(${path}, '/', 1) = 'users' and split_part(${path}, '/', 2) in (${oldIds})`),
  }
}
