import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { ListSelectedUsersInput, SelectableUser } from '../contract'
import { userPermissions } from '../permissions'
import { lastAdministratorAmong } from './last-administrator'
import { presentUserRow } from './user-presenter'
import { listUsersByIds } from './user-store'

/** As they are now: whom the asker may see of those named, newest first. */
export async function listSelectedUsers(ctx: Context, { ids }: ListSelectedUsersInput): Promise<SelectableUser[]> {
  const actor = authorize(ctx.actor, userPermissions, 'user.list')
  const scope = merchantScope(actor)
  const named = await listUsersByIds(ctx.db, scope, ids)
  const shown = {
    lastAdministratorId: await lastAdministratorAmong(ctx.db, named),
    isViewer: actor.role === 'merchant_viewer',
  }
  return named.map((user) => presentUserRow(user, shown))
}
