import { z } from 'zod'
import type { KeyScope } from '@quaff/features/api-keys/contract'
import { weekSchema } from '@quaff/features/locations/contract'
import { businessTypes, merchantStatuses } from '@quaff/features/merchants/contract'
import { payoutStatuses } from '@quaff/features/payouts/contract'
import { allowanceSchema, planVisibilities, timeWindowSchema } from '@quaff/features/plans/contract'
import { refundKinds, refundProblems, refundSources, refundStatuses } from '@quaff/features/refunds/contract'
import { billingIntervals } from '@quaff/features/subscriptions/contract'

export const readLimits = { defaultRows: 100, rows: 500, cursor: 2_048 } as const

const time = z.iso.datetime()
const timeOrNone = time.nullable()
const id = z.string()
const idOrNone = id.nullable()
const textOrNone = z.string().nullable()
const minor = z.int().describe('In the smallest unit of the currency')
const currency = z.string().describe('ISO 4217, lower case')
const address = z.object({
  line1: textOrNone,
  line2: textOrNone,
  city: textOrNone,
  region: textOrNone,
  postalCode: textOrNone,
  country: textOrNone,
})

/** What programs read of each resource, and nothing else of it: plain JSON. */
export const resourceSchemas = {
  merchants: z.object({
    id,
    name: z.string(),
    description: textOrNone,
    status: z.string().describe(`One of ${merchantStatuses.join(', ')}`),
    isLive: z.boolean().describe('Open to customers'),
    businessType: textOrNone.describe(`One of ${businessTypes.join(', ')}, where it is known`),
    website: textOrNone,
    logoUrl: textOrNone.describe('A path begins with a slash and is of this host'),
    address,
    createdAt: time,
    updatedAt: time,
  }),
  locations: z.object({
    id,
    merchantId: id,
    name: z.string(),
    address,
    phone: textOrNone,
    timeZone: z.string().describe('IANA name; what hours and closures are of'),
    hours: weekSchema.nullable().describe('By day; a day that is missing is closed. Null: not on record'),
    closures: z.array(z.object({ from: z.iso.date(), to: z.iso.date() })).describe('First and last day'),
    coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
    geofenceRadiusMeters: z.number().nullable(),
    createdAt: time,
    updatedAt: time,
  }),
  plans: z.object({
    id,
    merchantId: id,
    name: z.string(),
    description: textOrNone,
    active: z.boolean().describe('On sale'),
    visibility: z.enum(planVisibilities),
    allowance: allowanceSchema.nullable().describe('Drinks per period. Null: no limit'),
    timeWindow: timeWindowSchema.nullable(),
    eligibleItems: z.array(z.string()).describe('Empty: everything'),
    validLocationIds: z.array(id).describe('Empty: every location'),
    createdAt: time,
    updatedAt: time,
  }),
  prices: z.object({
    id,
    merchantId: id,
    planId: id,
    amountMinor: minor,
    currency,
    interval: z.string(),
    intervalCount: z.int(),
    active: z.boolean().describe('On sale'),
    position: z.int().describe('Order within the plan'),
    createdAt: time.describe('Of the plan'),
    updatedAt: time.describe('Of the plan, which changes with its prices'),
  }),
  promotions: z.object({
    id: id.describe('<merchantId>:<promotionId>'),
    merchantId: id,
    promotionId: id,
    title: z.string(),
    enabled: z.boolean(),
    startsOn: z.iso.date().nullable(),
    endsOn: z.iso.date().nullable(),
    limitTotal: z.int().nullable(),
    limitPerCustomer: z.int().nullable(),
    planIds: z.array(id).describe('Empty: all plans'),
    updatedAt: time,
  }),
  subscriptions: z.object({
    id,
    merchantId: id,
    planId: idOrNone,
    userId: idOrNone,
    status: z.string().describe('One of active, trialing, past_due, canceled; an import may bring others'),
    amountMinor: minor,
    currency,
    interval: z.enum(billingIntervals),
    intervalCount: z.int(),
    monthlyMinor: minor.describe('What the amount comes to per month'),
    cancelAtPeriodEnd: z.boolean().describe('Ends with the current period'),
    cancelAt: timeOrNone.describe('Ends at this time instead'),
    currentPeriodStart: time,
    currentPeriodEnd: time,
    createdAt: time,
    updatedAt: time,
  }),
  redemptions: z.object({
    id,
    merchantId: id,
    locationId: idOrNone,
    planId: idOrNone,
    subscriptionId: idOrNone,
    userId: idOrNone,
    redeemedAt: time,
    method: z.string(),
    status: z.string().describe('completed or voided'),
    voidedAt: timeOrNone,
  }),
  payouts: z.object({
    id,
    merchantId: id,
    period: z.string().describe('Month, YYYY-MM'),
    periodStart: time,
    periodEnd: time.describe('The first instant after it'),
    currency,
    status: z.enum(payoutStatuses),
    grossMinor: minor,
    feeMinor: minor,
    adjustmentsMinor: minor,
    netMinor: minor,
    renewalCount: z.int(),
    redemptionCount: z.int(),
    approvedAt: timeOrNone,
    sentAt: timeOrNone,
    settledAt: timeOrNone,
    updatedAt: time,
  }),
  refunds: z.object({
    id,
    merchantId: id,
    subscriptionId: id,
    kind: z.enum(refundKinds),
    status: z.enum(refundStatuses).describe('A refund is recorded or reversed; a dispute is open, won or lost'),
    source: z.enum(refundSources),
    chargePeriodStart: timeOrNone.describe('Start of the paid period; null until its charge is known'),
    amountMinor: minor.describe('0: other refunds of the same payment say all of it'),
    currency,
    reason: textOrNone,
    problem: z.enum(refundProblems).nullable().describe('Why it counts in part or not at all'),
    occurredAt: time,
    updatedAt: time,
  }),
} as const

export type Resource = keyof typeof resourceSchemas
export const resources = Object.keys(resourceSchemas) as Resource[]
export type RowOf<Of extends Resource> = z.infer<(typeof resourceSchemas)[Of]>

/** Which right of a key opens it. */
export const scopeOf = {
  merchants: 'read:merchants',
  locations: 'read:locations',
  plans: 'read:plans',
  prices: 'read:plans',
  promotions: 'read:promotions',
  subscriptions: 'read:subscriptions',
  redemptions: 'read:redemptions',
  payouts: 'read:payouts',
  refunds: 'read:refunds',
} as const satisfies Record<Resource, KeyScope>
