import type { Context as HonoContext } from 'hono'
import { refuseInPreview, resolveActor } from '@quaff/features/sessions/server'
import type { Context, Services } from '@quaff/platform/server/context'
import type { Env } from '../edge/env'
import { readSessionToken } from '../edge/session-cookie'

const looking = new Set(['GET', 'HEAD'])

/**
 * What one request carries through a verb; the actor is read from the database each time. Whoever previews as a viewer
 * gets no further with anything but a GET: callables, downloads and uploads say by nothing else what they do.
 */
export async function openContext(c: HonoContext<Env>, services: Services): Promise<Context> {
  const ctx = await openProcedureContext(c, services)
  if (!looking.has(c.req.method)) refuseInPreview(ctx.actor)
  return ctx
}

/** For the typed API, which asks each procedure's contract what it does. */
export async function openProcedureContext(c: HonoContext<Env>, services: Services): Promise<Context> {
  const actor = await resolveActor(services, readSessionToken(c, services) ?? null)
  return { ...services, actor, request: c.get('request'), cookies: c.get('cookies') }
}
