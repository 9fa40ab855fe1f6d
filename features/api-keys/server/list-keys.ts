import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ApiKey, ListKeysInput } from '../contract'
import { keyPermissions } from '../permissions'
import { countKeyRows, keyList, listKeyRows } from './key-store'
import { presentKey } from './read-keys'

/** Newest first. */
export async function listKeys(ctx: Context, input: ListKeysInput): Promise<Page<ApiKey>> {
  const actor = authorize(ctx.actor, keyPermissions, 'key.list')
  const { limit, cursor, ...filter } = input
  const now = ctx.clock.now()
  const rows = await listKeyRows(ctx.db, merchantScope(actor), input, now)
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['keys', filter] }, () =>
    countKeyRows(ctx.db, filter, now),
  )
  return toPage(rows, { ...keyList, limit, total }, (row) => presentKey(row, now))
}
