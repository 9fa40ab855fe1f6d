import type { Transaction } from '@quaff/platform/server/context'

const rowsPerStatement = 500

type Table = Parameters<Transaction['insert']>[0]

export async function insertAll<T extends Table>(
  tx: Transaction,
  table: T,
  rows: readonly T['$inferInsert'][],
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    await tx.insert(table).values(rows.slice(start, start + rowsPerStatement))
  }
}
