import { z } from 'zod'
import {
  eventErrorCodes,
  eventOutcomes,
  redemptionEventSchema,
  refundEventSchema,
  subscriptionEventSchema,
  userEventSchema,
} from '@quaff/features/ingest/contract'
import { decideInput, decisionSchema } from '@quaff/features/promotions/redemption-check-contract'
import { resources, resourceSchemas, type Resource } from '../contract'

/** Record names in the document and the client. */
export const namesOf = {
  merchants: 'Merchant',
  locations: 'Location',
  plans: 'Plan',
  prices: 'Price',
  promotions: 'Promotion',
  subscriptions: 'Subscription',
  redemptions: 'Redemption',
  payouts: 'Payout',
  refunds: 'Refund',
} as const satisfies Record<Resource, string>

export type Json = { [name: string]: unknown }

export const ref = (kind: 'schemas' | 'responses' | 'parameters', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
})

const events = (name: string): Json => ({
  type: 'object',
  properties: { events: { type: 'array', minItems: 1, maxItems: 1_000, items: ref('schemas', name) } },
  required: ['events'],
  additionalProperties: false,
})

const ingestAnswer = z.object({
  results: z.array(
    z.object({
      eventId: z.string().nullable(),
      outcome: z.enum(eventOutcomes),
      code: z.enum(eventErrorCodes).optional(),
      field: z.string().optional(),
    }),
  ),
  counts: z.object({
    created: z.int(),
    updated: z.int(),
    same: z.int(),
    older: z.int(),
    duplicate: z.int(),
    refused: z.int(),
  }),
})

const problem = z.object({
  code: z.string().describe('Error category'),
  reason: z.string().describe('Stable error code'),
  message: z.string().describe('Message for people'),
  field: z.string().optional().describe('The invalid parameter or field'),
  retryAfterSeconds: z.number().optional(),
  requestId: z.string().optional().describe('Include it when you contact support'),
})

export function schemas(): Json {
  const records = resources.map((resource) => [namesOf[resource], schemaOf(resourceSchemas[resource])])
  const lists = resources.map((resource) => [`${namesOf[resource]}List`, listOf(namesOf[resource])])
  return {
    ...Object.fromEntries([...records, ...lists]),
    UserEvent: schemaOf(userEventSchema),
    SubscriptionEvent: schemaOf(subscriptionEventSchema),
    RedemptionEvent: schemaOf(redemptionEventSchema),
    RefundEvent: schemaOf(refundEventSchema),
    UserEvents: events('UserEvent'),
    SubscriptionEvents: events('SubscriptionEvent'),
    RedemptionEvents: events('RedemptionEvent'),
    RefundEvents: events('RefundEvent'),
    IngestAnswer: schemaOf(ingestAnswer),
    DecisionQuestion: schemaOf(decideInput),
    Decision: schemaOf(decisionSchema),
    Problem: schemaOf(problem),
  }
}

const listOf = (name: string): Json => ({
  type: 'object',
  properties: {
    data: { type: 'array', items: ref('schemas', name) },
    nextCursor: { type: ['string', 'null'], description: 'Null on the last page' },
  },
  required: ['data', 'nextCursor'],
})

const schemaOf = (schema: z.ZodType) => readable(z.toJSONSchema(schema, { io: 'input' })) as Json

/** Removes machine-only parts: the pattern of a time says less than its format and takes five lines. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable)
  if (typeof value !== 'object' || value === null) return value
  const hidden = new Set(['$schema', ...('format' in value ? ['pattern'] : [])])
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => (hidden.has(name) ? [] : [[name, readable(part)]])),
  )
}
