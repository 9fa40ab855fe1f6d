import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { Actor, UserActor } from './actor'

/** Action → roles that may do it. A feature's permissions.ts holds one; the same table hides the button and guards the verb. */
export type PermissionTable = Readonly<Record<string, readonly string[]>>

export function requireUser(actor: Actor): UserActor {
  const user = requireSignedIn(actor)
  if (user.mustEnrol) throw refuse(platformRefusals, 'ENROL_SECOND_FACTOR')
  return user
}

/** Also accepts users who must still enrol a second factor, for the procedures that enrolment needs. */
export function requireSignedIn(actor: Actor): UserActor {
  if (actor.kind === 'anonymous') throw refuse(platformRefusals, 'SIGNED_OUT')
  return actor
}

/** Deny by default: an unknown action or role is refused. Returns the actor, now known to be signed in. */
export function authorize<T extends PermissionTable>(actor: Actor, table: T, action: keyof T & string): UserActor {
  const user = requireUser(actor)
  if (!table[action]?.includes(user.role)) throw refuse(platformRefusals, 'ROLE')
  return user
}
