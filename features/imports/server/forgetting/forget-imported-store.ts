import { and, eq, inArray, or, type SQL } from 'drizzle-orm'
import { redemptions } from '@quaff/features/redemptions/tables'
import { subscriptions } from '@quaff/features/subscriptions/tables'
import type { Transaction } from '@quaff/platform/server/context'
import { importDocuments } from '../tables'

const ofThePerson = ['accounts', 'users', 'admins', 'invitations']

/**
 * What the old system said of a person beyond what has a place here goes; that their documents came over stays, so that no
 * later run brings them back (0014).
 */
export async function forgetImported(tx: Transaction, userId: string): Promise<void> {
  const kind = (name: string, ids: SQL | undefined) => and(eq(importDocuments.kind, name), ids)
  const passes = tx.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.userId, userId))
  const drinks = tx.select({ id: redemptions.id }).from(redemptions).where(eq(redemptions.userId, userId))
  await tx
    .update(importDocuments)
    .set({ residue: null })
    .where(
      or(
        and(inArray(importDocuments.kind, ofThePerson), eq(importDocuments.rowId, userId)),
        kind('subscriptions', inArray(importDocuments.rowId, passes)),
        kind('redemptions', inArray(importDocuments.rowId, drinks)),
      ),
    )
}
