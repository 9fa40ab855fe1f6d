import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { importedRows } from '@quaff/platform/server/documents/imported-rows'
import { merchantApplications, merchants } from '../tables'

export const merchantDocumentRows = importedRows(merchants, [merchants.id], merchants.version)
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
): Promise<number | null> {
  const [row] = await tx
    .update(merchants)
    .set({ ...place, version: sql`${merchants.version} + 1` })
    .where(eq(merchants.id, merchantId))
    .returning({ version: merchants.version })
  return row?.version ?? null
}
