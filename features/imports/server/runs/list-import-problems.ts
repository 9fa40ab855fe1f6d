import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { toPage } from '@quaff/platform/server/list/keyset'
import { pageTotal } from '@quaff/platform/server/list/page-total'
import type { Page } from '@quaff/platform/shared/pagination'
import { refuse } from '@quaff/platform/shared/refusal'
import { problemLevels, type ImportProblemRow, type ListProblemsInput } from '../../contract'
import { importPermissions } from '../../permissions'
import { importRefusals } from '../../refusals'
import { findRun } from './run-store'
import { countProblemRows, listProblemRows, problemList, type ProblemRow } from './screen-store'

/** In the order in which they were found. */
export async function listImportProblems(ctx: Context, input: ListProblemsInput): Promise<Page<ImportProblemRow>> {
  authorize(ctx.actor, importPermissions, 'import.read')
  const { runId, limit, cursor, ...filter } = input
  if (!(await findRun(ctx.db, runId))) throw refuse(importRefusals, 'IMPORT_GONE')
  const rows = await listProblemRows(ctx.db, runId, filter, { limit, cursor })
  const total = await pageTotal(ctx, { rows, limit, cursor, of: ['import problems', runId, filter] }, () =>
    countProblemRows(ctx.db, runId, filter),
  )
  return toPage(rows, { ...problemList, limit, total }, presentProblem)
}

export function presentProblem({ kind, rowId, level, ...row }: ProblemRow): ImportProblemRow {
  return {
    id: row.id,
    path: row.path,
    collection: row.collection,
    field: row.field,
    fault: row.fault,
    level: problemLevels.find((word) => word === level) ?? 'note',
    // Runs of before wrote the word where there was no value.
    shown: row.shown === 'null' ? '' : row.shown,
    file: row.file,
    place: row.place,
    record: kind === null || rowId === null || rowId === '' ? null : { kind, id: rowId },
  }
}
