import { z } from 'zod'
import { billingIntervals, subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { weekdays } from '@quaff/platform/shared/calendar'
import { formSchema } from '@quaff/platform/shared/fields/field-schemas'
import { line, lines, whole } from '@quaff/platform/shared/fields/form-fields'
import { labelled } from '@quaff/platform/shared/fields/record'
import { currencyCodes } from '@quaff/platform/shared/money/currency-codes'
import { moneySchema } from '@quaff/platform/shared/money/money'
import { pageLimits, sortOrders } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema, nameSchema, textLimits } from '@quaff/platform/shared/text'

export const allowancePeriods = ['day', 'week', 'month'] as const
export type AllowancePeriod = (typeof allowancePeriods)[number]
/** `hidden`: sold by link or at the counter only. */
export const planVisibilities = ['public', 'hidden'] as const
export type PlanVisibility = (typeof planVisibilities)[number]
export const planStatuses = ['active', 'inactive'] as const
export const planSorts = ['name', 'active', 'revenue', 'perDrink', 'updated', 'created'] as const
export type PlanSort = (typeof planSorts)[number]

export const planLimits = {
  plansPerMerchant: 100,
  pricesPerPlan: 20,
  maxAmountMinor: 1_000_000_000,
  maxIntervalCount: 36,
  maxDrinks: 1_000,
  eligibleItems: 50,
  itemLength: 80,
  validLocations: 500,
  /** Number of subscribers that the deletion dialog names. */
  namedSubscribers: 10,
} as const

const { maxDrinks, maxIntervalCount } = planLimits
export const planFields = {
  name: labelled('Name', line({ missing: 'Enter a name' })),
  description: labelled('Description', lines(textLimits.medium), { nullable: true }),
  drinks: labelled(
    'Allowance',
    whole(1, maxDrinks, `Enter 1 to ${maxDrinks.toLocaleString('en')} drinks, or leave blank for unlimited`),
  ),
}
export const everyField = whole(1, maxIntervalCount, `1 to ${maxIntervalCount}`, `1 to ${maxIntervalCount}`)

/** Drinks per period. Missing or unreadable in an imported document: null. */
export const allowanceSchema = z.strictObject({ drinks: formSchema(planFields.drinks), per: z.enum(allowancePeriods) })
export type Allowance = z.infer<typeof allowanceSchema>

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as 06:00')
/** In the location's time zone; `to` before `from` ends on the next day. */
export const timeWindowSchema = z.strictObject({
  days: z.array(z.enum(weekdays)).min(1, 'Choose at least one day').max(weekdays.length),
  from: clockTime,
  to: clockTime,
})
export type TimeWindow = z.infer<typeof timeWindowSchema>

/** In minor units. */
const amountMinor = z.int().min(0, 'Enter an amount of 0 or more').max(planLimits.maxAmountMinor)
export const planPriceInput = z.strictObject({
  /** Absent for a new price. */
  id: idSchema.optional(),
  amountMinor,
  currency: z.string().refine((code) => currencyCodes.includes(code), 'Choose a currency'),
  interval: z.enum(billingIntervals),
  intervalCount: formSchema(everyField),
  active: z.boolean(),
})
export type PlanPriceInput = z.infer<typeof planPriceInput>

/** Holds the document's keys that the console knows. Null and empty lists remove a key. */
export const planChangesSchema = z
  .strictObject({
    name: formSchema(planFields.name),
    description: formSchema(planFields.description).nullable(),
    allowance: allowanceSchema.nullable(),
    timeWindow: timeWindowSchema.nullable(),
    /** The price of one drink without a pass, in the currency of the first price. */
    singleDrinkPrice: amountMinor.nullable(),
    eligibleItems: z.array(nameSchema('Enter an item', planLimits.itemLength)).max(planLimits.eligibleItems),
    /** Empty: every location. */
    validLocationIds: z.array(idSchema).max(planLimits.validLocations),
    visibility: z.enum(planVisibilities),
    /** The whole list, in the order shown; the first active price is the one that lists show. */
    prices: z.array(planPriceInput).max(planLimits.pricesPerPlan),
  })
  .partial()
export type PlanChanges = z.infer<typeof planChangesSchema>

const merchantInput = z.strictObject({ merchantId: idSchema })
const planInput = merchantInput.extend({ planId: idSchema })
const versioned = planInput.extend({ version: z.int().min(1) })
const requestKey = z.uuid().optional()

