import type { Context as HonoContext } from 'hono'
import { resolveActor } from '@quaff/features/sessions/server'
import type { Context, Services } from '@quaff/platform/server/context'
import type { Env } from '../edge/env'
import { readSessionToken } from '../edge/session-cookie'

/** What one request carries through a verb; the actor is read from the database each time. */
export async function openContext(c: HonoContext<Env>, services: Services): Promise<Context> {
  const actor = await resolveActor(services, readSessionToken(c, services) ?? null)
  return { ...services, actor, request: c.get('request'), cookies: c.get('cookies') }
}
