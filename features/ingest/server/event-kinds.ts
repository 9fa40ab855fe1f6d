import type { z } from 'zod'
import { reaches } from '@quaff/features/api-keys/rules'
import { settleBilled } from '@quaff/features/payouts/server'
import { redemptionKey, writeRedemptionStates } from '@quaff/features/redemptions/server'
import { placeRefunds, recordRefund } from '@quaff/features/refunds/server'
import { keyScope } from '@quaff/features/sessions/server'
import {
  chargeLateStates,
  insertBillings,
  type StoredBilling,
  writeStatesOfAnyPeriod,
} from '@quaff/features/subscriptions/server'
import type { Context, KeyActor, Transaction } from '@quaff/platform/server'
import {
  type EventErrorCode,
  type EventOutcome,
  ingestLimits,
  type RedemptionEvent,
  redemptionEventSchema,
  type RefundEvent,
  refundEventSchema,
  type SubscriptionEvent,
  subscriptionEventSchema,
} from '../contract'
import { findMissing, type Missing, type Named } from './event-store'

export type Verdict = { outcome: EventOutcome; code?: EventErrorCode; field?: string }
export const refused = (code: EventErrorCode, field: string): Verdict => ({ outcome: 'refused', code, field })

/** How the events of one kind map to rows. */
export type EventKind<Event> = {
  schema: z.ZodType<Event>
  /** Key of the record. */
  keyOf: (event: Event) => string
  /** Orders two states of one record, older first. */
  rankOf: (event: Event) => number
  /** Returns the time that must not be in the future. */
  timeOf: (event: Event) => { field: string; at: Date }
  /** Runs before anything is written. */
  judge: (ctx: Context, tx: Transaction, key: KeyActor, events: readonly Event[]) => Promise<Judgement<Event>>
}

/** Both maps are keyed by the event's record. */
type Judgement<Event> = {
  errors: Map<string, Verdict>
  /** Uses the actions of the feature that owns the rows. Each record appears at most once. */
  write: (events: readonly Event[]) => Promise<Map<string, Verdict>>
}

const errorOf = {
  merchantId: 'UNKNOWN_MERCHANT',
  userId: 'UNKNOWN_USER',
  planId: 'UNKNOWN_PLAN',
  locationId: 'UNKNOWN_LOCATION',
  subscriptionId: 'UNKNOWN_SUBSCRIPTION',
} as const satisfies Record<Missing, EventErrorCode>

/** Refuses ids that are missing or belong to another merchant. Both get the same answer. */
async function judgeRelations<Event extends Named>(
  tx: Transaction,
  key: KeyActor,
  events: readonly Event[],
  keyOf: (event: Event) => string,
) {
  const errors = new Map<string, Verdict>()
  const reached: Event[] = []
  for (const event of events) {
    if (reaches(key.merchantIds, event.merchantId)) reached.push(event)
    else errors.set(keyOf(event), refused('FOREIGN_MERCHANT', 'merchantId'))
  }
  for (const [place, field] of await findMissing(tx, keyScope(key), reached)) {
    const event = reached[place]
    if (event) errors.set(keyOf(event), refused(errorOf[field], field))
  }
  return errors
}

/** Maps the owners' results; another merchant's record is refused. */
const verdictOf = (outcome: 'created' | 'updated' | 'same' | 'older' | 'foreign'): Verdict =>
  outcome === 'foreign' ? refused('FOREIGN_MERCHANT', 'merchantId') : { outcome }

const dayMs = 86_400_000

export const redemptionEvents: EventKind<RedemptionEvent> = {
  schema: redemptionEventSchema,
  keyOf: redemptionKey,
  // Orders states of one redemption: completed before voided.
  rankOf: ({ status }) => (status === 'voided' ? 1 : 0),
  timeOf: ({ redeemedAt }) => ({ field: 'redeemedAt', at: redeemedAt }),
  async judge(services, tx, key, events) {
    const errors = await judgeRelations(tx, key, events, redemptionKey)
    const oldest = services.clock.now().getTime() - ingestLimits.redemptionDays * dayMs
    for (const event of events)
      if (event.redeemedAt.getTime() < oldest) errors.set(redemptionKey(event), refused('TOO_OLD', 'redeemedAt'))
    const write = async (good: readonly RedemptionEvent[]) => {
      const outcomes = await writeRedemptionStates(services, tx, good)
      return new Map([...outcomes].map(([id, outcome]) => [id, verdictOf(outcome)]))
    }
    return { errors, write }
  },
}

const refundKey = ({ id }: RefundEvent) => id

export const refundEvents: EventKind<RefundEvent> = {
  schema: refundEventSchema,
  keyOf: refundKey,
  rankOf: ({ occurredAt }) => occurredAt.getTime(),
  timeOf: ({ occurredAt }) => ({ field: 'occurredAt', at: occurredAt }),
  async judge(ctx, tx, key, events) {
    const named = events.map((event) => ({ ...event, userId: null, planId: null }))
    const errors = await judgeRelations(tx, key, named, refundKey)
    const write = async (good: readonly RefundEvent[]) => {
      const verdicts = new Map<string, Verdict>()
      // Records in merchant order, because each refund locks its merchant.
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
    return { errors, write }
  },
}

function paidOf(event: SubscriptionEvent): StoredBilling[] {
  const { id: subscriptionId, paidMinor, amountMinor: listMinor, currency, occurredAt: billedAt } = event
  if (paidMinor === undefined) return []
  const { currentPeriodStart: periodStart, currentPeriodEnd: periodEnd } = event
  const period = { subscriptionId, periodStart, periodEnd, source: 'ingest', isProration: false }
  return [{ ...period, amountMinor: paidMinor, listMinor, currency, billedAt }]
}

const subscriptionKey = ({ id }: SubscriptionEvent) => id

export const subscriptionEvents: EventKind<SubscriptionEvent> = {
  schema: subscriptionEventSchema,
  keyOf: subscriptionKey,
  rankOf: ({ occurredAt }) => occurredAt.getTime(),
  timeOf: ({ occurredAt }) => ({ field: 'occurredAt', at: occurredAt }),
  async judge(ctx, tx, key, events) {
    const errors = await judgeRelations(tx, key, events, subscriptionKey)
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
    return { errors, write }
  },
}
