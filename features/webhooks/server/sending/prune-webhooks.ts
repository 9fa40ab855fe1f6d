import type { Services } from '@quaff/platform/server/context'
import { webhookLimits } from '../../contract'
import { deleteOld } from './sending-store'

export async function pruneWebhooks({ db, clock }: Services): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  const { eventDays, deliveredDays, failedDays } = webhookLimits
  await deleteOld(db, { events: before(eventDays), delivered: before(deliveredDays), failed: before(failedDays) })
}
