import { and, eq } from 'drizzle-orm'
import { merchants } from '@quaff/features/merchants/tables'
import type { Queryable, Transaction } from '@quaff/platform/server'
import { sessions } from './tables'

export async function findPreviewMerchant(db: Queryable, merchantId: string) {
  const [row] = await db
    .select({ id: merchants.id, name: merchants.name })
    .from(merchants)
    .where(eq(merchants.id, merchantId))
    .for('key share')
  return row
}

/** Returns false if the session has ended. */
export async function savePreview(tx: Transaction, sessionId: string, merchantId: string) {
  const saved = await tx
    .update(sessions)
    .set({ previewMerchantId: merchantId })
    .where(eq(sessions.id, sessionId))
    .returning({ id: sessions.id })
  return saved.length > 0
}

/** Ends the preview of this merchant only: a newer one stays. Returns false if there was none. */
export async function clearPreview(db: Queryable, sessionId: string, merchantId: string) {
  const cleared = await db
    .update(sessions)
    .set({ previewMerchantId: null })
    .where(and(eq(sessions.id, sessionId), eq(sessions.previewMerchantId, merchantId)))
    .returning({ id: sessions.id })
  return cleared.length > 0
}
