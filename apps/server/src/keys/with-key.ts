import type { Context as HonoContext } from 'hono'
import type { KeyScope } from '@quaff/features/api-keys/contract'
import { openKey, requireScope, takeFromKey, type OpenedKey } from '@quaff/features/api-keys/server'
import type { SourceKind } from '@quaff/features/sources/contract'
import { noteDelivery } from '@quaff/features/sources/server'
import type { LimitLeft, Services } from '@quaff/platform/server'
import type { Env } from '../edge/env'
import { toHttpError } from '../edge/error-mapper'
import { errorResponse } from '../edge/error-response'

/** `source`: what is sent through the endpoint, so that its refusals are counted. */
type KeyEndpoint = { scope: KeyScope; cacheControl: string; source?: SourceKind }
type Work = (opened: OpenedKey) => Promise<Response>

/** Checks key, rate limit and scope before anything of the request is read. */
export async function withKey(
  c: HonoContext<Env>,
  services: Services,
  { scope, cacheControl, source }: KeyEndpoint,
  work: Work,
): Promise<Response> {
  const opened = await openKey(services, c.req.header('authorization'))
  const { actor: key } = opened
  const headers = new Headers({ 'cache-control': cacheControl })
  try {
    tell(headers, await takeFromKey(services, key))
    requireScope(key, scope)
    return withHeaders(await work(opened), headers)
  } catch (error) {
    const httpError = toHttpError(error)
    if (httpError.unexpected) throw error
    const { reason, retryAfterSeconds: resetSeconds } = httpError
    const { keyId: sourceId, name } = key
    if (source) await noteDelivery(services, { sourceId, name, kind: source, refused: [{ code: reason }] })
    if (resetSeconds !== undefined && reason === 'RATE_LIMIT')
      tell(headers, { limit: key.requestsPerMinute, remaining: 0, resetSeconds })
    return withHeaders(errorResponse(c, httpError), headers)
  }
}

function tell(headers: Headers, { limit, remaining, resetSeconds }: LimitLeft) {
  headers.set('ratelimit-limit', String(limit))
  headers.set('ratelimit-remaining', String(remaining))
  headers.set('ratelimit-reset', String(resetSeconds))
}

function withHeaders(response: Response, headers: Headers) {
  for (const [name, value] of headers) response.headers.set(name, value)
  return response
}
