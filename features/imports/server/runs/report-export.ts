import { addUserActivity } from '@quaff/features/activity/server'
import {
  authorize,
  type Context,
  csvPieces,
  exportedFile,
  type ExportedFile,
  inTransaction,
  pagesOf,
  recordAudit,
  refuse,
} from '@quaff/platform/server'
import type { ExportReportInput } from '../../contract'
import { importPermissions } from '../../permissions'
import { problemColumns } from '../../problem-rules'
import { importRefusals } from '../../refusals'
import { presentProblem } from './read-imports'
import { listProblemRows, problemList, type ProblemRow } from './read-imports-store'
import { findRun, type ImportRun } from './run-store'

/**
 * Exports the counts as JSON or one problem per line as CSV. Contains names of documents and fields, but no personal
 * data.
 */
export async function exportReport(
  ctx: Context,
  { runId, format, filter = {} }: ExportReportInput,
): Promise<ExportedFile> {
  const { userId } = authorize(ctx.actor, importPermissions, 'import.read')
  const run = await findRun(ctx.db, runId)
  if (!run) throw refuse(importRefusals, 'IMPORT_GONE')
  await inTransaction(ctx, async (tx) => {
    await addUserActivity(ctx, tx, { userId, action: 'export', details: { what: 'import', format } })
    await recordAudit(ctx, tx, { action: 'export_import', targetType: 'import', targetId: runId, after: { format } })
  })
  const pages = pagesOf(ctx.db, problemList, (page) => listProblemRows(ctx.db, runId, filter, page))
  return exportedFile(
    ctx,
    'import',
    format,
    format === 'csv' ? csvPieces(ctx, problemColumns, presentedPages(pages)) : reportOf(run),
  )
}

async function* presentedPages(pages: AsyncIterable<ProblemRow[]>) {
  for await (const page of pages) yield page.map(presentProblem)
}

async function* reportOf({ id, source, state, startedAt, endedAt, options, counts, comparison, report }: ImportRun) {
  const { paidUntil, grantsAdmins, only = null } = options
  const details = { id, source, state, startedAt, endedAt, paidUntil, grantsAdmins, only, counts, comparison, report }
  yield JSON.stringify(details, null, 2)
}
