// Made from the OpenAPI document at /v1/openapi.json: WRITE_CLIENT=1 npx vitest run apps/server/src/keys/client.test.ts

export type Merchant = {
  id: string
  name: string
  description: string | null
  /** One of pending, pending_review, active, suspended, rejected, archived */
  status: string
  /** Whether customers can find it and buy passes */
  isLive: boolean
  /** One of coffee_shop, coffee_roaster, tea_house, juice_bar, bar, bakery, restaurant, other */
  businessType: string | null
  website: string | null
  /** URL, or a path on this host */
  logoUrl: string | null
  address: { line1: string | null; line2: string | null; city: string | null; region: string | null; postalCode: string | null; country: string | null }
  createdAt: string
  updatedAt: string
}

export type Location = {
  id: string
  merchantId: string
  name: string
  address: { line1: string | null; line2: string | null; city: string | null; region: string | null; postalCode: string | null; country: string | null }
  phone: string | null
  /** IANA name. Applies to hours and closures */
  timeZone: string
  /** By weekday. Missing days are closed. Null: unknown */
  hours: { mon?: ({ open: string; close: string })[]; tue?: ({ open: string; close: string })[]; wed?: ({ open: string; close: string })[]; thu?: ({ open: string; close: string })[]; fri?: ({ open: string; close: string })[]; sat?: ({ open: string; close: string })[]; sun?: ({ open: string; close: string })[] } | null
  /** First and last day */
  closures: ({ from: string; to: string })[]
  coordinates: { latitude: number; longitude: number } | null
  geofenceRadiusMeters: number | null
  createdAt: string
  updatedAt: string
}

export type Plan = {
  id: string
  merchantId: string
  name: string
  description: string | null
  /** On sale */
  active: boolean
  visibility: 'public' | 'hidden'
  /** Drinks per period. Null: unlimited */
  allowance: { drinks: number; per: 'day' | 'week' | 'month' } | null
  timeWindow: { days: ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]; from: string; to: string } | null
  /** Empty: all items */
  eligibleItems: (string)[]
  /** Empty: all locations */
  validLocationIds: (string)[]
  createdAt: string
  updatedAt: string
}

export type Price = {
  id: string
  merchantId: string
  planId: string
  /** In the currency’s smallest unit */
  amountMinor: number
  /** ISO 4217, lowercase */
  currency: string
  interval: string
  intervalCount: number
  /** On sale */
  active: boolean
  /** Order within the plan */
  position: number
  /** When the plan was created */
  createdAt: string
  /** When the plan or one of its prices last changed */
  updatedAt: string
}

export type Promotion = {
  /** <merchantId>:<promotionId> */
  id: string
  merchantId: string
  promotionId: string
  title: string
  enabled: boolean
  startsOn: string | null
  endsOn: string | null
  limitTotal: number | null
  limitPerCustomer: number | null
  /** Empty: all plans */
  planIds: (string)[]
  updatedAt: string
}

export type Subscription = {
  id: string
  merchantId: string
  planId: string | null
  userId: string | null
  /** active, trialing, past_due or canceled. Imports can add others */
  status: string
  /** In the currency’s smallest unit */
  amountMinor: number
  /** ISO 4217, lowercase */
  currency: string
  interval: 'day' | 'week' | 'month' | 'year'
  intervalCount: number
  /** Amount per month */
  monthlyMinor: number
  /** Whether it ends with the current period */
  cancelAtPeriodEnd: boolean
  /** Scheduled end, if not the period end */
  cancelAt: string | null
  currentPeriodStart: string
  currentPeriodEnd: string
  createdAt: string
  updatedAt: string
}

export type Redemption = {
  id: string
  merchantId: string
  locationId: string | null
  planId: string | null
  subscriptionId: string | null
  userId: string | null
  redeemedAt: string
  method: string
  /** completed or voided */
  status: string
  voidedAt: string | null
}

export type Payout = {
  id: string
  merchantId: string
  /** Month, YYYY-MM */
  period: string
  periodStart: string
  /** Exclusive */
  periodEnd: string
  /** ISO 4217, lowercase */
  currency: string
  status: 'draft' | 'approved' | 'sent' | 'confirmed' | 'failed'
  /** In the currency’s smallest unit */
  grossMinor: number
  /** In the currency’s smallest unit */
  feeMinor: number
  /** In the currency’s smallest unit */
  adjustmentsMinor: number
  /** In the currency’s smallest unit */
  netMinor: number
  renewalCount: number
  redemptionCount: number
  approvedAt: string | null
  sentAt: string | null
  settledAt: string | null
  updatedAt: string
}

export type Refund = {
  id: string
  merchantId: string
  subscriptionId: string
  kind: 'refund' | 'dispute'
  /** Refund: recorded or reversed. Dispute: open, won or lost */
  status: 'recorded' | 'reversed' | 'open' | 'won' | 'lost'
  source: 'stripe' | 'ingest' | 'manual'
  /** Start of the charged period. Null until the charge is known */
  chargePeriodStart: string | null
  /** 0 if other refunds already cover this payment */
  amountMinor: number
  /** ISO 4217, lowercase */
  currency: string
  reason: string | null
  /** Why it doesn’t count in full */
  problem: 'FOREIGN_CURRENCY' | 'EXCEEDS_CHARGE' | null
  occurredAt: string
  updatedAt: string
}

