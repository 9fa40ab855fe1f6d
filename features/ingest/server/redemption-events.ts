import { redemptionKey, writeRedemptionStates } from '@quaff/features/redemptions/server'
import { ingestLimits, redemptionEventSchema, type RedemptionEvent } from '../contract'
import { refused, type EventKind } from './event-kind'
import { judgeRelations, verdictOf } from './judge-relations'

const dayMs = 86_400_000

export const redemptionEvents: EventKind<RedemptionEvent> = {
  schema: redemptionEventSchema,
  keyOf: redemptionKey,
  // Of one redemption: handed out, then voided.
  rankOf: ({ status }) => (status === 'voided' ? 1 : 0),
  timeOf: ({ redeemedAt }) => ({ field: 'redeemedAt', at: redeemedAt }),
  async judge(services, tx, key, events) {
    const faults = await judgeRelations(tx, key, events, redemptionKey)
    const oldest = services.clock.now().getTime() - ingestLimits.redemptionDays * dayMs
    for (const event of events)
      if (event.redeemedAt.getTime() < oldest) faults.set(redemptionKey(event), refused('TOO_OLD', 'redeemedAt'))
    const write = async (good: readonly RedemptionEvent[]) => {
      const outcomes = await writeRedemptionStates(services, tx, good)
      return new Map([...outcomes].map(([id, outcome]) => [id, verdictOf(outcome)]))
    }
    return { faults, write }
  },
}
