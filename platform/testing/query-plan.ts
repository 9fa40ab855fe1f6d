import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '@quaff/platform/server'

/** Returns the plan of a query as text. `without` turns off ways of reading, so that a small table shows its indexes. */
export function planOf(
  db: Database,
  query: SQL | { getSQL: () => SQL },
  { without = [] }: { without?: readonly ('seqscan' | 'bitmapscan' | 'sort')[] } = {},
): Promise<string> {
  return db.transaction(async (tx) => {
    for (const way of without) await tx.execute(sql.raw(`set local enable_${way} = off`))
    const { rows } = await tx.execute<Record<string, unknown>>(sql`explain ${query.getSQL()}`)
    return rows.map((line) => Object.values(line).join('')).join('\n')
  })
}

/** Returns the scans of partitions of redemptions that ran. Partitions out of range may be skipped only on execution. */
export async function scansOfRedemptions(db: Database, query: { getSQL: () => SQL }): Promise<string[]> {
  const { rows } = await db.execute<Record<string, unknown>>(sql`explain (analyze, costs off) ${query.getSQL()}`)
  const lines = rows.map((line) => Object.values(line).join(''))
  return lines.filter((line) => /Scan.* on redemptions_/.test(line) && !line.includes('never executed'))
}
