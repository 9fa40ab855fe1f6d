import type { Context } from '@quaff/platform/server/context'
import type { Session } from '../contract'
import { presentSession } from './present-session'

export async function currentSession(ctx: Context): Promise<Session | null> {
  if (ctx.actor.kind === 'anonymous') return null
  return presentSession(ctx, ctx.actor)
}
