import { eq, sql } from 'drizzle-orm'
import type { Transaction } from '@quaff/platform/server/context'
import { importedRows } from '@quaff/platform/server/imported-rows'
import { merchantApplications, merchants } from './tables'
import { isKnownZone } from './zone-store'

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
): Promise<number | null> {
  const [row] = await tx
    .update(merchants)
    .set({ ...place, version: sql`${merchants.version} + 1` })
    .where(eq(merchants.id, merchantId))
    .returning({ version: merchants.version })
  return row?.version ?? null
}
