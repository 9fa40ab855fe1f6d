import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { csvPieces, jsonPieces } from '@quaff/platform/server/list/export-file'
import { nextCursor } from '@quaff/platform/server/list/keyset'
import { inTransaction } from '@quaff/platform/server/transaction'
import { dayKeyIn } from '@quaff/platform/shared/calendar'
import type { ExportSubmissionsInput, SubmissionFilter } from '../../inbox/contract'
import { signupFormPermissions } from '../../permissions'
import { formNotFound } from '../form-refusals'
import { findForm, listVersions } from '../form-store'
import { answersOf, listQuestions, submissionColumns, submissionFacts } from './submission-columns'
import { listWholeSubmissions, submissionPages, type WholeSubmission } from './submission-store'

const pageSize = 500

export type ExportedFile = { fileName: string; contentType: string; chunks: AsyncIterable<string> }

/** Newest first, every question of every version in a column of its own. Audited before the first line. */
export async function exportSubmissions(ctx: Context, input: ExportSubmissionsInput): Promise<ExportedFile> {
  authorize(ctx.actor, signupFormPermissions, 'submission.export')
  const { formId, format, status } = input
  const form = await findForm(ctx.db, formId)
  if (!form) throw formNotFound()
  const questions = listQuestions(await listVersions(ctx.db, formId))
  await inTransaction(ctx, (tx) =>
    recordAudit(ctx, tx, {
      action: 'export_submissions',
      targetType: 'signup_form',
      targetId: formId,
      after: { format, status: status ?? null },
    }),
  )
  const { baseUrl, timeZone } = ctx.settings
  const pages = pagesOf(ctx, { formId, status })
  const fileName = `submissions-${form.slug}-${dayKeyIn(timeZone, ctx.clock.now())}.${format}`
  if (format === 'json') {
    const chunks = jsonPieces(pages, (row) => {
      const values = answersOf(row, questions, baseUrl)
      const answers = questions.map(({ title }, at) => ({ question: title, answer: values[at] ?? '' }))
      return { ...submissionFacts(row), answers: answers.filter(({ answer }) => answer !== '') }
    })
    return { fileName, contentType: 'application/json; charset=utf-8', chunks }
  }
  const columns = [...submissionColumns, ...questions.map(({ title }) => title)]
  const chunks = csvPieces(columns, pages, (row) => [
    ...Object.values(submissionFacts(row)).map(cellOf),
    ...answersOf(row, questions, baseUrl),
  ])
  return { fileName, contentType: 'text/csv; charset=utf-8', chunks }
}

function cellOf(value: string | number | boolean | null): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null ? '' : String(value)
}

/** One page in memory at a time. */
async function* pagesOf(ctx: Context, filter: SubmissionFilter): AsyncGenerator<WholeSubmission[]> {
  let cursor: string | null = null
  do {
    const rows: WholeSubmission[] = await listWholeSubmissions(ctx.db, filter, { limit: pageSize, cursor })
    yield rows
    cursor = nextCursor(rows, { ...submissionPages, limit: pageSize })
  } while (cursor)
}
