import { examples } from './examples'
import { readHeaders } from './read-operations'
import { ref, type Json } from './schemas'

const signature: Json = {
  name: 'Quaff-Signature',
  in: 'header',
  required: true,
  description: 't=<seconds>,v1=<hex>: HMAC-SHA256 of "<seconds>.<body>" with the signing secret.',
  schema: { type: 'string' },
}
const requestKey: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description: 'Send the same key with each retry.',
  schema: { type: 'string', minLength: 8, maxLength: 128 },
}

type Operation = {
  id: string
  summary: string
  scope: string
  body: string
  answer: string
  example: { body: Json; answer: Json }
  parameters?: Json[]
  refused?: number[]
}

const operation = ({ id, summary, scope, body, answer, example, parameters = [], refused = [] }: Operation): Json => ({
  post: {
    operationId: id,
    tags: ['Send'],
    summary,
    description: `Needs ${scope}.`,
    parameters: [signature, ...parameters],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: ref('schemas', body), example: example.body } },
    },
    responses: {
      200: {
        description: 'The outcome.',
        headers: readHeaders,
        content: { 'application/json': { schema: ref('schemas', answer), example: example.answer } },
      },
      ...Object.fromEntries(
        [400, 401, 403, ...refused, 413, 429, 503].map((status) => [status, ref('responses', `Refused${status}`)]),
      ),
    },
  },
})

const taken: Json = {
  results: [{ eventId: 'evt_1', outcome: 'created' }],
  counts: { created: 1, updated: 0, same: 0, older: 0, duplicate: 0, refused: 0 },
}

const sending = (kind: string, name: string, event: Json) =>
  operation({
    id: `send-${kind}`,
    summary: `Send ${kind} events`,
    scope: `ingest:${kind}`,
    body: `${name}Events`,
    answer: 'IngestAnswer',
    example: { body: { events: [{ eventId: 'evt_1', ...event }] }, answer: taken },
  })

const { id, merchantId, userId, planId, status, amountMinor, currency, createdAt, ...subscription } =
  examples.subscriptions
const { currentPeriodStart, currentPeriodEnd } = subscription
const { redeemedAt, locationId, subscriptionId, ...redemption } = examples.redemptions
const occurredAt = '2026-12-01T08:30:00Z'
const drink = { id: redemption.id, merchantId, locationId, planId, subscriptionId, redeemedAt }
const period = { createdAt, currentPeriodStart, currentPeriodEnd }

export const writePaths = (): Record<string, Json> => ({
  '/v1/redemptions': operation({
    id: 'decide-redemption',
    summary: 'Check whether a customer can redeem now, and record the redemption',
    scope: 'redemptions:decide',
    body: 'DecisionQuestion',
    answer: 'Decision',
    example: {
      body: { userId, merchantId, locationId },
      answer: { decision: 'accepted', redemption: drink, left: 0, promotions: ['happy_hour'] },
    },
    parameters: [requestKey],
    refused: [409],
  }),
  '/ingest/users': sending('users', 'User', { occurredAt, id: userId, email: 'ana@example.com', displayName: 'Ana' }),
  '/ingest/subscriptions': sending('subscriptions', 'Subscription', {
    occurredAt,
    id,
    merchantId,
    userId,
    planId,
    status,
    amountMinor,
    currency,
    ...period,
  }),
  '/ingest/redemptions': sending('redemptions', 'Redemption', { id: redemption.id, merchantId, userId, redeemedAt }),
  '/ingest/refunds': sending('refunds', 'Refund', {
    occurredAt,
    id: examples.refunds.id,
    merchantId,
    subscriptionId,
    periodStart: currentPeriodStart,
    amountMinor,
    currency,
  }),
})
