import type { InferInsertModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Transaction } from '@quaff/platform/server/context'

const rowsPerStatement = 500

export async function insertAll<T extends PgTable>(
  tx: Transaction,
  table: T,
  rows: readonly InferInsertModel<T>[],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx.insert<PgTable>(table).values(rows.slice(start, start + rowsPerStatement))
  }
}
