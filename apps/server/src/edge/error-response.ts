import type { StandardResponse } from '@orpc/standard-server'
import type { Context as HonoContext } from 'hono'
import type { Env } from './env'
import type { HttpError } from './error-mapper'

/** Names of the callable protocol for our codes. */
const callableStatus: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'INVALID_ARGUMENT',
  PAYLOAD_TOO_LARGE: 'INVALID_ARGUMENT',
  UNAUTHORIZED: 'UNAUTHENTICATED',
  FORBIDDEN: 'PERMISSION_DENIED',
  NOT_FOUND: 'NOT_FOUND',
  CONFLICT: 'ABORTED',
  TOO_MANY_REQUESTS: 'RESOURCE_EXHAUSTED',
  UNIMPLEMENTED: 'UNIMPLEMENTED',
  SERVICE_UNAVAILABLE: 'UNAVAILABLE',
}

function callableStatusOf(code: string) {
  return callableStatus[code] ?? 'INTERNAL'
}

/** Each endpoint answers in its own protocol: callables, typed API, everything else. */
export function errorResponse(c: HonoContext<Env>, error: HttpError): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
  if (error.retryAfterSeconds !== undefined) headers.set('retry-after', String(error.retryAfterSeconds))
  const body = JSON.stringify(bodyFor(c.req.path, error, c.get('request')?.requestId))
  return new Response(body, { status: error.status, headers })
}

function bodyFor(path: string, { status, code, message, ...error }: HttpError, requestId: string | undefined): unknown {
  if (path.startsWith('/us-central1/')) return { error: { status: callableStatusOf(code), message } }
  const { reason, field, retryAfterSeconds } = error
  const data = { reason, field, retryAfterSeconds, requestId }
  if (path.startsWith('/rpc/'))
    return { json: { defined: error.unexpected ? false : true, code, status, message, data } }
  return { code, message, ...data }
}

/**
 * Builds a plain JSON response with all headers in one step, as most are. Returns undefined for custom headers, files
 * and streams, which the library handles.
 */
export function plainAnswer(c: HonoContext<Env>, { status, headers, body }: StandardResponse): Response | undefined {
  if (!isPlain(body) || Object.keys(headers).length > 0) return undefined
  const { requestId } = c.get('request')
  const builtResponse = { 'content-type': 'application/json', 'x-request-id': requestId, ...c.get('defaultHeaders') }
  const answer = new Response(JSON.stringify(body), { status, headers: builtResponse })
  c.set('builtResponse', answer)
  return answer
}

function isPlain(body: unknown) {
  return typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
}
