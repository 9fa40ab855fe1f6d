import type { Context } from '@quaff/platform/server/context'
import type { NoteStartInput } from '../answering/contract'
import { countVisit } from './count-visit'
import { getPublicForm, isOpen } from './open-form-page'

/** Somebody typed the first letter; nothing else is kept. */
export async function noteStart(ctx: Context, { slug }: NoteStartInput): Promise<{ success: true }> {
  const form = await getPublicForm(ctx, slug)
  if (isOpen(form, ctx.clock.now())) await countVisit(ctx, form, 'started')
  return { success: true }
}
