import type { Services } from '@quaff/platform/server'
import { type SourceKind, sourceLimits } from '../contract'
import { dayBefore } from '../rules'
import { addRefusals, deleteRefusalsBefore, type NewRefusal, saveHeard } from './source-store'

export type Delivery = {
  sourceId: string
  name: string
  kind: SourceKind
  /** Time of the newest event. */
  eventAt?: Date | null
  refused?: readonly { code: string; field?: string; eventId?: string | null }[]
}

/**
 * Records a delivery outside any transaction. A failure is only logged, so it never delays or rolls back the delivery.
 */
export async function noteDelivery(services: Services, delivery: Delivery) {
  const { sourceId, name, kind, eventAt = null, refused = [] } = delivery
  const now = services.clock.now()
  try {
    await saveHeard(services.db, { sourceId, kind, name, receivedAt: now, eventAt })
    if (refused.length > 0) await addRefusals(services.db, { sourceId, kind, refusedAt: now }, byCode(refused))
  } catch {
    services.log.warn('source_not_noted', { sourceId, kind })
  }
}

function byCode(refused: NonNullable<Delivery['refused']>) {
  const found = new Map<string, NewRefusal>()
  for (const { code, field = null, eventId = null } of refused)
    found.set(code, { code, count: (found.get(code)?.count ?? 0) + 1, field, eventId })
  return [...found.values()]
}

export async function pruneEventRefusals({ db, clock }: Services) {
  await deleteRefusalsBefore(db, dayBefore(clock.now(), sourceLimits.keptDays))
}
