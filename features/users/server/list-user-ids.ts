import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { userLimits, type ListUserIdsInput, type UserIds } from '../contract'
import { userPermissions } from '../permissions'
import { countUserRows, listUserKeys } from './user-store'

/** For what is done to many at once. */
export async function listUserIds(ctx: Context, { cursor, ...filter }: ListUserIdsInput): Promise<UserIds> {
  const scope = merchantScope(authorize(ctx.actor, userPermissions, 'user.list'))
  const page = { sort: 'created', order: 'desc', limit: userLimits.idsPerAnswer, cursor } as const
  const rows = await listUserKeys(ctx.db, scope, filter, page)
  const total = await pageTotal(ctx, { rows, limit: page.limit, cursor, of: ['users', scope, filter] }, () =>
    countUserRows(ctx.db, scope, filter),
  )
  return { userIds: rows.map(({ id }) => id), nextCursor: nextCursor(rows, { ...page, name: page.sort }), total }
}
