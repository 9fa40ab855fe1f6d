import type { Context } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'
import type { Session } from '../../contract'
import { presentSession } from '../present-session'
import { reviewSession } from '../session-gate'

/** The session as the next request will find it: the actor of this one was read before the change. */
export async function presentOwnSession(ctx: Context, sessionId: string): Promise<Session> {
  const actor = await reviewSession(ctx, sessionId)
  if (!actor) throw new Refusal('UNAUTHORIZED', 'SIGNED_OUT', 'Sign in to continue.')
  return presentSession(ctx, actor)
}
