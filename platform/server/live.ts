import type { Transaction } from './context'
import type { LiveTopic } from './ports'
import { insertRows } from './rows/insert-rows'
import { liveEvents } from './tables'

/** Written in the transaction of the change; readers see it when, and only if, that commits. */
export async function publishLive(
  tx: Transaction,
  ...events: { topic: LiveTopic; subjectId: string; merchantId?: string | null }[]
) {
  if (events.length === 0) return
  const rows = events.map(({ topic, subjectId, merchantId = null }) => ({ topic, subjectId, merchantId }))
  await tx.execute(insertRows(liveEvents, rows))
}
