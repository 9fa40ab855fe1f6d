import { z } from 'zod'
import { allowanceSchema, allowancePeriods } from '@quaff/features/plans/contract'
import { idSchema, textLimits } from '@quaff/platform/shared/text'
import { usageRowSchema } from './usage-contract'
import { redemptionViewSchema } from './view-contract'

export const scanLimits = {
  /** Maximum passes in the explanation. A person has one or two, but imported people may have many. */
  passes: 20,
  /** Locations shown per pass, those that accept the plan first. */
  places: 8,
  /** Two scans within this time are probably one drink scanned twice. */
  doubleScanMs: 10 * 60_000,
} as const

/** Effect on a scan: `fails` refuses it, `unknown` depends on unrecorded facts, `warns` lets it pass. */
export const findingWeights = ['fails', 'unknown', 'warns'] as const
export type FindingWeight = (typeof findingWeights)[number]
/** Plan rules that may be stored in an unreadable format. */
export const planRules = ['allowance', 'timeWindow', 'validLocationIds'] as const
export type PlanRule = (typeof planRules)[number]

const plain = <const Reason extends string>(reason: Reason) => z.object({ reason: z.literal(reason) })
const at = <const Reason extends string>(reason: Reason) => plain(reason).extend({ at: z.date() })
const named = <const Reason extends string>(reason: Reason) => plain(reason).extend({ name: z.string() })

export const findingSchema = z.discriminatedUnion('reason', [
  plain('ACCOUNT_SUSPENDED'),
  at('ACCOUNT_ERASED'),
  /** Pending or rejected: the console does not know whether the app accepts such an account. */
  named('ACCOUNT_STATUS'),
  plain('PAST_DUE'),
  at('CANCELED'),
  named('STATUS_UNKNOWN'),
  at('PERIOD_OVER'),
  at('PERIOD_NOT_BEGUN'),
  plain('PERIOD_UNKNOWN'),
  /** `at`: start of the next period of the allowance. */
  at('ALLOWANCE_USED_UP').extend({ allowance: allowanceSchema, timeZone: z.string() }),
  /** Redemptions without a plan may have used it up. */
  plain('ALLOWANCE_UNCERTAIN').extend({ count: z.int() }),
  plain('VENUE_SUSPENDED'),
  plain('VENUE_ARCHIVED'),
  plain('VENUE_DECLINED'),
  plain('VENUE_NOT_APPROVED'),
  /** Sales are paused. Existing subscribers can redeem. */
  plain('VENUE_NOT_LIVE'),
  plain('VENUE_UNKNOWN'),
  plain('PLAN_UNKNOWN'),
  /** Not on sale. Existing subscribers keep it. */
  plain('PLAN_INACTIVE'),
  plain('RULE_UNREADABLE').extend({ rule: z.enum(planRules) }),
  plain('NO_LOCATION'),
  plain('VALID_LOCATIONS_GONE'),
  /** `at`: when the first location opens, shown in its zone. Null without a next opening. */
  plain('CLOSED_NOW').extend({ at: z.date().nullable(), timeZone: z.string() }),
  /** `name`: "weekdays 06:00–11:00", in the location's zone. */
  named('OUTSIDE_TIME_WINDOW'),
  plain('HOURS_UNKNOWN'),
  /** The app compares the positions of the phone and the location. */
  plain('LOCATION_CHECK'),
  at('JUST_REDEEMED'),
])
export type Finding = z.infer<typeof findingSchema>
export type FindingReason = Finding['reason']
/** Reasons of a refused scan without a record. */
export const unknownReasons = ['UNKNOWN_PERSON', 'UNKNOWN_LOCATION', 'NO_PASS'] as const
export type RefusedReason = (typeof unknownReasons)[number] | FindingReason

export const weightOf = {
  ACCOUNT_SUSPENDED: 'fails',
  ACCOUNT_ERASED: 'fails',
  ACCOUNT_STATUS: 'unknown',
  PAST_DUE: 'fails',
  CANCELED: 'fails',
  STATUS_UNKNOWN: 'unknown',
  PERIOD_OVER: 'fails',
  PERIOD_NOT_BEGUN: 'fails',
  PERIOD_UNKNOWN: 'unknown',
  ALLOWANCE_USED_UP: 'fails',
  ALLOWANCE_UNCERTAIN: 'unknown',
  VENUE_SUSPENDED: 'fails',
  VENUE_ARCHIVED: 'fails',
  VENUE_DECLINED: 'fails',
  VENUE_NOT_APPROVED: 'fails',
  VENUE_NOT_LIVE: 'warns',
  VENUE_UNKNOWN: 'unknown',
  PLAN_UNKNOWN: 'unknown',
  PLAN_INACTIVE: 'warns',
  RULE_UNREADABLE: 'unknown',
  NO_LOCATION: 'unknown',
  VALID_LOCATIONS_GONE: 'fails',
  CLOSED_NOW: 'fails',
  OUTSIDE_TIME_WINDOW: 'fails',
  HOURS_UNKNOWN: 'unknown',
  LOCATION_CHECK: 'warns',
  JUST_REDEEMED: 'warns',
} as const satisfies Record<FindingReason, FindingWeight>

