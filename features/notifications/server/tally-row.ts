import type { Tally } from '../platform-rules'

/** Raw query results: times are milliseconds as text, because drivers disagree about dates. */
export type TallyRow = { count: number; oldest: string | null; newest: string | null; only_id: string | null }

export function readTally(row: TallyRow | undefined): Tally {
  const at = (ms: string | null | undefined) => (ms === null || ms === undefined ? null : new Date(Number(ms)))
  return { count: row?.count ?? 0, oldest: at(row?.oldest), newest: at(row?.newest), onlyId: row?.only_id ?? null }
}
