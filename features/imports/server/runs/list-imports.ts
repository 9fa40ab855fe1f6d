import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page, PageInput } from '@quaff/platform/shared/pagination'
import type { ImportRunRow } from '../../contract'
import { importPermissions } from '../../permissions'
import { presentRun } from './present-run'
import { countRunRows, listRunRows, runList } from './screen-store'

/** Also those that a command began. */
export async function listImports(ctx: Context, { limit, cursor }: PageInput): Promise<Page<ImportRunRow>> {
  authorize(ctx.actor, importPermissions, 'import.read')
  const rows = await listRunRows(ctx.db, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['imports'] }, () => countRunRows(ctx.db))
  return toPage(rows, { ...runList, limit, total }, presentRun)
}
