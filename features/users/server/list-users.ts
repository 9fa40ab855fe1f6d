import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import { batchReads } from '@quaff/platform/server/reading/batch-reads'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListUsersInput, UserRow } from '../contract'
import { userPermissions } from '../permissions'
import { lastAdministratorAmong } from './last-administrator'
import { presentUserRow } from './user-presenter'
import { countUserRows, listUserRows } from './user-store'

/** Everybody for administrators; for merchant roles the owners and viewers of their merchants (G11). */
export async function listUsers(ctx: Context, input: ListUsersInput): Promise<Page<UserRow>> {
  const actor = authorize(ctx.actor, userPermissions, 'user.list')
  const scope = merchantScope(actor)
  const { sort, order, limit, cursor, ...filter } = input
  const rows = await listUserRows(ctx.db, scope, filter, { sort, order, limit, cursor })
  const [total, lastAdministratorId] = await batchReads(ctx.db, (db) =>
    Promise.all([
      pageTotal(ctx, { rows, limit, cursor, of: ['users', scope, filter] }, () => countUserRows(db, scope, filter)),
      lastAdministratorAmong(db, rows),
    ]),
  )
  const shown = { lastAdministratorId, isViewer: actor.role === 'merchant_viewer' }
  return toPage(rows, { name: sort, order, limit, total }, (row) => presentUserRow(row, shown))
}
