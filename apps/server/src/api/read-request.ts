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
    // Node's parsed headers; tests have no socket and use those of the Request.
    headers: c.env?.incoming?.headers ?? toStandardHeaders(raw.headers),
    // The library reads the signal of each request. Procedures that need one use the context, which creates it on
    // demand.
    signal: undefined,
    body: () => readJson(c),
  }
}
