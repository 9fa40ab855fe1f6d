import { ingestRefusals } from '@quaff/features/ingest/refusals'
import { product } from '@quaff/platform/server'
import { parameterDocs, readHeaders, readPaths } from './read-operations'
import { ref, schemas, type Json } from './schemas'
import { writePaths } from './write-operations'

const about = `Authenticate with a key, created under Settings › API keys: \`Authorization: Bearer qk_live_…\`. Reading needs no signature; requests that send data are signed.

Lists are pages of up to 500 rows: send \`nextCursor\` back as \`cursor\` until it is null. New rows never move others between pages. With \`since\`, rows are ordered by their last change, and rows that change while you read appear again at the end.

Times are ISO 8601 in UTC. Amounts are integers in the smallest unit of their currency.`

/** Returns the OpenAPI 3.1 document of everything that an API key can access. */
export function apiDocument(): Json {
  return {
    openapi: '3.1.0',
    info: { title: `${product.name} API`, version: '1', description: about },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [
      { name: 'Read', description: 'Read data as JSON or CSV.' },
      { name: 'Send', description: 'Send signed events and check redemptions.' },
    ],
    paths: joined(readPaths(), writePaths()),
    components: {
      securitySchemes: {
        key: { type: 'http', scheme: 'bearer', description: 'The secret of an API key. It starts with qk_live_.' },
      },
      parameters: parameterDocs,
      responses: {
        NotModified: { description: 'Not modified since the ETag you sent.', headers: readHeaders },
        ...Object.fromEntries(refusals.map((refusal) => [`Refused${refusal.status}`, responseOf(refusal)])),
      },
      schemas: schemas(),
    },
  }
}

/** A path may have read and write operations. */
function joined(reading: Record<string, Json>, writing: Record<string, Json>) {
  const paths = { ...reading }
  for (const [path, operations] of Object.entries(writing)) paths[path] = { ...paths[path], ...operations }
  return paths
}

type DocumentedRefusal = { status: number; code: string; reason: string; message: string; field?: string; wait?: true }

const refusals: DocumentedRefusal[] = [
  {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'READ_VALUE',
    message: '“limit” must be a whole number from 1 to 500.',
    field: 'limit',
  },
  { status: 401, code: 'UNAUTHORIZED', reason: 'KEY_UNKNOWN', message: 'Invalid API key.' },
  { status: 403, code: 'FORBIDDEN', reason: 'KEY_SCOPE', message: 'This key is missing the read:payouts permission.' },
  { status: 404, code: 'NOT_FOUND', reason: 'READ_NONE', message: 'Nothing with this ID is available to this key.' },
  { status: 409, code: 'CONFLICT', reason: 'REQUEST_KEY', message: ingestRefusals.REQUEST_KEY.text },
  { status: 413, code: 'PAYLOAD_TOO_LARGE', reason: 'TOO_LARGE', message: 'The request is larger than 2 MB.' },
  {
    status: 429,
    code: 'TOO_MANY_REQUESTS',
    reason: 'RATE_LIMIT',
    message: 'Too many requests with this key. Try again in a moment.',
    wait: true,
  },
  {
    status: 503,
    code: 'SERVICE_UNAVAILABLE',
    reason: 'DATABASE',
    message: 'The data isn’t available right now. Try again in a few seconds.',
    wait: true,
  },
]

const waiting = {
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
}

const responseOf = ({ status, wait, ...problem }: DocumentedRefusal): Json => ({
  description: problem.message,
  headers: { ...(wait && waiting), ...(status !== 401 && status !== 413 && readHeaders) },
  content: {
    'application/json': {
      schema: ref('schemas', 'Problem'),
      example: { ...problem, ...(wait && { retryAfterSeconds: 12 }), requestId: 'req_0c1d' },
    },
  },
})
