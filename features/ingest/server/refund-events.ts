import { recordRefund } from '@quaff/features/refunds/server'
import { refundEventSchema, type RefundEvent } from '../contract'
import type { EventKind, Verdict } from './event-kind'
import { judgeRelations, verdictOf } from './judge-relations'

const keyOf = ({ id }: RefundEvent) => id

export const refundEvents: EventKind<RefundEvent> = {
  schema: refundEventSchema,
  keyOf,
  rankOf: ({ occurredAt }) => occurredAt.getTime(),
  timeOf: ({ occurredAt }) => ({ field: 'occurredAt', at: occurredAt }),
  async judge(ctx, tx, key, events) {
    const named = events.map((event) => ({ ...event, userId: null, planId: null }))
    const faults = await judgeRelations(tx, key, named, keyOf)
    const write = async (good: readonly RefundEvent[]) => {
      const verdicts = new Map<string, Verdict>()
      // Each records under the lock of its merchant.
      for (const event of good.toSorted((one, other) => (one.merchantId < other.merchantId ? -1 : 1))) {
        const { eventId: _eventId, id: providerId, occurredAt, periodStart: chargeAt, ...state } = event
        const { outcome } = await recordRefund(ctx, tx, {
          ...state,
          source: 'ingest',
          providerId,
          chargeAt,
          reason: state.reason ?? null,
          occurredAt,
          stateAt: occurredAt,
        })
        verdicts.set(providerId, verdictOf(outcome))
      }
      return verdicts
    }
    return { faults, write }
  },
}
