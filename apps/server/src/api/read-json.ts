import type { Context as HonoContext } from 'hono'
import type { Env } from '../edge/env'

/** An empty body is no value; the guard at the edge has refused whatever else is not JSON. */
export async function readJson(c: HonoContext<Env>): Promise<unknown> {
  const known = c.get('json')
  if (known !== undefined) return known
  const text = await c.req.text()
  return text === '' ? undefined : JSON.parse(text)
}
