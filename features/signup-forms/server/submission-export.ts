import { referenceOf } from '@quaff/features/onboarding/rules'
import {
  authorize,
  type Context,
  csvHeaders,
  type ExportColumn,
  type ExportedFile,
  findReader,
  instantColumn,
  inTransaction,
  pagesOf,
  recordAudit,
  refuse,
  rowsFile,
} from '@quaff/platform/server'
import type { ExportSubmissionsInput } from '../contract'
import type { FormField } from '../fields-contract'
import { answerText } from '../fields-rules'
import { signupFormPermissions } from '../permissions'
import { formRefusals } from '../refusals'
import { findForm, listVersions, type StoredVersion } from './form-store'
import { imageUrl } from './read-submissions'
import { listWholeSubmissions, submissionPages, type WholeSubmission } from './submission-store'

/** Exports newest first, with a column for every question of every version. Audited before the first line. */
export async function exportSubmissions(ctx: Context, input: ExportSubmissionsInput): Promise<ExportedFile> {
  authorize(ctx.actor, signupFormPermissions, 'submission.export')
  const { formId, format, status } = input
  const form = await findForm(ctx.db, formId)
  if (!form) throw refuse(formRefusals, 'SIGNUP_FORM')
  const questions = listQuestions(await listVersions(ctx.db, formId), ctx.settings.timeZone)
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
  return rowsFile(ctx, { name: `submissions-${form.slug}`, format }, columns, pages)
}

function answersOf(row: WholeSubmission, questions: readonly Question[], baseUrl: string) {
  const answers = questions.map((question) => ({ question: question.title, answer: answerTo(question, row, baseUrl) }))
  return answers.filter(({ answer }) => answer !== '')
}

/** CSV adds a column for each question. */
export const submissionColumns: readonly ExportColumn<WholeSubmission>[] = [
  instantColumn('submittedAt', 'Submitted', ({ submittedAt }) => submittedAt),
  { key: 'businessName', header: 'Business name', value: ({ businessName }) => businessName },
  { key: 'email', header: 'Email', value: ({ email }) => email },
  { key: 'emailConfirmed', header: 'Email verified', value: ({ isProved }) => isProved },
  { key: 'status', header: 'Status', value: ({ status }) => status },
  { key: 'affiliateCode', header: 'Affiliate code', value: ({ affiliateCode }) => affiliateCode },
  { key: 'formVersion', header: 'Form version', value: ({ formVersion }) => formVersion },
  instantColumn('reviewedAt', 'Reviewed', ({ reviewedAt }) => reviewedAt),
  { key: 'rejectionReason', header: 'Rejection reason', value: ({ rejectionReason }) => rejectionReason },
  { key: 'reference', header: 'Reference', value: ({ id }) => referenceOf(id) },
]

type Question = Pick<FormField, 'id' | 'kind'> & { title: string }

/**
 * Returns every question once, with its latest label. Duplicate labels get a number. Business name and email have their
 * own columns.
 */
function listQuestions(newestFirst: readonly Pick<StoredVersion, 'fields'>[], zone: string): Question[] {
  const known = new Map<string, FormField>()
  for (const { fields } of newestFirst) for (const field of fields) if (!known.has(field.id)) known.set(field.id, field)
  const taken = new Set(csvHeaders(submissionColumns, zone))
  return [...known.values()]
    .filter(({ kind }) => kind !== 'business_name' && kind !== 'email')
    .map(({ id, kind, label }) => ({ id, kind, title: untaken(label, taken) }))
}

function untaken(label: string, taken: Set<string>) {
  let title = label
  for (let number = 2; taken.has(title); number++) title = `${label} (${number})`
  taken.add(title)
  return title
}

/** A picture is its URL. Several options share one cell. */
function answerTo({ id, kind }: Question, { answers }: WholeSubmission, baseUrl: string) {
  const value = answers.find(({ fieldId }) => fieldId === id)?.value ?? ''
  return kind === 'image' && value !== '' ? `${baseUrl}${imageUrl(value)}` : answerText(kind, value)
}