export const listPlansInput = merchantInput.extend({
  q: z.string().max(pageLimits.maxSearchLength).optional(),
  status: z.enum(planStatuses).optional(),
  sort: z.enum(planSorts).default('revenue'),
  order: z.enum(sortOrders).default('desc'),
})
export type ListPlansInput = z.infer<typeof listPlansInput>
export type ListPlansRequest = z.input<typeof listPlansInput>
export const createPlanInput = merchantInput.extend({ requestKey, plan: planChangesSchema.required({ name: true }) })
export type CreatePlanInput = z.infer<typeof createPlanInput>
export const updatePlanInput = versioned.extend({ changes: planChangesSchema })
export type UpdatePlanInput = z.infer<typeof updatePlanInput>
export const duplicatePlanInput = planInput.extend({ requestKey })
export type DuplicatePlanInput = z.infer<typeof duplicatePlanInput>
export const setPlanActiveInput = versioned.extend({ active: z.boolean() })
export type SetPlanActiveInput = z.infer<typeof setPlanActiveInput>
export const priceImpactInput = planInput.extend({ prices: z.array(planPriceInput).max(planLimits.pricesPerPlan) })
export type PriceImpactInput = z.infer<typeof priceImpactInput>

export const billedPriceSchema = z.object({
  amountMinor: z.int(),
  currency: z.string(),
  interval: z.enum(billingIntervals),
  intervalCount: z.int(),
})
export type BilledPrice = z.infer<typeof billedPriceSchema>
export const planPriceSchema = billedPriceSchema.extend({ id: z.string(), active: z.boolean() })
export type PlanPrice = z.infer<typeof planPriceSchema>

/** Spec §3 "Plan statistics"; one amount per currency, usd first. */
const statisticsSchema = z.object({
  activeSubscribers: z.int(),
  trialSubscribers: z.int(),
  pastDueSubscribers: z.int(),
  /** Canceled, and updated in the last 30 days. */
  churnedThisMonth: z.int(),
  monthlyRevenue: z.array(moneySchema),
  averageSubscriptionValue: z.array(moneySchema),
  /** Completed, in the last 30 days. */
  drinks: z.int(),
  /** G35; empty without drinks or active subscribers. */
  pricePerDrink: z.array(moneySchema),
})
export type PlanStatistics = z.infer<typeof statisticsSchema>

export const planRowSchema = statisticsSchema.extend({
  id: z.string(),
  merchantId: z.string(),
  name: z.string(),
  active: z.boolean(),
  description: z.string().nullable(),
  allowance: allowanceSchema.nullable(),
  timeWindow: timeWindowSchema.nullable(),
  visibility: z.enum(planVisibilities),
  prices: z.array(planPriceSchema),
  /** Whole drinks a month from which the pass costs no more than single drinks; null while the single price is not set. */
  breakEvenDrinks: z.int().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: z.int(),
})
export type PlanRow = z.infer<typeof planRowSchema>

export const planRecordSchema = planRowSchema.extend({
  singleDrinkPrice: z.int().nullable(),
  eligibleItems: z.array(z.string()),
  validLocationIds: z.array(z.string()),
  /** Keys that the console does not know, or holds in a shape that it cannot read, as JSON text. They survive every save. */
  otherFields: z.array(z.object({ key: z.string(), value: z.string() })),
  /** Running subscriptions by what they pay; `priceId` is null for a price that the plan no longer has. */
  paying: z.array(billedPriceSchema.extend({ priceId: z.string().nullable(), subscribers: z.int() })),
})
export type PlanRecord = z.infer<typeof planRecordSchema>

export const planListSchema = z.object({
  /** All that match: a merchant has at most a hundred plans. */
  rows: z.array(planRowSchema),
  /** Plans of the merchant, matching or not. */
  total: z.int(),
  /** Subscriptions and drinks without a plan, or of a deleted one; null when there are none. Rows and this add up to `totals`. */
  withoutPlan: statisticsSchema.nullable(),
  /** Covers all the merchant's subscriptions, including those without a plan. */
  totals: statisticsSchema.extend({ churnRate: z.number(), scheduledCancellations: z.int() }),
  merchant: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
  /** Set if plans cannot be changed because the merchant is archived or was declined. */
  lockedReason: z.string().nullable(),
})
export type PlanList = z.infer<typeof planListSchema>

