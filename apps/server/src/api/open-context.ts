import type { Context as HonoContext } from 'hono'
import { personHeader } from '@quaff/features/sessions/contract'
import { refuseInPreview, refuseOtherPerson, resolveActor } from '@quaff/features/sessions/server'
import { type Context, DatabaseAway, type Services } from '@quaff/platform/server'
import type { Env } from '../edge/env'
import { readSessionToken } from '../edge/session-cookie'

const looking = new Set(['GET', 'HEAD'])

/**
 * Opens the context of a request outside the typed API; the actor is read from the database each time. A viewer
 * preview allows only GET here, because callables, downloads and uploads do not declare what they do.
 */
export async function openContext(c: HonoContext<Env>, services: Services): Promise<Context> {
  const actor = await resolveActor(services, tokenOf(c, services))
  refuseOtherPerson(actor, c.req.header(personHeader))
  if (!looking.has(c.req.method)) refuseInPreview(actor)
  return { ...services, actor, request: c.get('request'), cookies: c.get('cookies') }
}

/**
 * Used by the typed API, whose contract declares what a procedure does. With replicas it works without the primary:
 * rights are then read from a replica, because they cannot change either. `more` becomes part of the context.
 */
export async function openProcedureContext<More extends object>(
  c: HonoContext<Env>,
  services: Services,
  more: More,
): Promise<Context & More> {
  const token = tokenOf(c, services)
  const own = { request: c.get('request'), cookies: c.get('cookies'), ...more }
  // Node 20 takes thirty times as long to add properties to a copy of the services.
  if (!services.replicas) return { actor: await resolveActor(services, token), ...own, ...services }
  const requested = await services.replicas.askFirst((db) =>
    resolveActor({ ...services, db }, token, { isReadOnly: db !== services.db }),
  )
  // A replica may lack a session that was opened in the primary's last seconds: it is unknown, not over.
  if (requested.isAlone && token && requested.answer.kind === 'anonymous') throw new DatabaseAway()
  return { ...services, db: requested.db, isAlone: requested.isAlone, actor: requested.answer, ...own }
}

const tokenOf = (c: HonoContext<Env>, services: Services) => readSessionToken(c, services) ?? null
