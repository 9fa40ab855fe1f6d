import type { Actor } from '@quaff/platform/server/actor'
import { refuse } from '@quaff/platform/shared/refusal'
import { sessionRefusals } from '../refusals'

/** For each door, before anything is read or changed: whoever previews as a viewer only looks. */
export function refuseInPreview(actor: Actor): void {
  if (actor.kind === 'user' && actor.preview) throw refuse(sessionRefusals, 'PREVIEW')
}
