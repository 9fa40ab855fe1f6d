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
const minor = z.int().describe('In the currency’s smallest unit')
const currency = z.string().describe('ISO 4217, lowercase')
const address = z.object({
  line1: textOrNone,
  line2: textOrNone,
  city: textOrNone,
  region: textOrNone,
  postalCode: textOrNone,
  country: textOrNone,
})

/** The public fields of each resource, as plain JSON. Programs see no other fields. */
export const resourceSchemas = {
  merchants: z.object({
    id,
    name: z.string(),
    description: textOrNone,
    status: z.string().describe(`One of ${merchantStatuses.join(', ')}`),
    isLive: z.boolean().describe('Whether customers can find it and buy passes'),
    businessType: textOrNone.describe(`One of ${businessTypes.join(', ')}`),
    website: textOrNone,
    logoUrl: textOrNone.describe('URL, or a path on this host'),
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
    timeZone: z.string().describe('IANA name. Applies to hours and closures'),
    hours: weekSchema.nullable().describe('By weekday. Missing days are closed. Null: unknown'),
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
    allowance: allowanceSchema.nullable().describe('Drinks per period. Null: unlimited'),
    timeWindow: timeWindowSchema.nullable(),
    eligibleItems: z.array(z.string()).describe('Empty: all items'),
    validLocationIds: z.array(id).describe('Empty: all locations'),
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
    createdAt: time.describe('When the plan was created'),
    updatedAt: time.describe('When the plan or one of its prices last changed'),
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
    status: z.string().describe('active, trialing, past_due or canceled. Imports can add others'),
    amountMinor: minor,
    currency,
    interval: z.enum(billingIntervals),
    intervalCount: z.int(),
    monthlyMinor: minor.describe('Amount per month'),
    cancelAtPeriodEnd: z.boolean().describe('Whether it ends with the current period'),
    cancelAt: timeOrNone.describe('Scheduled end, if not the period end'),
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
    periodEnd: time.describe('Exclusive'),
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
    status: z.enum(refundStatuses).describe('Refund: recorded or reversed. Dispute: open, won or lost'),
    source: z.enum(refundSources),
    chargePeriodStart: timeOrNone.describe('Start of the charged period. Null until the charge is known'),
    amountMinor: minor.describe('0 if other refunds already cover this payment'),
    currency,
    reason: textOrNone,
    problem: z.enum(refundProblems).nullable().describe('Why it doesn’t count in full'),
    occurredAt: time,
    updatedAt: time,
  }),
} as const

export type Resource = keyof typeof resourceSchemas
export const resources = Object.keys(resourceSchemas) as Resource[]
export type RowOf<Of extends Resource> = z.infer<(typeof resourceSchemas)[Of]>

/** The scope that a key needs. */
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
