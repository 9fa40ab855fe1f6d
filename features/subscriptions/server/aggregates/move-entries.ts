import type { Transaction } from '@quaff/platform/server/context'
import { entriesOf } from '../../entries/rules'
import { listEvents } from '../../history/server/history-store'
import { dayMoves } from '../counter-deltas'
import { addDays } from '../counter-store'
import { listRepriced, moveUnchangedPrices } from './moved-entries-store'

const atOnce = 1_000

/**
 * Moves the entries into each status from the days of one zone to those of another. No row keeps the moment of an entry,
 * but the history does, with what was agreed then; what it does not know stays on its day. Nothing comes or goes, so
 * levels stay what they are.
 */
export async function moveEntries(tx: Transaction, from: string, to: string): Promise<void> {
  await moveUnchangedPrices(tx, from, to)
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await listRepriced(tx, after, atOnce)
    const events = await listEvents(
      tx,
      rows.map(({ id }) => id),
    )
    const moved = rows.map((row) => ({
      merchantId: row.merchantId,
      entries: entriesOf(row, events.get(row.id) ?? []) ?? [],
    }))
    await addDays(tx, dayMoves(moved, from, to))
    after = rows.at(-1)?.id
  }
}
