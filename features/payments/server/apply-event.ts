import { settleBilled } from '@quaff/features/payouts/server'
import {
  chargeLateStates,
  insertBillings,
  type SubscriptionWrite,
  writeSubscriptionStates,
} from '@quaff/features/subscriptions/server'
import type { Context, Transaction } from '@quaff/platform/server'
import type { UnmatchedReason, PaymentOutcome } from '../contract'
import type {
  BillingDetails,
  InvoiceDetails,
  ProviderDetails,
  ProviderNames,
  SubscriptionDetails,
} from '../reading-contract'
import { compareRanks } from '../reading-rules'
import { baseOf, hasFraction, passState, type PassState, withNames } from '../rules'
import type { Link } from './event-store'
import { findLinkedPass, type Place, placePass } from './place-pass'
import { findPass, type PassRow } from './placing-store'

export type Applied = { outcome: PaymentOutcome; reason?: UnmatchedReason; link: Link; pass?: SubscriptionWrite }

type StateDetails = Exclude<ProviderDetails, BillingDetails>
type Settling = { ctx: Context; tx: Transaction; link: Link; others: readonly ProviderNames[] }

/** Applies one event to its subscription. The caller must hold the link's lock. */
export async function applyEvent(settling: Settling, facts: ProviderDetails): Promise<Applied> {
  if (hasFraction(facts)) return { outcome: 'unmatched', reason: 'FRACTION', link: settling.link }
  if (facts.kind === 'billing') return applyBilling(settling, facts)
  const applied = await applyState(settling, facts)
  const { subscriptionId, chargedUntil } = applied.link
  if (subscriptionId !== null && applied.outcome !== 'unmatched') {
    if (facts.kind === 'invoice') await noteBilled(settling.tx, subscriptionId, facts)
    await settleBilled(settling.ctx, settling.tx, [subscriptionId], { chargedUntil })
  }
  return applied
}

async function applyState({ ctx, tx, link, others }: Settling, facts: StateDetails): Promise<Applied> {
  const unmatched = (reason: UnmatchedReason): Applied => ({ outcome: 'unmatched', reason, link })
  const existing = facts.kind === 'subscription' ? link.subscriptionFacts : link.invoiceFacts
  const isOlder = existing !== null && compareRanks(facts.rank, existing.rank) <= 0
  const subscription = facts.kind === 'subscription' && !isOlder ? facts : link.subscriptionFacts
  const invoice = facts.kind === 'invoice' && !isOlder ? facts : link.invoiceFacts
  const names = withNames(facts.names, [...(subscription ? [subscription.names] : []), ...others])
  const row = await findLinkedPass(tx, link, names)
  const merged: Link = { ...link, subscriptionFacts: subscription, invoiceFacts: invoice }
  const state = stateOf(subscription, row, invoice)
  if (state === 'UNKNOWN_SUBSCRIPTION' || state === 'UNREADABLE') return unmatched(state)
  if (isOlder) {
    if (row) await chargeOwnPeriod({ ctx, tx, link, others }, facts, row)
    return { outcome: 'older', link }
  }
  if (state.status === null && !row) return { outcome: 'waiting', link: merged }
  const place = await placePass(tx, link.providerSubscriptionId, names, row)
  if (typeof place === 'string') return unmatched(place)
  const pass = passOf(state, place, { row, isRowAlone: subscription === null })
  if (typeof pass === 'string') return unmatched(pass)
  const isRunning = row !== undefined && row.status !== 'canceled'
  if (place.isErased && pass.status !== 'canceled' && !isRunning) return unmatched('ERASED_PERSON')
  const outcome = (await writeSubscriptionStates(ctx, tx, [pass])).get(pass.id) ?? 'same'
  if (outcome === 'foreign') return unmatched('FOREIGN_MERCHANT')
  const chargedUntil = link.subscriptionId === null ? (row?.currentPeriodStart ?? null) : link.chargedUntil
  const placed: Link = { ...merged, subscriptionId: pass.id, chargedUntil }
  // An invoice of a later period may have arrived first.
  const written = await findPass(tx, pass.id)
  if (written) await chargeOwnPeriod({ ctx, tx, link: placed, others }, facts, written)
  return { outcome, link: placed, pass }
}

function stateOf(subscription: SubscriptionDetails | null, row: PassRow | undefined, invoice: InvoiceDetails | null) {
  if (subscription) {
    const base = baseOf(subscription)
    return base ? passState(base, invoice) : 'UNREADABLE'
  }
  return row ? passState(baseOfRow(row), invoice) : 'UNKNOWN_SUBSCRIPTION'
}

