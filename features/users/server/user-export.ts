import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, onePage, pagesOf, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { ExportUsersInput } from '../contract'
import { userPermissions } from '../permissions'
import { userFormat } from './export/export-formats'
import { listUserRows, listUsersByIds } from './user-store'

/** Spec §2: selected people or all that match, newest first. The audit row is written before the first line is read. */
export async function exportUsers(ctx: Context, input: ExportUsersInput): Promise<ExportedFile> {
  const actor = authorize(ctx.actor, userPermissions, 'user.export')
  const scope = merchantScope(actor)
  const facts = { format: input.format, filters: Object.keys(input.filter ?? {}) }
  await inTransaction(ctx, async (tx) => {
    const details = { what: 'users', ...facts, selected: input.ids?.length }
    await addUserActivity(ctx, tx, { userId: actor.userId, action: 'export', details })
    await recordAudit(ctx, tx, {
      action: 'export_users',
      targetType: 'user',
      targetId: 'users',
      after: { ...facts, selected: input.ids?.length ?? null },
    })
  })
  const { ids, filter = {}, format } = input
  const page = { sort: 'created', order: 'desc' } as const
  const db = await findReader(ctx)
  const pages = ids
    ? onePage(() => listUsersByIds(db, scope, ids))
    : pagesOf(db, { name: page.sort, order: page.order }, (at) => listUserRows(db, scope, filter, { ...page, ...at }))
  return exportedRows(ctx, 'users', format, pages, userFormat)
}
