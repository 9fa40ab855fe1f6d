import { isOpenInPreview } from '@quaff/features/sessions/rules'
import { refuseInPreview } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'

type Call = {
  next(): Promise<unknown>
  context: Context
  path: readonly string[]
  procedure: { '~orpc': { route: { method?: string } } }
}

/** What the contract says decides, not the request: the console's protocol may send a question as a POST. */
export async function refuseChangesInPreview({ next, context, path, procedure }: Call): Promise<unknown> {
  const { method } = procedure['~orpc'].route
  if (!isOpenInPreview({ path: path.join('.'), method })) refuseInPreview(context.actor)
  return next()
}
