import { addUserActivity } from '@quaff/features/activity/server'
import { merchantScope, type MerchantScope } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { ExportUsersInput } from '../../contract'
import { userPermissions } from '../../permissions'
import { listUserRows, listUsersByIds, type ListedUser } from '../user-store'
import { csvFile, jsonFile } from './export-formats'

const pageSize = 1_000

export type ExportedFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

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
  const pages = input.ids ? selectedUsers(ctx, scope, input.ids) : matchingUsers(ctx, scope, input.filter ?? {})
  const fileName = `users-${dayKeyIn(ctx.settings.timeZone, ctx.clock.now())}.${input.format}`
  return input.format === 'csv'
    ? { fileName, contentType: 'text/csv; charset=utf-8', chunks: csvFile(pages) }
    : { fileName, contentType: 'application/json; charset=utf-8', chunks: jsonFile(pages) }
}

async function* selectedUsers(
  ctx: Context,
  scope: MerchantScope,
  ids: readonly string[],
): AsyncGenerator<ListedUser[]> {
  yield await listUsersByIds(ctx.db, scope, ids)
}

/** One page in memory at a time, however many people there are. */
async function* matchingUsers(
  ctx: Context,
  scope: MerchantScope,
  filter: NonNullable<ExportUsersInput['filter']>,
): AsyncGenerator<ListedUser[]> {
  const page = { sort: 'created', order: 'desc', limit: pageSize } as const
  let cursor: string | null = null
  do {
    const rows = await listUserRows(ctx.db, scope, filter, { ...page, cursor })
    yield rows
    cursor = nextCursor(rows, { ...page, name: page.sort })
  } while (cursor)
}
