import type { StandardResponse } from '@orpc/standard-server'
import type { Context as HonoContext } from 'hono'
import type { Env } from './env'

/**
 * Builds a plain JSON response with all headers in one step, as most are. Returns undefined for custom headers, files
 * and streams, which the library handles.
 */
export function plainAnswer(c: HonoContext<Env>, { status, headers, body }: StandardResponse): Response | undefined {
  if (!isPlain(body) || Object.keys(headers).length > 0) return undefined
  const { requestId } = c.get('request')
  const builtResponse = { ...c.get('defaultHeaders'), 'content-type': 'application/json', 'x-request-id': requestId }
  const answer = new Response(JSON.stringify(body), { status, headers: builtResponse })
  c.set('builtResponse', answer)
  return answer
}

function isPlain(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype
}
