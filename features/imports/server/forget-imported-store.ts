import { and, asc, eq, gt, inArray, isNotNull, or, sql, type SQL } from 'drizzle-orm'
import { userActivity } from '@quaff/features/activity/tables'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Queryable, Transaction } from '@quaff/platform/server/context'
import { inText } from '@quaff/platform/server/rows/in-text'
import { importDocuments, importIds } from './tables'

/** A version that no row ever has: of documents that no later run brings back (0014). */
export const forgottenVersion = -1

const ofThePerson = ['accounts', 'users', 'admins', 'invitations']

/**
 * What the old system said of a person beyond what has a place here goes; that their documents came over stays, so that no
 * later run brings them back (0014). Before their activity goes: by it that of the old system is found.
 */
export async function forgetImported(tx: Transaction, userId: string): Promise<void> {
  const about = aboutPerson(tx, userId)
  await tx.update(importDocuments).set({ residue: null, originals: null }).where(about.rows)
  const nothing = { residue: null, originals: null, rowVersion: forgottenVersion }
  await tx.update(importDocuments).set(nothing).where(about.others)
}

/** The same, to be shown to the person: fields that have no place here, by the paths of their documents. */
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

/** Documents that became rows of the person, and those below theirs that are of no use here. */
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
