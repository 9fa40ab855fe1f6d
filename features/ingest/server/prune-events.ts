import type { Services } from '@quaff/platform/server/context'
import { ingestLimits } from '../contract'
import { deleteEventsBefore } from './event-store'

export async function pruneIngestEvents({ db, clock }: Services): Promise<void> {
  await deleteEventsBefore(db, new Date(clock.now().getTime() - ingestLimits.eventDays * 86_400_000))
}
