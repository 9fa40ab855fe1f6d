import type { Transaction } from './context'
import type { LiveTopic } from './ports'
import { liveEvents } from './tables'

/** Written in the transaction of the change; readers see it when, and only if, that commits. */
export async function publishLive(
  tx: Transaction,
  ...events: { topic: LiveTopic; subjectId: string; merchantId?: string | null }[]
): Promise<void> {
  if (events.length === 0) return
  await tx.insert(liveEvents).values(events.map((event) => ({ ...event, merchantId: event.merchantId ?? null })))
}
