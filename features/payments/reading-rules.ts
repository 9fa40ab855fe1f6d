import { z } from 'zod'
import { billingIntervals } from '@quaff/features/subscriptions/contract'
import { idSchema } from '@quaff/platform/shared/text'
import { isOfSubscription, isProration, lineSchema, minorOfStripe, readBilled } from './billed-rules'
import type {
  EventRank,
  InvoiceDetails,
  ProviderNames,
  ProviderPrice,
  ReadEvent,
  SubscriptionDetails,
} from './reading-contract'

const seconds = z.int().min(1).max(32_503_680_000)
const refId = z.union([z.string().min(1), z.object({ id: z.string().min(1) }).transform(({ id }) => id)])

/** Fields that events of every API version share. */
export const eventSchema = z.object({
  id: z.string().regex(/^[\w-]{3,255}$/),
  type: z.string().min(1).max(100),
  created: seconds,
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
})
export type ProviderEvent = z.output<typeof eventSchema>

const metadataSchema = z.record(z.string(), z.unknown()).nullish()
const priceSchema = z.object({
  id: z.string().min(1),
  currency: z.string().regex(/^[A-Za-z]{3}$/),
  unit_amount: z.int().nullish(),
  unit_amount_decimal: z.union([z.string(), z.number()]).nullish(),
  billing_scheme: z.string().nullish(),
  transform_quantity: z.unknown().optional(),
  metadata: metadataSchema,
  recurring: z
    .object({ interval: z.string(), interval_count: z.int().min(1).nullish(), usage_type: z.string().nullish() })
    .nullish(),
})
const itemSchema = z.object({
  price: priceSchema,
  quantity: z.int().min(0).nullish(),
  /** API versions since 2025 put the period on the items, older ones on the subscription. */
  current_period_start: seconds.nullish(),
  current_period_end: seconds.nullish(),
})
const subscriptionSchema = z.object({
  id: z.string().min(1).max(255),
  status: z.string().min(1).max(64),
  metadata: metadataSchema,
  created: seconds,
  start_date: seconds.nullish(),
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: seconds.nullish(),
  pause_collection: z.object({ behavior: z.string().nullish() }).nullish(),
  current_period_start: seconds.nullish(),
  current_period_end: seconds.nullish(),
  items: z.object({ data: z.array(itemSchema).min(1) }),
})

const invoiceSchema = z.object({
  billing_reason: z.string().nullish(),
  amount_due: z.int().nullish(),
  currency: z.string().regex(/^[A-Za-z]{3}$/),
  subscription: refId.nullish(),
  subscription_details: z.object({ metadata: metadataSchema }).nullish(),
  parent: z
    .object({ subscription_details: z.object({ subscription: refId.nullish(), metadata: metadataSchema }).nullish() })
    .nullish(),
  lines: z.object({ data: z.array(z.unknown()) }).nullish(),
})

const subscriptionType =
  /^customer\.subscription\.(created|updated|deleted|paused|resumed|pending_update_applied|pending_update_expired|trial_will_end)$/
const invoiceLabels: Readonly<Record<string, InvoiceDetails['says']>> = {
  'invoice.paid': 'paid',
  'invoice.payment_succeeded': 'paid',
  'invoice.payment_failed': 'failed',
  'invoice.payment_action_required': 'failed',
  'invoice.marked_uncollectible': 'failed',
}
/** Invoices of a period. The subscription's own events report the effects of all other invoices. */
const periodReasons = new Set(['subscription_create', 'subscription_cycle', 'subscription'])

/** Orders events within one second: created, updated, deleted. */
const steps: Readonly<Record<string, number>> = {
  'customer.subscription.created': 0,
  'customer.subscription.deleted': 2,
}

export const isOurs = (type: string) => type.startsWith('customer.subscription.') || type.startsWith('invoice.')

/** Returns undefined if the event has an unreadable shape. */
export function readProviderEvent(event: ProviderEvent): ReadEvent | undefined {
  if (subscriptionType.test(event.type)) return readSubscription(event)
  const says = invoiceLabels[event.type]
  return says === undefined ? { providerSubscriptionId: null, facts: null } : readInvoice(event, says)
}

function readSubscription({ id, type, created, data }: ProviderEvent): ReadEvent | undefined {
  const parsed = subscriptionSchema.safeParse(data.object)
  if (!parsed.success) return undefined
  const { items, metadata, ...subscription } = parsed.data
  const periods = items.data.map((item) => ({
    start: item.current_period_start ?? subscription.current_period_start,
    end: item.current_period_end ?? subscription.current_period_end,
  }))
  const { start, end } = periods[0] ?? {}
  if (start == null || end == null) return undefined
  const isOnePeriod = periods.every((period) => period.start === start && period.end === end)
  const step = steps[type] ?? 1
  const facts: SubscriptionDetails = {
    kind: 'subscription',
    rank: [created, step, start, id],
    names: namesOf(
      metadata,
      items.data.map(({ price }) => price),
    ),
    status: type.endsWith('.deleted') ? 'canceled' : subscription.status,
    isPaused: subscription.pause_collection?.behavior === 'void',
    price: isOnePeriod ? priceOf(items.data) : null,
    startedAt: (subscription.start_date ?? subscription.created) * 1_000,
    periodStart: start * 1_000,
    periodEnd: end * 1_000,
    cancelAtPeriodEnd: subscription.cancel_at_period_end ?? false,
    cancelAt: subscription.cancel_at == null ? null : subscription.cancel_at * 1_000,
  }
  return { providerSubscriptionId: subscription.id, facts }
}