/** Builds the base state from our row when no subscription event has arrived yet. */
function baseOfRow(row: PassRow): PassState {
  const statuses = ['active', 'trialing', 'past_due', 'canceled'] as const
  return {
    status: statuses.find((status) => status === row.status) ?? 'canceled',
    cancelReason: row.cancelReason,
    price: null,
    startedAt: row.createdAt.getTime(),
    periodStart: row.currentPeriodStart.getTime(),
    periodEnd: row.currentPeriodEnd.getTime(),
    cancelAtPeriodEnd: row.cancelAtPeriodEnd,
    cancelAt: row.cancelAt?.getTime() ?? null,
    at: row.updatedAt.getTime(),
  }
}

type Known = { row: PassRow | undefined; isRowAlone: boolean }

function passOf(state: PassState, place: Place, { row, isRowAlone }: Known): SubscriptionWrite | UnmatchedReason {
  const { status } = state
  const isWhole = Number.isInteger(state.price?.amountMinor ?? 0)
  const price = isWhole ? state.price : null
  const { id, merchantId, planId, userId, currencies } = place
  // An ended subscription costs nothing, so the recorded price stays.
  if (price === null && !(row && (isRowAlone || status === 'canceled')))
    return isWhole ? 'NO_SINGLE_AMOUNT' : 'FRACTION'
  if (price && status !== 'canceled' && currencies.length > 0 && !currencies.includes(price.currency))
    return 'FOREIGN_CURRENCY'
  const priced = price
    ? { ...price, priceDetails: null }
    : {
        amountMinor: row?.amountMinor ?? null,
        currency: row?.currency ?? null,
        interval: row?.interval ?? null,
        intervalCount: row?.intervalCount ?? null,
        priceDetails: row?.priceDetails ?? null,
      }
  return {
    id,
    merchantId,
    planId,
    userId,
    status: status ?? 'canceled',
    ...priced,
    cancelReason: status === 'canceled' ? state.cancelReason : null,
    cancelAtPeriodEnd: state.cancelAtPeriodEnd,
    cancelAt: state.cancelAt === null ? null : new Date(state.cancelAt),
    createdAt: new Date(state.startedAt),
    updatedAt: new Date(state.at),
    currentPeriodStart: new Date(state.periodStart),
    currentPeriodEnd: new Date(state.periodEnd),
  }
}

/** Charges a period whose event arrived after a later one. Periods before the first event are not charged. */
async function chargeOwnPeriod({ ctx, tx, link }: Settling, facts: StateDetails, row: PassRow) {
  const base = facts.kind === 'subscription' ? baseOf(facts) : undefined
  const from = link.chargedUntil?.getTime() ?? 0
  if (!base || base.status === null || base.periodStart <= from || base.periodStart >= row.currentPeriodStart.getTime())
    return
  const place = await placePass(tx, link.providerSubscriptionId, facts.names, row)
  const pass = typeof place === 'string' ? place : passOf(base, place, { row, isRowAlone: false })
  if (typeof pass !== 'string') await chargeLateStates(ctx, tx, [pass])
}

/** Applies a paid invoice that leaves the subscription's state unchanged. An invoice before its subscription waits for it. */
async function applyBilling({ ctx, tx, link, others }: Settling, facts: BillingDetails): Promise<Applied> {
  const existing = link.subscriptionFacts ? [link.subscriptionFacts.names] : []
  const row = await findLinkedPass(tx, link, withNames(facts.names, [...existing, ...others]))
  if (!row) return { outcome: 'unmatched', reason: 'UNKNOWN_SUBSCRIPTION', link }
  await noteBilled(tx, row.id, facts)
  await settleBilled(ctx, tx, [row.id], { chargedUntil: link.chargedUntil })
  return { outcome: 'same', link }
}

async function noteBilled(
  tx: Transaction,
  subscriptionId: string,
  { billed, rank }: Pick<InvoiceDetails, 'billed' | 'rank'>,
) {
  if (!billed) return
  const { source, currency, periods } = billed
  await insertBillings(
    tx,
    periods.map(({ periodStart, periodEnd, isProration, amountMinor, listMinor }) => ({
      subscriptionId,
      periodStart: new Date(periodStart),
      periodEnd: new Date(periodEnd),
      source,
      isProration,
      amountMinor,
      listMinor,
      currency,
      billedAt: new Date(rank[0] * 1_000),
    })),
  )
}
