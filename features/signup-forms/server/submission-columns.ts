import { referenceOf } from '@quaff/features/onboarding/rules'
import { csvHeaders, type ExportColumn } from '@quaff/platform/server/list/export-columns'
import type { FormField } from '../fields/contract'
import { answerText } from '../fields/rules'
import type { StoredVersion } from './form-store'
import { imageUrl } from './get-submission'
import type { WholeSubmission } from './submission-store'

/** A column for each question follows in CSV. */
export const submissionColumns: readonly ExportColumn<WholeSubmission>[] = [
  { key: 'submittedAt', header: 'Submitted', value: ({ submittedAt }) => submittedAt.toISOString() },
  { key: 'businessName', header: 'Business name', value: ({ businessName }) => businessName },
  { key: 'email', header: 'Email', value: ({ email }) => email },
  { key: 'emailConfirmed', header: 'Email verified', value: ({ isProved }) => isProved },
  { key: 'status', header: 'Status', value: ({ status }) => status },
  { key: 'affiliateCode', header: 'Affiliate code', value: ({ affiliateCode }) => affiliateCode },
  { key: 'formVersion', header: 'Form version', value: ({ formVersion }) => formVersion },
  { key: 'reviewedAt', header: 'Reviewed', value: ({ reviewedAt }) => reviewedAt?.toISOString() ?? null },
  { key: 'rejectionReason', header: 'Rejection reason', value: ({ rejectionReason }) => rejectionReason },
  { key: 'reference', header: 'Reference', value: ({ id }) => referenceOf(id) },
]

export type Question = Pick<FormField, 'id' | 'kind'> & { title: string }

/**
 * Every question that was ever asked, once, by its last words; two that read alike are told apart by a number. Business
 * name and email have columns of their own.
 */
export function listQuestions(newestFirst: readonly Pick<StoredVersion, 'fields'>[]): Question[] {
  const known = new Map<string, FormField>()
  for (const { fields } of newestFirst) for (const field of fields) if (!known.has(field.id)) known.set(field.id, field)
  const taken = new Set(csvHeaders(submissionColumns))
  return [...known.values()]
    .filter(({ kind }) => kind !== 'business_name' && kind !== 'email')
    .map(({ id, kind, label }) => ({ id, kind, title: untaken(label, taken) }))
}

function untaken(label: string, taken: Set<string>): string {
  let title = label
  for (let number = 2; taken.has(title); number++) title = `${label} (${number})`
  taken.add(title)
  return title
}

/** An image is its address, and several options share one cell. */
export function answerTo({ id, kind }: Question, { answers }: WholeSubmission, baseUrl: string): string {
  const value = answers.find(({ fieldId }) => fieldId === id)?.value ?? ''
  return kind === 'image' && value !== '' ? `${baseUrl}${imageUrl(value)}` : answerText(kind, value)
}
