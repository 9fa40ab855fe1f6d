import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { csvPieces, jsonPieces, type ExportColumn } from '@quaff/platform/server/list/export-columns'
import { exportedFile, pagesOf, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import type { ExportSubmissionsInput } from '../inbox/contract'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { findForm, listVersions } from './form-store'
import { answerTo, listQuestions, submissionColumns, type Question } from './submission-columns'
import { listWholeSubmissions, submissionPages, type WholeSubmission } from './submission-store'

/** Newest first, every question of every version in a column of its own. Audited before the first line. */
export async function exportSubmissions(ctx: Context, input: ExportSubmissionsInput): Promise<ExportedFile> {
  authorize(ctx.actor, signupFormPermissions, 'submission.export')
  const { formId, format, status } = input
  const form = await findForm(ctx.db, formId)
  if (!form) throw refuse(formRefusals, 'SIGNUP_FORM')
  const questions = listQuestions(await listVersions(ctx.db, formId))
  await inTransaction(ctx, (tx) =>
    recordAudit(ctx, tx, {
      action: 'export_submissions',
      targetType: 'signup_form',
      targetId: formId,
      after: { format, status: status ?? null },
    }),
  )
  const { baseUrl } = ctx.settings
  const db = await findReader(ctx)
  const pages = pagesOf(db, submissionPages, (page) => listWholeSubmissions(db, { formId, status }, page))
  const columns: ExportColumn<WholeSubmission>[] = [
    ...submissionColumns,
    { key: 'answers', value: (row) => answersOf(row, questions, baseUrl) },
    ...questions.map((question) => ({
      header: question.title,
      cell: (row: WholeSubmission) => answerTo(question, row, baseUrl),
    })),
  ]
  return exportedFile(ctx, `submissions-${form.slug}`, format, {
    csv: csvPieces(ctx, columns, pages),
    json: jsonPieces(columns, pages),
  })
}

function answersOf(row: WholeSubmission, questions: readonly Question[], baseUrl: string) {
  const answers = questions.map((question) => ({ question: question.title, answer: answerTo(question, row, baseUrl) }))
  return answers.filter(({ answer }) => answer !== '')
}
