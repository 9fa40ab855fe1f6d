import type { Context } from '@quaff/platform/server/context'

/** Names the place of one person in a way that nobody can make up; the row needs no column for it. */
export function placeToken(ctx: Pick<Context, 'secrets'>, entryId: string): string {
  return `${entryId}.${ctx.secrets.hash(`waitlist-place:${entryId}`)}`
}

/** Null for a made-up one. */
export function readPlaceToken(ctx: Pick<Context, 'secrets'>, token: string): string | null {
  const [entryId = ''] = token.split('../join/server')
  return token === placeToken(ctx, entryId) ? entryId : null
}
