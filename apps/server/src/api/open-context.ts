import type { Context as HonoContext } from 'hono'
import { personHeader } from '@quaff/features/sessions/contract'
import { refuseInPreview, refuseOtherPerson, resolveActor } from '@quaff/features/sessions/server'
import type { Context, Services } from '@quaff/platform/server/context'
import type { Env } from '../edge/env'
import { readSessionToken } from '../edge/session-cookie'

const looking = new Set(['GET', 'HEAD'])

/**
 * What one request carries through a verb; the actor is read from the database each time. Whoever previews as a viewer
 * gets no further with anything but a GET: callables, downloads and uploads say by nothing else what they do.
 */
export async function openContext(c: HonoContext<Env>, services: Services): Promise<Context> {
  const actor = await resolveActor(services, tokenOf(c, services))
  refuseOtherPerson(actor, c.req.header(personHeader))
  if (!looking.has(c.req.method)) refuseInPreview(actor)
  return { ...services, actor, request: c.get('request'), cookies: c.get('cookies') }
}

/**
 * For the typed API, which asks each procedure's contract what it does. Where there are replicas it goes on without the
 * primary: who asks is then read by one, as nobody can be given or lose a right meanwhile.
 */
export async function openProcedureContext(c: HonoContext<Env>, services: Services): Promise<Context> {
  const token = tokenOf(c, services)
  const own = { request: c.get('request'), cookies: c.get('cookies') }
  if (!services.replicas) return { ...services, actor: await resolveActor(services, token), ...own }
  const asked = await services.replicas.askFirst((db) =>
    resolveActor({ ...services, db }, token, { onlyLook: db !== services.db }),
  )
  return { ...services, db: asked.db, isAlone: asked.isAlone, actor: asked.answer, ...own }
}

const tokenOf = (c: HonoContext<Env>, services: Services) => readSessionToken(c, services) ?? null