export const priceImpactSchema = z.object({
  /** Prices whose subscribers would pay something else. */
  changes: z.array(
    z.object({
      from: billedPriceSchema,
      to: billedPriceSchema,
      subscribers: z.int(),
      /** How many of them may cancel before the increase loses money; null if it is no increase. */
      mayLose: z.int().nullable(),
    }),
  ),
  /** Counts subscribers who keep the old price, because a save only changes the price for new subscribers. */
  keptSubscribers: z.int(),
  /** Monthly revenue of the plan; the difference assumes that all subscribers move. */
  revenue: z.array(
    z.object({
      currency: z.string(),
      nowMinor: z.int(),
      ifOnlyNewPayMinor: z.int(),
      ifAllMovedMinor: z.int(),
      changeMinor: z.int(),
    }),
  ),
  perDrink: z.object({ now: z.array(moneySchema), ifAllMoved: z.array(moneySchema) }),
})
export type PriceImpact = z.infer<typeof priceImpactSchema>

export const planSubscribersSchema = z.object({
  byStatus: z.record(z.enum(subscriptionStatuses), z.int()),
  /** active + trialing + past_due */
  running: z.int(),
  /** Up to ten of the running ones, newest first, as "Ana P." */
  names: z.array(z.string()),
  deletable: z.boolean(),
  /** The only plan that a live merchant sells. */
  endsSales: z.boolean(),
})
export type PlanSubscribers = z.infer<typeof planSubscribersSchema>

/** The templates themselves lie apart: what every page loads reads their ids alone. */
export const planTemplateIds = ['daily', 'monthly', 'mornings'] as const
export type PlanTemplateId = (typeof planTemplateIds)[number]

const onePlan = '/merchants/{merchantId}/plans/{planId}'

/** The URL that opens the plan contains its merchant. */
export const foundPlanSchema = z.object({
  id: z.string(),
  name: z.string(),
  active: z.boolean(),
  merchantId: z.string(),
  merchantName: z.string(),
})
export type FoundPlan = z.infer<typeof foundPlanSchema>
export const findPlansInput = z.strictObject({ q: z.string().min(1).max(pageLimits.maxSearchLength) })
export type FindPlansInput = z.infer<typeof findPlansInput>

const get = route('GET', 'Plans')
const post = route('POST', 'Plans')
const patch = route('PATCH', 'Plans')
const remove = route('DELETE', 'Plans')

export const plansContract = {
  find: get('/plans', 'Plans by name across the caller’s merchants, at most 5')
    .input(findPlansInput)
    .output(z.array(foundPlanSchema)),
  list: get('/merchants/{merchantId}/plans', 'Plans of a merchant with their statistics')
    .input(listPlansInput)
    .output(planListSchema),
  get: get('/plans/{planId}', 'One plan')
    .input(z.strictObject({ planId: idSchema }))
    .output(planRecordSchema),
  /** A plan of another merchant is answered like a missing one. */
  getOfMerchant: get(onePlan, 'One plan of a merchant').input(planInput).output(planRecordSchema),
  create: post('/merchants/{merchantId}/plans', 'Create a plan').input(createPlanInput).output(planRecordSchema),
  update: patch(onePlan, 'Change a plan').input(updatePlanInput).output(planRecordSchema),
  /** The copy is inactive. */
  duplicate: post(`${onePlan}/duplicate`, 'Copy a plan').input(duplicatePlanInput).output(planRecordSchema),
  setActive: post(`${onePlan}/active`, 'Activate or deactivate').input(setPlanActiveInput).output(planRecordSchema),
  remove: remove(onePlan, 'Delete a plan')
    .input(versioned)
    .output(z.object({ success: z.literal(true) })),
  subscribers: get(`${onePlan}/subscribers`, 'Subscribers affected by a deactivation or deletion')
    .input(planInput)
    .output(planSubscribersSchema),
  impact: post(`${onePlan}/price-impact`, 'Impact of a price change').input(priceImpactInput).output(priceImpactSchema),
}

/** Webhook events. A published name is never used for anything else. */
export const planEvents = { created: 'plan.created', updated: 'plan.updated', deleted: 'plan.deleted' } as const
export const priceEvents = { created: 'price.created', updated: 'price.updated', deleted: 'price.deleted' } as const
