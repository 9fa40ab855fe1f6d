import type { Context } from '@quaff/platform/server/context'

/** Bound to the request and the session that made it. */
export function hashChangeCode(ctx: Context, bound: { id: string; sessionId: string; code: string }): string {
  return ctx.secrets.hash(`email_change:${bound.id}:${bound.sessionId}:${bound.code}`)
}
