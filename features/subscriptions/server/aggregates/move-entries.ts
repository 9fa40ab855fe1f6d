import { listMerchantZones } from '@quaff/features/sessions/server'
import type { Services, Transaction } from '@quaff/platform/server/context'
import { isSameZone } from '@quaff/platform/shared/calendar'
import { entriesOf } from '../../entries/rules'
import { listEvents } from '../../history/server/history-store'
import { dayMoves } from '../counter-deltas'
import { addDays } from '../counter-store'
import { subscriptionDays, subscriptionLocalDays } from '../tables'
import { deleteLocalDays, insertLocalDays } from './local-days-store'
import { listRepriced, moveUnchangedPrices, type EntryMove } from './moved-entries-store'

const atOnce = 1_000

/** Moves the platform's days to another zone (`move`). */
export const moveEntries = (tx: Transaction, from: string, to: string) => move(tx, { days: subscriptionDays, from, to })

/**
 * Moves the entries into each status from the days of one zone to those of another. No row keeps the moment of an entry,
 * but the history does, with what was agreed then; what it does not know stays on its day. Nothing comes or goes, so
 * levels stay what they are.
 */
async function move(tx: Transaction, moved: EntryMove): Promise<void> {
  await moveUnchangedPrices(tx, moved)
  for (let after: string | undefined = ''; after !== undefined;) {
    const rows = await listRepriced(tx, moved, { after, limit: atOnce })
    const events = await listEvents(
      tx,
      rows.map(({ id }) => id),
    )
    const entries = rows.map((row) => ({
      merchantId: row.merchantId,
      entries: entriesOf(row, events.get(row.id) ?? []) ?? [],
    }))
    await addDays(tx, dayMoves(entries, moved.from, moved.to), moved.days)
    after = rows.at(-1)?.id
  }
}

/**
 * Counts a merchant's days in its own zone again, from its subscriptions and the platform's days. The caller holds the
 * merchant, so that nobody adds to them meanwhile.
 */
export async function recountLocalDays(
  { settings }: Pick<Services, 'settings'>,
  tx: Transaction,
  merchantId: string,
): Promise<void> {
  const platformZone = settings.timeZone
  const zone = (await listMerchantZones(tx, [merchantId])).get(merchantId)
  await deleteLocalDays(tx, merchantId)
  if (zone === undefined || isSameZone(zone, platformZone)) return
  await insertLocalDays(tx, merchantId, zone)
  await move(tx, { days: subscriptionLocalDays, from: platformZone, to: zone, merchantId })
}
