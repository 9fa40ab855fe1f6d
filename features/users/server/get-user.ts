import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { adminRole } from '@quaff/platform/shared/product'
import { refuse } from '@quaff/platform/shared/refusal'
import type { UserRecord } from '../contract'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { listOwnedMerchants } from './access-store'
import { lastAdministratorAmong } from './last-administrator'
import { readTimeline } from './read-timeline'
import { presentUserRecord } from './user-presenter'
import { findUserRecord } from './user-store'

/** A missing person and one outside the asker's merchants give the same refusal. */
export async function getUser(ctx: Context, { userId }: { userId: string }): Promise<UserRecord> {
  const actor = authorize(ctx.actor, userPermissions, 'user.get')
  const scope = merchantScope(actor)
  const user = await findUserRecord(ctx.db, scope, userId)
  if (!user) throw refuse(userRefusals, 'USER')
  return presentUserRecord(user, {
    lastAdministratorId: await lastAdministratorAmong(ctx.db, [user]),
    isViewer: actor.role === 'merchant_viewer',
    showsSignInWays: actor.role === adminRole,
    ownedMerchants: await listOwnedMerchants(ctx.db, scope, userId),
    timeline: await readTimeline(ctx, actor, user),
  })
}
