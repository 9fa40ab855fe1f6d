import { placeRefunds } from '@quaff/features/refunds/server'
import { writeSubscriptionStates } from '@quaff/features/subscriptions/server'
import { subscriptionEventSchema, type SubscriptionEvent } from '../../contract'
import type { EventKind } from '../event-kind'
import { judgeRelations, verdictOf } from './judge-relations'

const keyOf = ({ id }: SubscriptionEvent) => id

export const subscriptionEvents: EventKind<SubscriptionEvent> = {
  schema: subscriptionEventSchema,
  keyOf,
  rankOf: ({ occurredAt }) => occurredAt.getTime(),
  timeOf: ({ occurredAt }) => ({ field: 'occurredAt', at: occurredAt }),
  async judge(ctx, tx, key, events) {
    const faults = await judgeRelations(tx, key, events, keyOf)
    const write = async (good: readonly SubscriptionEvent[]) => {
      const rows = good.map(({ eventId: _eventId, occurredAt, cancelReason, affiliateCode, ...state }) => ({
        ...state,
        cancelReason: cancelReason ?? null,
        affiliateCode: affiliateCode ?? null,
        updatedAt: occurredAt,
      }))
      const outcomes = await writeSubscriptionStates(ctx, tx, rows)
      await placeRefunds(
        ctx,
        tx,
        rows.map(({ id }) => id),
      )
      return new Map([...outcomes].map(([id, outcome]) => [id, verdictOf(outcome)]))
    }
    return { faults, write }
  },
}
