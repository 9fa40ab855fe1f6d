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
    // As Node has read them; where there is no socket, as in tests, they are those of the platform's request.
    headers: c.env?.incoming?.headers ?? toStandardHeaders(raw.headers),
    // The library asks each request for it; whoever needs it finds it in the context, where it is made when it is asked for.
    signal: undefined,
    body: () => readJson(c),
  }
}
