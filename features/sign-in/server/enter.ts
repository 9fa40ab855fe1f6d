import type { Session } from '@quaff/features/sessions/contract'
import { presentSession, resolveActor, type OpenedSession } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { entryRefusals } from '../refusals'

/**
 * After the commit: reads the new session through the gate that every later request passes, and only then hands the
 * cookie out. An account that changed in between gets none.
 */
export async function enter(ctx: Context, opened: OpenedSession): Promise<Session> {
  const actor = await resolveActor(ctx, opened.token)
  if (actor.kind === 'anonymous') throw refuse(entryRefusals, 'ACCESS_DENIED')
  ctx.cookies.setSession(opened.token, opened.expiresAt)
  return presentSession(ctx, actor)
}
