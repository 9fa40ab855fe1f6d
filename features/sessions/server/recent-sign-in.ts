import type { UserActor } from '@quaff/platform/server/actor'
import { requireSignedIn, requireUser } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { sessionRefusals } from '../refusals'
import { isRecentSignIn } from '../rules'
import { saveAuthenticatedAt } from './session-store'

/** For what a stolen session must not do (G22): the person has proved who they are within the last five minutes. */
export function requireRecentSignIn(ctx: Context, { beforeEnrolment = false } = {}): UserActor {
  const actor = beforeEnrolment ? requireSignedIn(ctx.actor) : requireUser(ctx.actor)
  if (!isRecentSignIn(actor.authenticatedAt, ctx.clock.now())) throw refuse(sessionRefusals, 'SIGN_IN_AGAIN')
  return actor
}

/** The session's person has just proved who they are again; false when the session has ended meanwhile. */
export async function markAuthenticated(tx: Transaction, sessionId: string, now: Date): Promise<boolean> {
  return saveAuthenticatedAt(tx, sessionId, now)
}
