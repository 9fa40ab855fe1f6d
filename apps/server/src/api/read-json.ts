import type { Context as HonoContext } from 'hono'
import type { Env } from '../edge/env'

/** Returns undefined for an empty body. The edge guard has already rejected invalid JSON. */
export async function readJson(c: HonoContext<Env>): Promise<unknown> {
  const known = c.get('json')
  if (known !== undefined) return known
  const text = await c.req.text()
  return text === '' ? undefined : JSON.parse(text)
}
