import type { Actor, UserActor } from '@quaff/platform/server/actor'
import { requireSignedIn, requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { sessionRefusals } from '../refusals'
import { isRecentSignIn } from '../rules'

/**
 * Guards actions that a stolen session must not take (G22): requires proof of identity within the last five minutes.
 */
export function requireRecentSignIn(ctx: Context, { beforeEnrolment = false } = {}): UserActor {
  const actor = beforeEnrolment ? requireSignedIn(ctx.actor) : requireUser(ctx.actor)
  if (!isRecentSignIn(actor.authenticatedAt, ctx.clock.now())) throw refuse(sessionRefusals, 'SIGN_IN_AGAIN')
  return actor
}

/**
 * Refuses a call of a tab that was opened by someone else than the person of the session; `named` is the tab's person.
 * It gives no rights: a call without a name is judged by its session alone.
 */
export function refuseOtherPerson(actor: Actor, named: string | undefined): void {
  if (named !== undefined && actor.kind === 'user' && actor.userId !== named)
    throw refuse(sessionRefusals, 'OTHER_PERSON')
}

/** Called by each endpoint before anything else: a preview is read-only. */
export function refuseInPreview(actor: Actor): void {
  if (actor.kind === 'user' && actor.preview) throw refuse(sessionRefusals, 'PREVIEW')
}
