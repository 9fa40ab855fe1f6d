import { isOpenInPreview } from '@quaff/features/sessions/rules'
import { refuseInPreview } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'

type Call = {
  next(): Promise<unknown>
  context: Context
  path: readonly string[]
  procedure: { '~orpc': { route: { method?: string } } }
}

/** Uses the contract, not the HTTP method: the RPC protocol may send a read as a POST. */
export async function refuseChangesInPreview({ next, context, path, procedure }: Call): Promise<unknown> {
  const { method } = procedure['~orpc'].route
  if (!isOpenInPreview({ path: path.join('.'), method })) refuseInPreview(context.actor)
  return next()
}
