import { recordAudit } from '@quaff/platform/server/audit'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { exportedRows, pagesOf, plainCell, type ExportedFile } from '@quaff/platform/server/list/export-file'
import { findReader } from '@quaff/platform/server/reading/replicas'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { signupFormPermissions } from '../../permissions'
import { formRefusals } from '../../refusals'
import { findForm, listVersions } from '../../server/form-store'
import type { ExportSubmissionsInput } from '../contract'
import { answersOf, listQuestions, submissionColumns, submissionFacts } from './submission-columns'
import { listWholeSubmissions, submissionPages } from './submission-store'

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
  const columns = [...submissionColumns, ...questions.map(({ title }) => title)]
  return exportedRows(ctx, `submissions-${form.slug}`, format, pages, {
    columns,
    cellsOf: (row) => [...Object.values(submissionFacts(row)).map(plainCell), ...answersOf(row, questions, baseUrl)],
    objectOf: (row) => {
      const values = answersOf(row, questions, baseUrl)
      const answers = questions.map(({ title }, at) => ({ question: title, answer: values[at] ?? '' }))
      return { ...submissionFacts(row), answers: answers.filter(({ answer }) => answer !== '') }
    },
  })
}
