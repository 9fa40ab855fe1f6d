import { settleBilled } from '@quaff/features/payouts/server'
import { placeRefunds } from '@quaff/features/refunds/server'
import {
  chargeLateStates,
  insertBillings,
  writeStatesOfAnyPeriod,
  type StoredBilling,
} from '@quaff/features/subscriptions/server'
import { subscriptionEventSchema, type SubscriptionEvent } from '../contract'
import type { EventKind } from './event-kind'
import { judgeRelations, verdictOf } from './judge-relations'

function paidOf(event: SubscriptionEvent): StoredBilling[] {
  const { id: subscriptionId, paidMinor, amountMinor: listMinor, currency, occurredAt: billedAt } = event
  if (paidMinor === undefined) return []
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd } = event
  const period = { subscriptionId, periodStart, periodEnd, source: 'ingest', isProration: false }
  return [{ ...period, amountMinor: paidMinor, listMinor, currency, billedAt }]
}

const keyOf = ({ id }: SubscriptionEvent) => id

export const subscriptionEvents: EventKind<SubscriptionEvent> = {
  schema: subscriptionEventSchema,
  keyOf,
  rankOf: ({ occurredAt }) => occurredAt.getTime(),
  timeOf: ({ occurredAt }) => ({ field: 'occurredAt', at: occurredAt }),
  async judge(ctx, tx, key, events) {
    const faults = await judgeRelations(tx, key, events, keyOf)
    const write = async (good: readonly SubscriptionEvent[]) => {
      const rows = good.map(
        ({ eventId: _eventId, paidMinor: _paid, occurredAt, cancelReason, affiliateCode, ...state }) => ({
          ...state,
          cancelReason: cancelReason ?? null,
          affiliateCode: affiliateCode ?? null,
          updatedAt: occurredAt,
        }),
      )
      const outcomes = await writeStatesOfAnyPeriod(ctx, tx, rows)
      await chargeLateStates(ctx, tx, rows)
      await insertBillings(tx, good.filter(({ id }) => outcomes.get(id) !== 'foreign').flatMap(paidOf))
      const ids = rows.map(({ id }) => id)
      await settleBilled(ctx, tx, ids)
      await placeRefunds(ctx, tx, ids)
      return new Map([...outcomes].map(([id, outcome]) => [id, verdictOf(outcome)]))
    }
    return { faults, write }
  },
}
