import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { Passkey } from '../contract'
import { listPasskeysOf } from './passkey-store'

export async function listPasskeys(ctx: Context): Promise<Passkey[]> {
  const { userId } = requireUser(ctx.actor)
  return listPasskeysOf(ctx.db, userId)
}
