import type { StandardLazyRequest } from '@orpc/standard-server'
import { toStandardHeaders } from '@orpc/standard-server-fetch'
import type { Context as HonoContext } from 'hono'
import type { Env } from '../edge/env'
import { readJson } from './read-json'

/** The library's own form of a request, made of the text that the guard at the edge has read: no second request, no stream. */
export function readRequest(c: HonoContext<Env>): StandardLazyRequest {
  const { raw } = c.req
  return {
    url: new URL(c.req.url),
    method: c.req.method,
    headers: toStandardHeaders(raw.headers),
    // A signal makes the whole request of the platform's kind, which most calls have no use for.
    get signal() {
      return raw.signal
    },
    body: () => readJson(c),
  }
}
