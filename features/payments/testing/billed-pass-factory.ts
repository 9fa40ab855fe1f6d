import { stripeEvent, stripeInvoice, stripeItem, stripeSubscription } from './stripe-event-factory'

const daySeconds = 86_400
const monthSeconds = 30 * daySeconds

export type Discount =
  | { kind: 'none' | 'free' | 'silentFree' }
  | { kind: 'percent'; percent: number }
  | { kind: 'fixed'; amountMinor: number }
type Period = { start: number; end: number }
type Event = ReturnType<typeof stripeEvent>
type BilledPassDetails = { id: string; merchantId: string; planId: string; unitMinor: number; startsAt: number }

/** A subscription of the provider: makes its events and computes what the merchant is owed, without reading the product. */
export class BilledPass {
  /** By start of the period, in seconds. `changes` are the nets of changes within it. */
  private readonly periods = new Map<number, { list: number; billed: number | null; overlaps: boolean }>()
  private changesMinor = 0
  private current: Period | null = null
  private quantity = 1
  private invoices = 0

  constructor(private readonly facts: BilledPassDetails) {}

  get id() {
    return this.facts.id
  }

  /** The total of all charges, including overlapping ones. */
  get owedMinor(): number {
    return [...this.periods.values()].reduce((sum, { list, billed }) => sum + (billed ?? list), this.changesMinor)
  }

  /** Starts of the periods that overlap another one and have no invoice yet. */
  get overlapping(): Date[] {
    return [...this.periods].flatMap(([start, { overlaps, billed }]) =>
      overlaps && billed === null ? new Date(start * 1_000) : [],
    )
  }

  /** The next period; undefined if it has not begun. */
  renew(now: number, quantity: number): Event | undefined {
    const start = this.current?.end ?? this.facts.startsAt
    if (start + 60 > now) return undefined
    this.quantity = quantity
    return this.begin({ start, end: start + monthSeconds }, false)
  }

  /** A change that moves the billing date into the running period. */
  reset(now: number, day: number): Event | undefined {
    if (!this.current) return undefined
    const start = this.current.start + day * daySeconds
    if (start >= this.current.end - daySeconds || start + 60 > now || this.periods.has(start)) return undefined
    return this.begin({ start, end: start + monthSeconds }, true)
  }

  /** The invoice of the running period. `creditMinor` is what it gives back for the rest of the former one. */
  bill(discount: Discount, creditMinor = 0): Event | undefined {
    const period = this.current && this.periods.get(this.current.start)
    if (!this.current || !period || period.billed !== null) return undefined
    const { list } = period
    const off = discountOf(discount, list)
    const credit = period.overlaps ? Math.min(creditMinor, list - off) : 0
    period.billed = list - off
    this.changesMinor -= credit
    const total = list - off - credit
    const line = lineOf(list, this.current, discount.kind === 'silentFree' || off === 0 ? [] : [{ amount: off }])
    const isReset = period.overlaps
    const credits = credit > 0 ? [prorated(-credit, { start: this.current.start, end: this.current.end })] : []
    const says = discount.kind === 'silentFree' ? {} : { total }
    return this.invoice(this.current.start + 30, [...credits, line], {
      billing_reason: isReset ? 'subscription_update' : 'subscription_cycle',
      amount_due: total,
      amount_paid: total,
      ...says,
    })
  }

  /** A change of plan on a day of the running period; below 0 it credits. */
  change(now: number, day: number, netMinor: number): Event | undefined {
    if (!this.current) return undefined
    const start = this.current.start + day * daySeconds + (this.invoices + 1) * 600
    if (start > now || start >= this.current.end) return undefined
    this.changesMinor += netMinor
    const rest = { start, end: this.current.end }
    return this.invoice(start, [prorated(-500, rest), prorated(netMinor + 500, rest)], {
      billing_reason: 'subscription_update',
      total: netMinor,
      amount_due: Math.max(0, netMinor),
      amount_paid: Math.max(0, netMinor),
    })
  }

  private begin(period: Period, overlaps: boolean): Event {
    const { id, merchantId, planId, unitMinor } = this.facts
    this.current = period
    this.periods.set(period.start, { list: unitMinor * this.quantity, billed: null, overlaps })
    const item = stripeItem(
      { unit_amount: unitMinor },
      { quantity: this.quantity, current_period_start: period.start, current_period_end: period.end },
    )
    const object = stripeSubscription({
      id,
      created: this.facts.startsAt,
      start_date: this.facts.startsAt,
      metadata: { quaff_merchant_id: merchantId, quaff_plan_id: planId, quaff_user_id: 'per_billed' },
      items: { object: 'list', data: [item] },
    })
    return stripeEvent('customer.subscription.updated', object, { created: period.start + 60 })
  }

  private invoice(created: number, lines: object[], facts: Record<string, unknown>): Event {
    this.invoices += 1
    const parent = { type: 'subscription_details', subscription_details: { subscription: this.id, metadata: {} } }
    const id = `in_${this.id}_${this.invoices}`
    const object = stripeInvoice({ id, parent, lines: { object: 'list', data: lines, has_more: false }, ...facts })
    return stripeEvent('invoice.paid', object, { created })
  }
}

function discountOf(discount: Discount, list: number): number {
  if (discount.kind === 'none') return 0
  if (discount.kind === 'percent') return Math.round((list * discount.percent) / 100)
  return discount.kind === 'fixed' ? Math.min(list, discount.amountMinor) : list
}

const lineOf = (amount: number, period: Period, discounts: { amount: number }[]) => ({
  amount,
  currency: 'usd',
  period,
  discount_amounts: discounts,
  parent: { type: 'subscription_item_details', subscription_item_details: { proration: false } },
})

const prorated = (amount: number, period: Period) => ({
  ...lineOf(amount, period, []),
  proration: true,
  parent: { type: 'invoice_item_details', subscription_item_details: { proration: true } },
})