export type MerchantList = {
  data: (Merchant)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type LocationList = {
  data: (Location)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type PlanList = {
  data: (Plan)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type PriceList = {
  data: (Price)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type PromotionList = {
  data: (Promotion)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type SubscriptionList = {
  data: (Subscription)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type RedemptionList = {
  data: (Redemption)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type PayoutList = {
  data: (Payout)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type RefundList = {
  data: (Refund)[]
  /** Null on the last page */
  nextCursor: string | null
}

export type UserEvent = {
  eventId: string
  occurredAt: string
  id: string
  email?: string | null
  displayName?: string | null
  phoneNumber?: string | null
  photoUrl?: string | null
  createdAt?: string
  lastActiveAt?: string
}

export type SubscriptionEvent = {
  eventId: string
  occurredAt: string
  id: string
  merchantId: string
  userId?: string | null
  planId?: string | null
  status: 'active' | 'trialing' | 'past_due' | 'canceled'
  amountMinor: number
  currency: string
  interval?: 'day' | 'week' | 'month' | 'year'
  intervalCount?: number
  createdAt: string
  currentPeriodStart: string
  currentPeriodEnd: string
  cancelReason?: string | null
  paidMinor?: number
  cancelAtPeriodEnd?: boolean
  cancelAt?: string | null
  affiliateCode?: string | null
}

export type RedemptionEvent = {
  eventId: string
  id: string
  merchantId: string
  redeemedAt: string
  userId?: string | null
  planId?: string | null
  locationId?: string | null
  subscriptionId?: string | null
  method?: string
  status?: 'completed' | 'voided'
}

export type RefundEvent = {
  eventId: string
  occurredAt: string
  id: string
  merchantId: string
  subscriptionId: string
  periodStart: string
  kind?: 'refund' | 'dispute'
  status?: 'recorded' | 'reversed' | 'open' | 'won' | 'lost'
  amountMinor: number
  currency: string
  reason?: string | null
}

export type UserEvents = {
  events: (UserEvent)[]
}

export type SubscriptionEvents = {
  events: (SubscriptionEvent)[]
}

export type RedemptionEvents = {
  events: (RedemptionEvent)[]
}

export type RefundEvents = {
  events: (RefundEvent)[]
}

export type IngestAnswer = {
  results: ({ eventId: string | null; outcome: 'created' | 'updated' | 'same' | 'older' | 'duplicate' | 'refused'; code?: 'INVALID_FIELD' | 'IN_THE_FUTURE' | 'TOO_OLD' | 'FOREIGN_MERCHANT' | 'UNKNOWN_MERCHANT' | 'UNKNOWN_USER' | 'UNKNOWN_PLAN' | 'UNKNOWN_LOCATION' | 'UNKNOWN_SUBSCRIPTION' | 'STAFF_ACCOUNT' | 'ERASED_PERSON' | 'EMAIL_TAKEN'; field?: string })[]
  counts: { created: number; updated: number; same: number; older: number; duplicate: number; refused: number }
}

export type DecisionQuestion = {
  userId: string
  merchantId: string
  locationId?: string
  subscriptionId?: string
  method?: string
}

export type Decision = { decision: 'accepted'; redemption: { id: string; merchantId: string; locationId: string | null; planId: string | null; subscriptionId: string | null; redeemedAt: string }; left: number | null; promotions: (string)[] } | { decision: 'refused'; reason: string; at: string | null; promotions: (string)[] }

export type Problem = {
  /** Error category */
  code: string
  /** Stable error code */
  reason: string
  /** Message for people */
  message: string
  /** The invalid parameter or field */
  field?: string
  retryAfterSeconds?: number
  /** Include it when you contact support */
  requestId?: string
}


export interface Operations {
  'list-merchants': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'name' | 'description' | 'status' | 'isLive' | 'businessType' | 'website' | 'logoUrl' | 'address' | 'createdAt' | 'updatedAt')[]; format?: 'json' | 'csv' }; answer: MerchantList }
  'get-merchants': { query: { fields?: ('id' | 'name' | 'description' | 'status' | 'isLive' | 'businessType' | 'website' | 'logoUrl' | 'address' | 'createdAt' | 'updatedAt')[] }; answer: Merchant }
  'list-locations': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'merchantId' | 'name' | 'address' | 'phone' | 'timeZone' | 'hours' | 'closures' | 'coordinates' | 'geofenceRadiusMeters' | 'createdAt' | 'updatedAt')[]; format?: 'json' | 'csv' }; answer: LocationList }
  'get-locations': { query: { fields?: ('id' | 'merchantId' | 'name' | 'address' | 'phone' | 'timeZone' | 'hours' | 'closures' | 'coordinates' | 'geofenceRadiusMeters' | 'createdAt' | 'updatedAt')[] }; answer: Location }
  'list-plans': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'merchantId' | 'name' | 'description' | 'active' | 'visibility' | 'allowance' | 'timeWindow' | 'eligibleItems' | 'validLocationIds' | 'createdAt' | 'updatedAt')[]; format?: 'json' | 'csv' }; answer: PlanList }
  'get-plans': { query: { fields?: ('id' | 'merchantId' | 'name' | 'description' | 'active' | 'visibility' | 'allowance' | 'timeWindow' | 'eligibleItems' | 'validLocationIds' | 'createdAt' | 'updatedAt')[] }; answer: Plan }
  'list-prices': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'merchantId' | 'planId' | 'amountMinor' | 'currency' | 'interval' | 'intervalCount' | 'active' | 'position' | 'createdAt' | 'updatedAt')[]; format?: 'json' | 'csv' }; answer: PriceList }
  'get-prices': { query: { fields?: ('id' | 'merchantId' | 'planId' | 'amountMinor' | 'currency' | 'interval' | 'intervalCount' | 'active' | 'position' | 'createdAt' | 'updatedAt')[] }; answer: Price }
  'list-promotions': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'merchantId' | 'promotionId' | 'title' | 'enabled' | 'startsOn' | 'endsOn' | 'limitTotal' | 'limitPerCustomer' | 'planIds' | 'updatedAt')[]; format?: 'json' | 'csv' }; answer: PromotionList }
  'get-promotions': { query: { fields?: ('id' | 'merchantId' | 'promotionId' | 'title' | 'enabled' | 'startsOn' | 'endsOn' | 'limitTotal' | 'limitPerCustomer' | 'planIds' | 'updatedAt')[] }; answer: Promotion }
  'list-subscriptions': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'merchantId' | 'planId' | 'userId' | 'status' | 'amountMinor' | 'currency' | 'interval' | 'intervalCount' | 'monthlyMinor' | 'cancelAtPeriodEnd' | 'cancelAt' | 'currentPeriodStart' | 'currentPeriodEnd' | 'createdAt' | 'updatedAt')[]; format?: 'json' | 'csv'; status?: 'active' | 'trialing' | 'past_due' | 'canceled' }; answer: SubscriptionList }
  'get-subscriptions': { query: { fields?: ('id' | 'merchantId' | 'planId' | 'userId' | 'status' | 'amountMinor' | 'currency' | 'interval' | 'intervalCount' | 'monthlyMinor' | 'cancelAtPeriodEnd' | 'cancelAt' | 'currentPeriodStart' | 'currentPeriodEnd' | 'createdAt' | 'updatedAt')[] }; answer: Subscription }
  'list-redemptions': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'merchantId' | 'locationId' | 'planId' | 'subscriptionId' | 'userId' | 'redeemedAt' | 'method' | 'status' | 'voidedAt')[]; format?: 'json' | 'csv' }; answer: RedemptionList }
  'decide-redemption': { query: {}; body: DecisionQuestion; answer: Decision }
  'get-redemptions': { query: { redeemedAt: string; fields?: ('id' | 'merchantId' | 'locationId' | 'planId' | 'subscriptionId' | 'userId' | 'redeemedAt' | 'method' | 'status' | 'voidedAt')[] }; answer: Redemption }
  'list-payouts': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'merchantId' | 'period' | 'periodStart' | 'periodEnd' | 'currency' | 'status' | 'grossMinor' | 'feeMinor' | 'adjustmentsMinor' | 'netMinor' | 'renewalCount' | 'redemptionCount' | 'approvedAt' | 'sentAt' | 'settledAt' | 'updatedAt')[]; format?: 'json' | 'csv' }; answer: PayoutList }
  'get-payouts': { query: { fields?: ('id' | 'merchantId' | 'period' | 'periodStart' | 'periodEnd' | 'currency' | 'status' | 'grossMinor' | 'feeMinor' | 'adjustmentsMinor' | 'netMinor' | 'renewalCount' | 'redemptionCount' | 'approvedAt' | 'sentAt' | 'settledAt' | 'updatedAt')[] }; answer: Payout }
  'list-refunds': { query: { limit?: number; cursor?: string; since?: string; merchantId?: string; fields?: ('id' | 'merchantId' | 'subscriptionId' | 'kind' | 'status' | 'source' | 'chargePeriodStart' | 'amountMinor' | 'currency' | 'reason' | 'problem' | 'occurredAt' | 'updatedAt')[]; format?: 'json' | 'csv' }; answer: RefundList }
  'get-refunds': { query: { fields?: ('id' | 'merchantId' | 'subscriptionId' | 'kind' | 'status' | 'source' | 'chargePeriodStart' | 'amountMinor' | 'currency' | 'reason' | 'problem' | 'occurredAt' | 'updatedAt')[] }; answer: Refund }
  'send-users': { query: {}; body: UserEvents; answer: IngestAnswer }
  'send-subscriptions': { query: {}; body: SubscriptionEvents; answer: IngestAnswer }
  'send-redemptions': { query: {}; body: RedemptionEvents; answer: IngestAnswer }
  'send-refunds': { query: {}; body: RefundEvents; answer: IngestAnswer }
}