export const placeStates = ['serves', 'unknown', 'outside_window', 'closed', 'not_in_plan'] as const
export type PlaceState = (typeof placeStates)[number]
export const placeSchema = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(placeStates),
  /** "Open until 19:00", in the location's zone. */
  opening: z.string(),
  timeZone: z.string(),
})
export type Place = z.infer<typeof placeSchema>

export const verdicts = ['succeeds', 'unknown', 'fails'] as const
export type ScanVerdict = (typeof verdicts)[number]

/** The rest in the current period of the plan's allowance. `unlimited` if the plan has none. */
export const allowanceLeftSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('limited'),
    drinks: z.int(),
    per: z.enum(allowancePeriods),
    used: z.int(),
    left: z.int(),
    /** Start of the next period. */
    renewsAt: z.date(),
  }),
  z.object({ kind: z.literal('unlimited') }),
  z.object({ kind: z.literal('unknown') }),
])
export type AllowanceLeft = z.infer<typeof allowanceLeftSchema>

export const passSchema = z.object({
  subscriptionId: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  planId: z.string().nullable(),
  planName: z.string(),
  status: z.string(),
  /** The epoch if missing. */
  currentPeriodEnd: z.date(),
  /** Scheduled to end with the current period. */
  endsWithPeriod: z.boolean(),
  allowance: allowanceLeftSchema,
  /** The merchant's zone. It defines "today", "this week" (from Monday) and "this month". */
  timeZone: z.string(),
  /** Covers this pass and the account. */
  verdict: z.enum(verdicts),
  /** Covers this pass only, refusing findings first. */
  findings: z.array(findingSchema),
  places: z.array(placeSchema),
  placesTotal: z.int(),
})
export type Pass = z.infer<typeof passSchema>

export const explainCustomerInput = z.strictObject({ userId: idSchema })
export type ExplainCustomerInput = z.infer<typeof explainCustomerInput>
/** `passes` is empty if the person never had one. */
export const explanationSchema = z.object({
  /** Time of the check. */
  at: z.date(),
  /** The platform's zone. */
  timeZone: z.string(),
  /** The best verdict of the passes. */
  verdict: z.enum(verdicts),
  /** Findings of the account, which apply to every pass. */
  findings: z.array(findingSchema),
  lastRedemption: redemptionViewSchema.nullable(),
  passes: z.array(passSchema),
  passesTotal: z.int(),
})
export type Explanation = z.infer<typeof explanationSchema>

export const customerLimits = {
  found: 20,
  /** Customers of today who are shown before a search, from this many newest redemptions. */
  latest: 8,
  latestRedemptions: 50,
  /** Shown of a customer, newest first. */
  redemptions: 5,
} as const

/** By name or by the code of a pass. Without both: those who redeemed last today. */
export const findCustomersInput = z.strictObject({
  merchantId: idSchema,
  name: z.string().max(textLimits.short).optional(),
  code: z.string().max(textLimits.short).optional(),
})
export type FindCustomersInput = z.infer<typeof findCustomersInput>

/** Names no person but by the masked name, for every role. */
export const foundCustomerSchema = z.object({
  /** The pass of the code, or else the newest one, canceled ones last. */
  subscriptionId: z.string(),
  /** "Ana P." Null if missing. */
  name: z.string().nullable(),
  planName: z.string(),
  status: z.string(),
  /** At this merchant. */
  lastRedeemedAt: z.date().nullable(),
})
export type FoundCustomer = z.infer<typeof foundCustomerSchema>
/** `hasMore`: there are more than `customerLimits.found`. */
export const foundCustomersSchema = z.object({ customers: z.array(foundCustomerSchema), hasMore: z.boolean() })
export type FoundCustomers = z.infer<typeof foundCustomersSchema>

export const getCustomerInput = z.strictObject({ merchantId: idSchema, subscriptionId: idSchema })
export type GetCustomerInput = z.infer<typeof getCustomerInput>

/** The answer of the app to a scan now. */
export const scanAnswerSchema = z.object({
  accepted: z.boolean(),
  /** Null for a reason of the account, which merchants may not see. */
  because: findingSchema.nullable(),
  /** The pass that serves, or the one that the reason is about. Null for a reason of the account. */
  subscriptionId: z.string().nullable(),
})
export const customerSchema = z.object({
  at: z.date(),
  timeZone: z.string(),
  name: z.string().nullable(),
  scan: scanAnswerSchema,
  passes: z.array(passSchema),
  passesTotal: z.int(),
  /** At this merchant, newest first. */
  redemptions: z.array(usageRowSchema),
})
export type Customer = z.infer<typeof customerSchema>
