import type { Actor } from '@quaff/platform/server/actor'
import { refuse } from '@quaff/platform/shared/refusal'
import { sessionRefusals } from '../refusals'

/**
 * Refuses a call of a tab that was opened by someone else than the person of the session; `named` is the tab's person.
 * It gives no rights: a call without a name is judged by its session alone.
 */
export function refuseOtherPerson(actor: Actor, named: string | undefined): void {
  if (named !== undefined && actor.kind === 'user' && actor.userId !== named)
    throw refuse(sessionRefusals, 'OTHER_PERSON')
}
