import type { Services } from '@quaff/platform/server/context'
import { webhookLimits } from '../contract'
import { longestPauseMs } from '../rules'
import { deleteOld, wakeFromFuture } from './sending-store'

export async function pruneWebhooks({ db, clock }: Services): Promise<void> {
  const before = (days: number) => new Date(clock.now().getTime() - days * 86_400_000)
  const { eventDays, deliveredDays, failedDays } = webhookLimits
  await wakeFromFuture(db, clock.now(), longestPauseMs)
  await deleteOld(db, { events: before(eventDays), delivered: before(deliveredDays), failed: before(failedDays) })
}
