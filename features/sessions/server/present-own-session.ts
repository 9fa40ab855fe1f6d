import type { Context } from '@quaff/platform/server/context'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { Session } from '../contract'
import { presentSession } from './present-session'
import { reviewSession } from './session-gate'

/** The session as the next request will find it: the actor of this one was read before the change. */
export async function presentOwnSession(ctx: Context, sessionId: string): Promise<Session> {
  const actor = await reviewSession(ctx, sessionId)
  if (!actor) throw refuse(platformRefusals, 'SIGNED_OUT')
  return presentSession(ctx, actor)
}
