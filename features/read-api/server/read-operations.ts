import { subscriptionStatuses } from '@quaff/features/subscriptions/contract'
import { readLimits, resources, scopeOf, resourceSchemas, type Resource } from '../contract'
import { exampleCursor, examples } from './examples'
import { listParameters, recordParameters, type ParameterName } from './read-resource'
import { namesOf, ref, type Json } from './schemas'

export const parameterDocs: Record<Exclude<ParameterName, 'fields'> | 'ifNoneMatch', Json> = {
  limit: inQuery('limit', 'Rows per page.', {
    type: 'integer',
    minimum: 1,
    maximum: readLimits.rows,
    default: readLimits.defaultRows,
  }),
  cursor: inQuery('cursor', 'nextCursor of the previous page. Keep the same filters.', { type: 'string' }),
  since: inQuery('since', 'Only records changed at or after this time, oldest change first.', {
    type: 'string',
    format: 'date-time',
  }),
  merchantId: inQuery('merchantId', 'Only records of this merchant.', { type: 'string' }),
  status: inQuery('status', 'Only subscriptions with this status.', {
    type: 'string',
    enum: [...subscriptionStatuses],
  }),
  format: inQuery('format', 'Response format. “Accept: text/csv” works too.', {
    type: 'string',
    enum: ['json', 'csv'],
    default: 'json',
  }),
  redeemedAt: {
    ...inQuery('redeemedAt', 'The redemption’s time. Together with the ID it identifies the redemption.', {
      type: 'string',
      format: 'date-time',
    }),
    required: true,
  },
  ifNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier response. Returns 304 if nothing changed.',
    schema: { type: 'string' },
  },
}

function inQuery(name: string, description: string, schema: Json): Json {
  return { name, in: 'query', description, schema }
}

/** An array as comma-separated names. */
const fieldsOf = (resource: Resource): Json => ({
  ...inQuery('fields', 'Fields to return, separated by commas.', {
    type: 'array',
    items: { type: 'string', enum: Object.keys(resourceSchemas[resource].shape) },
  }),
  style: 'form',
  explode: false,
})

const parametersOf = (resource: Resource, names: readonly ParameterName[]) => [
  ...names.map((name) => (name === 'fields' ? fieldsOf(resource) : ref('parameters', name))),
  ref('parameters', 'ifNoneMatch'),
]

const refusals = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', `Refused${status}`)]))

const stays = { 304: ref('responses', 'NotModified') }

export const readHeaders = {
  'RateLimit-Limit': { description: 'Requests per minute.', schema: { type: 'integer' } },
  'RateLimit-Remaining': { description: 'Requests left.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the limit resets.', schema: { type: 'integer' } },
}
const answerHeaders = { ETag: { description: 'Send it as If-None-Match.', schema: { type: 'string' } }, ...readHeaders }
const listHeaders = {
  Link: { description: 'The next page, with rel="next". Missing on the last page.', schema: { type: 'string' } },
  ...answerHeaders,
}

const readList = (resource: Resource): Json => ({
  operationId: `list-${resource}`,
  tags: ['Read'],
  summary: `List ${resource}`,
  description: `Needs ${scopeOf[resource]}. ${orderOf[resource]}`,
  parameters: parametersOf(resource, listParameters(resource)),
  responses: {
    200: {
      description: 'A page.',
      headers: listHeaders,
      content: {
        'application/json': {
          schema: ref('schemas', `${namesOf[resource]}List`),
          example: { data: [examples[resource]], nextCursor: exampleCursor },
        },
        'text/csv': { schema: { type: 'string' } },
      },
    },
    ...stays,
    ...refusals(400, 401, 403, 429, 503),
  },
})

const byCreation = 'Newest first. With since: by updatedAt, oldest first.'
const orderOf = {
  merchants: byCreation,
  locations: byCreation,
  plans: byCreation,
  prices: 'By plan, newest first. With since: by the plan’s updatedAt, oldest first.',
  promotions: 'By merchant. With since: by updatedAt, oldest first.',
  subscriptions: byCreation,
  redemptions: 'Newest first. With since: by redeemedAt, oldest first.',
  payouts: 'Newest period first. With since: by updatedAt, oldest first. Drafts need a key for all merchants.',
  refunds: 'Newest occurredAt first. With since: by updatedAt, oldest first.',
} as const satisfies Record<Resource, string>

const readRecord = (resource: Resource): Json => ({
  operationId: `get-${resource}`,
  tags: ['Read'],
  summary: `Get a ${namesOf[resource].toLowerCase()}`,
  description: `Needs ${scopeOf[resource]}.`,
  parameters: [
    { name: 'id', in: 'path', required: true, schema: { type: 'string' }, example: examples[resource].id },
    ...parametersOf(resource, recordParameters(resource)),
  ],
  responses: {
    200: {
      description: 'The record.',
      headers: answerHeaders,
      content: { 'application/json': { schema: ref('schemas', namesOf[resource]), example: examples[resource] } },
    },
    ...stays,
    ...refusals(400, 401, 403, 404, 429, 503),
  },
})

export const readPaths = (): Record<string, Json> =>
  Object.fromEntries(
    resources.flatMap((resource): [string, Json][] => [
      [`/v1/${resource}`, { get: readList(resource) }],
      [`/v1/${resource}/{id}`, { get: readRecord(resource) }],
    ]),
  )
