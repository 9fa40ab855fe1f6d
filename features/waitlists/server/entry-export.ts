import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, onePage, pagesOf, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import type { ExportEntriesInput } from '../entries/contract'
import { listWholeEntries, listWholeEntriesById } from '../entries/server/entry-store'
import { viewWaitlist } from '../entries/server/list-entries'
import { waitlistPermissions } from '../permissions'
import { cellsOf, entryColumns, exportedEntry } from './export/entry-cells'
import { listQuestions } from './export/question-store'

/** Selected people or all that match, newest first, each answer in a column of its own. Audited before the first line. */
export async function exportEntries(ctx: Context, input: ExportEntriesInput): Promise<ExportedFile> {
  authorize(ctx.actor, waitlistPermissions, 'waitlist.export')
  const { filter, ids, format } = input
  const list = await viewWaitlist(ctx, filter.waitlistId)
  await inTransaction(ctx, (tx) =>
    recordAudit(ctx, tx, {
      action: 'export_waitlist',
      targetType: 'waitlist',
      targetId: list.id,
      after: { format, filters: Object.keys(filter), selected: ids?.length ?? null },
    }),
  )
  const now = ctx.clock.now()
  const page = { sort: 'joined', order: 'desc' } as const
  const db = await findReader(ctx)
  const pages = ids
    ? onePage(() => listWholeEntriesById(db, list.id, ids))
    : pagesOf(db, { name: page.sort, order: page.order }, (at) => listWholeEntries(db, filter, now, { ...page, ...at }))
  const questions = format === 'csv' ? await listQuestions(db, list.id) : []
  return exportedRows(ctx, `waitlist-${list.slug}`, format, pages, {
    columns: [...entryColumns, ...questions],
    cellsOf: (row) => cellsOf(row, questions, now),
    objectOf: (row) => exportedEntry(row, now),
  })
}
