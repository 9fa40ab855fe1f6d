import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import { lastAdministratorAmong } from '../access/server/last-administrator'
import { userLimits, type ListUserIdsInput, type SelectableUser } from '../contract'
import { userPermissions } from '../permissions'
import { presentUserRow } from './user-presenter'
import { countUserRows, listUserRows, listUsersByIds } from './user-store'

/** For what is done to many at once: whom the asker may see of those who match, or of those named. */
export async function listUserIds(ctx: Context, input: ListUserIdsInput): Promise<Page<SelectableUser>> {
  const scope = merchantScope(authorize(ctx.actor, userPermissions, 'user.list'))
  const { ids, cursor, ...filter } = input
  if (ids) {
    const named = await listUsersByIds(ctx.db, scope, ids)
    const last = await lastAdministratorAmong(ctx.db, named)
    const rows = named.map((user) => presentUserRow(user, last))
    return { rows, hasMore: false, nextCursor: null, total: rows.length }
  }
  const page = { sort: 'created', order: 'desc', limit: userLimits.idsPerAnswer } as const
  const rows = await listUserRows(ctx.db, scope, filter, { ...page, cursor })
  const total = await pageTotal(ctx, { rows, limit: page.limit, cursor, of: ['users', scope, filter] }, () =>
    countUserRows(ctx.db, scope, filter),
  )
  const last = await lastAdministratorAmong(ctx.db, rows)
  return toPage(rows, { ...page, name: page.sort, total }, (row) => presentUserRow(row, last))
}
