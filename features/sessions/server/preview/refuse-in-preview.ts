import type { Actor } from '@quaff/platform/server/actor'
import { Refusal } from '@quaff/platform/shared/refusal'
import { previewRefusal } from '../../contract'

/** For each door, before anything is read or changed: whoever previews as a viewer only looks. */
export function refuseInPreview(actor: Actor): void {
  if (actor.kind === 'user' && actor.preview)
    throw new Refusal('FORBIDDEN', previewRefusal.reason, previewRefusal.message)
}
