import { z } from 'zod'
import { redemptionStatuses } from '@quaff/features/redemptions/view-contract'
import { refundKinds, refundStatuses } from '@quaff/features/refunds/contract'
import { billingIntervals, subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { line, website } from '@quaff/platform/shared/fields/form-fields'
import { emailSchema, idSchema, lineSchema } from '@quaff/platform/shared/text'

export const ingestKinds = ['users', 'subscriptions', 'redemptions', 'refunds'] as const
export type IngestKind = (typeof ingestKinds)[number]

export const ingestLimits = {
  events: 1_000,
  requestBytes: 2 * 1024 * 1024,
  eventId: 128,
  /** How long event ids are remembered. Later repetitions are recognized by the record's state. */
  eventDays: 30,
  /** Tolerates clock differences. */
  futureMs: 5 * 60_000,
  /** Older redemptions are history, which needs an import. */
  redemptionDays: 400,
  largestAmountMinor: 2_147_483_647,
} as const

/** Result of an event. `older`: the record has newer state. `duplicate`: this event was received before. */
export const eventOutcomes = ['created', 'updated', 'same', 'older', 'duplicate', 'refused'] as const
export type EventOutcome = (typeof eventOutcomes)[number]

/** Why an event was refused. With `created` or `updated`: what was ignored. */
export const eventErrorCodes = [
  'INVALID_FIELD',
  'IN_THE_FUTURE',
  'TOO_OLD',
  'FOREIGN_MERCHANT',
  'UNKNOWN_MERCHANT',
  'UNKNOWN_USER',
  'UNKNOWN_PLAN',
  'UNKNOWN_LOCATION',
  'UNKNOWN_SUBSCRIPTION',
  'STAFF_ACCOUNT',
  'ERASED_PERSON',
  'EMAIL_TAKEN',
] as const
export type EventErrorCode = (typeof eventErrorCodes)[number]

/** Same order as the events. */
export type EventResult = { eventId: string | null; outcome: EventOutcome; code?: EventErrorCode; field?: string }
export type IngestAnswer = { results: EventResult[]; counts: Record<EventOutcome, number> }

/** Requires an offset, because a time without one is ambiguous. */
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const eventId = z
  .string()
  .min(1)
  .max(ingestLimits.eventId)
  .regex(/^[\w.:/-]+$/)
const id = idSchema.nullish().transform((given) => given ?? null)
const optionalLine = (max?: number) => lineSchema(max).nullish()

export const userEventSchema = z.strictObject({
  eventId,
  /** The time of this state. An event older than the record changes nothing. */
  occurredAt: time,
  id: idSchema,
  email: emailSchema.nullish(),
  displayName: optionalLine(),
  phoneNumber: optionalLine(64),
  photoUrl: formSchema(website()).nullish(),
  /** Defaults to the `occurredAt` of the first event. */
  createdAt: time.optional(),
  lastActiveAt: time.optional(),
})
export type UserEvent = z.output<typeof userEventSchema>

/** The whole state at `occurredAt`. An omitted field is empty. */
export const subscriptionEventSchema = z
  .strictObject({
    eventId,
    occurredAt: time,
    id: idSchema,
    merchantId: idSchema,
    userId: id,
    planId: id,
    status: z.enum(subscriptionStatuses),
    /** Minor units, per `intervalCount` intervals. */
    amountMinor: z.int().min(0).max(ingestLimits.largestAmountMinor),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .toLowerCase(),
    interval: z.enum(billingIntervals).default('month'),
    intervalCount: z.int().min(1).max(1_000).default(1),
    createdAt: time,
    currentPeriodStart: time,
    currentPeriodEnd: time,
    cancelReason: optionalLine(),
    /** Charged for the current period, after discounts and before taxes. Defaults to the list price. */
    paidMinor: z.int().min(0).max(ingestLimits.largestAmountMinor).optional(),
    /** Ends with the current period, or at `cancelAt`. Omitted or null withdraws the schedule. */
    cancelAtPeriodEnd: z.boolean().default(false),
    cancelAt: time.nullish().transform((given) => given ?? null),
    /** Code of the affiliate link that led to this submission. */
    affiliateCode: formSchema(line({ max: 32 })).nullish(),
  })
  .refine(({ currentPeriodStart, currentPeriodEnd }) => currentPeriodEnd >= currentPeriodStart, {
    path: ['currentPeriodEnd'],
  })
export type SubscriptionEvent = z.output<typeof subscriptionEventSchema>

/** Identified by id and time together. A voided redemption stays voided. */
export const redemptionEventSchema = z.strictObject({
  eventId,
  id: idSchema,
  merchantId: idSchema,
  redeemedAt: time,
  userId: id,
  planId: id,
  locationId: id,
  subscriptionId: id,
  method: lineSchema(32).optional(),
  status: z.enum(redemptionStatuses).default('completed'),
})
export type RedemptionEvent = z.output<typeof redemptionEventSchema>

/**
 * The latest state of a refund or dispute, identified by its id. It refers to the charge whose period contains
 * `periodStart`.
 */
export const refundEventSchema = z
  .strictObject({
    eventId,
    occurredAt: time,
    id: idSchema,
    merchantId: idSchema,
    subscriptionId: idSchema,
    periodStart: time,
    kind: z.enum(refundKinds).default('refund'),
    status: z.enum(refundStatuses).default('recorded'),
    amountMinor: z.int().min(1).max(ingestLimits.largestAmountMinor),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/)
      .toLowerCase(),
    reason: optionalLine(),
  })
  .refine(({ kind, status }) => (kind === 'refund') === (status === 'recorded' || status === 'reversed'), {
    path: ['status'],
  })
export type RefundEvent = z.output<typeof refundEventSchema>

export const ingestBodySchema = z.strictObject({ events: z.array(z.unknown()).min(1).max(ingestLimits.events) })
/** Paths that use an API key and ignore browser cookies. */
export const keyPaths = /^\/(ingest|v1|webhooks)\//
