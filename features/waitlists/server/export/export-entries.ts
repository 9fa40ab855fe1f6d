import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { csvPieces, jsonPieces } from '@quaff/platform/server/list/export-file'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { EntryFilter, ExportEntriesInput } from '../../entries/contract'
import { waitlistPermissions } from '../../permissions'
import { listWholeEntries, listWholeEntriesById, type WholeEntry } from '../entries/entry-store'
import { viewWaitlist } from '../entries/list-entries'
import { listQuestions } from './question-store'
import { cellsOf, entryColumns, exportedEntry } from './entry-cells'

const pageSize = 1_000

export type ExportedFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

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
  const pages = ids ? selected(ctx, list.id, ids) : matching(ctx, filter)
  const fileName = `waitlist-${list.slug}-${dayKeyIn(ctx.settings.timeZone, now)}.${format}`
  if (format === 'json') {
    const chunks = jsonPieces(pages, (row) => exportedEntry(row, now))
    return { fileName, contentType: 'application/json; charset=utf-8', chunks }
  }
  const questions = await listQuestions(ctx.db, list.id)
  const chunks = csvPieces([...entryColumns, ...questions], pages, (row) => cellsOf(row, questions, now))
  return { fileName, contentType: 'text/csv; charset=utf-8', chunks }
}

async function* selected(ctx: Context, waitlistId: string, ids: readonly string[]): AsyncGenerator<WholeEntry[]> {
  yield ids.length === 0 ? [] : await listWholeEntriesById(ctx.db, waitlistId, ids)
}

/** One page in memory at a time, however many people there are. */
async function* matching(ctx: Context, filter: EntryFilter): AsyncGenerator<WholeEntry[]> {
  const page = { sort: 'joined', order: 'desc', limit: pageSize } as const
  const now = ctx.clock.now()
  let cursor: string | null = null
  do {
    const rows = await listWholeEntries(ctx.db, filter, now, { ...page, cursor })
    yield rows
    cursor = nextCursor(rows, { ...page, name: page.sort })
  } while (cursor)
}
