import { exportActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import {
  authorize,
  type Context,
  type ExportColumn,
  type ExportedFile,
  exportList,
  instantColumn,
} from '@quaff/platform/server'
import type { ExportUsersInput } from '../contract'
import { userPermissions } from '../permissions'
import { readUserStatus, shownRole } from '../rules'
import { listUserRows, listUsersByIds, type ListedUser } from './user-store'

/** Spec §2: selected people or all that match, newest first. */
export async function exportUsers(ctx: Context, { ids, filter = {}, format }: ExportUsersInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, userPermissions, 'user.export')
  const scope = merchantScope(actor)
  return exportList(ctx, {
    name: 'users',
    format,
    filter,
    audit: { action: 'export_users', targetType: 'user', targetId: 'users' },
    alsoRecord: exportActivity('users'),
    order: { name: page.sort, order: page.order },
    rows: (db, at) => listUserRows(db, scope, filter, { ...page, ...at }),
    ids,
    byIds: (db, chosen) => listUsersByIds(db, scope, chosen),
    present: (rows) => rows,
    columns: userColumns,
  })
}

const page = { sort: 'created', order: 'desc' } as const

const userColumns: readonly ExportColumn<ListedUser>[] = [
  { key: 'id', header: 'ID', value: ({ id }) => id },
  { key: 'email', header: 'Email', value: ({ email }) => email },
  { key: 'displayName', header: 'Display Name', value: ({ displayName }) => displayName },
  { key: 'role', header: 'Role', value: shownRole },
  { key: 'status', header: 'Status', value: ({ status }) => readUserStatus(status) },
  instantColumn('createdAt', 'Created At', ({ createdAt }) => createdAt, 'utc'),
  instantColumn('lastActive', 'Last Active', ({ lastActiveAt }) => lastActiveAt, 'utc'),
]