function readInvoice({ id, created, data }: ProviderEvent, says: InvoiceDetails['says']): ReadEvent | undefined {
  const parsed = invoiceSchema.safeParse(data.object)
  if (!parsed.success) return undefined
  const { billing_reason: reason, amount_due: due, currency, parent, ...invoice } = parsed.data
  const details = parent?.subscription_details
  const providerSubscriptionId = details?.subscription ?? invoice.subscription ?? null
  const lines = (invoice.lines?.data ?? []).flatMap((raw) => {
    const line = lineSchema.safeParse(raw)
    return line.success && isOfSubscription(line.data) && !isProration(line.data) ? [line.data] : []
  })
  const last = lines.toSorted((one, other) => other.period.start - one.period.start)[0]
  const names = namesOf(details?.metadata ?? invoice.subscription_details?.metadata, [])
  const billed = says === 'paid' ? readBilled(data.object) : null
  // Trials and full discounts are paid with zero, which proves no payment.
  if (providerSubscriptionId === null || !periodReasons.has(reason ?? '') || !last || (due ?? 1) <= 0) {
    const rank: EventRank = [created, 1, 0, id]
    return { providerSubscriptionId, facts: billed && { kind: 'billing', rank, names, billed } }
  }
  const amount = lines
    .filter(({ period }) => period.start === last.period.start)
    .reduce((sum, line) => sum + line.amount, 0)
  const facts: InvoiceDetails = {
    kind: 'invoice',
    rank: [created, says === 'paid' ? 1 : 0, last.period.start, id],
    names,
    says,
    amountMinor: minorOfStripe(amount, currency),
    currency: currency.toLowerCase(),
    periodStart: last.period.start * 1_000,
    periodEnd: last.period.end * 1_000,
    ...(billed && { billed }),
  }
  return { providerSubscriptionId, facts }
}

/** Returns quantity × unit price of all items. Returns null if usage, tiers or mixed intervals leave no single amount. */
function priceOf(items: readonly z.output<typeof itemSchema>[]): ProviderPrice | null {
  const [first] = items
  const rhythm = first?.price.recurring
  const interval = billingIntervals.find((one) => one === rhythm?.interval)
  if (!first || !interval) return null
  let sum = 0
  for (const { price, quantity } of items) {
    const { recurring, currency } = price
    const unit = price.unit_amount ?? Number(price.unit_amount_decimal ?? Number.NaN)
    const isSame =
      recurring?.interval === rhythm?.interval &&
      (recurring?.interval_count ?? 1) === (rhythm?.interval_count ?? 1) &&
      currency.toLowerCase() === first.price.currency.toLowerCase()
    const isPlain =
      (price.billing_scheme ?? 'per_unit') === 'per_unit' &&
      (recurring?.usage_type ?? 'licensed') === 'licensed' &&
      price.transform_quantity == null
    if (!isSame || !isPlain) return null
    sum += unit * (quantity ?? 1)
  }
  const currency = first.price.currency.toLowerCase()
  const amountMinor = minorOfStripe(sum, currency)
  if (!(amountMinor >= 0 && amountMinor <= 2_147_483_647)) return null
  return { amountMinor, currency, interval, intervalCount: rhythm?.interval_count ?? 1 }
}

const noPrices: readonly z.output<typeof priceSchema>[] = []

function namesOf(metadata: z.output<typeof metadataSchema>, prices = noPrices): ProviderNames {
  const said = (name: string, of = metadata) => {
    const id = idSchema.safeParse(of?.[`quaff_${name}_id`] ?? of?.[`${name}Id`])
    return id.success ? id.data : null
  }
  const ofPrices = prices.flatMap((price) => said('plan', price.metadata) ?? [])
  return {
    merchantId: said('merchant'),
    planId: said('plan'),
    userId: said('user'),
    subscriptionId: said('subscription'),
    pricePlanId: ofPrices[0] ?? null,
    priceIds: prices.map(({ id }) => id),
  }
}

/** Returns a negative number if `one` precedes `other`. */
export function compareRanks(one: EventRank, other: EventRank): number {
  for (const place of [0, 1, 2] as const) if (one[place] !== other[place]) return one[place] - other[place]
  if (one[3] === other[3]) return 0
  return one[3] < other[3] ? -1 : 1
}
