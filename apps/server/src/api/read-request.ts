import type { StandardLazyRequest } from '@orpc/standard-server'
import { toStandardHeaders } from '@orpc/standard-server-fetch'
import type { Context as HonoContext } from 'hono'
import type { Env } from '../edge/env'

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

type Call = { input: unknown; next(call?: { input: unknown }): Promise<unknown> }

/**
 * The library that turns the texts of an address into numbers names every key of the schema while it does, and gives those that
 * were not sent as `undefined`. The verbs know a key that is there from one that is not, as the console's own protocol does.
 */
export function leaveOutAbsent(call: Call): Promise<unknown> {
  return call.next({ ...call, input: withoutAbsent(call.input) })
}

function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent)
  if (!isPlain(value)) return value
  const there = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(there.map(([key, one]) => [key, withoutAbsent(one)]))
}

/** Files and dates are objects as well, and stay what they are. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const made: unknown = Object.getPrototypeOf(value)
  return made === null || Object.getPrototypeOf(made) === null
}

/** Returns undefined for an empty body. The edge guard has already rejected invalid JSON. */
export async function readJson(c: HonoContext<Env>): Promise<unknown> {
  const known = c.get('json')
  if (known !== undefined) return known
  const text = await c.req.text()
  return text === '' ? undefined : JSON.parse(text)
}
