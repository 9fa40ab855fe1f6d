import { referenceOf } from '@quaff/features/onboarding/rules'
import type { FormField } from '../../fields/contract'
import { answerText } from '../../fields/rules'
import type { StoredVersion } from '../../server/form-store'
import { imageUrl } from './get-submission'
import type { WholeSubmission } from './submission-store'

/** The first columns of the file; the questions follow. */
export const submissionColumns = [
  'Submitted',
  'Business name',
  'Email',
  'Email verified',
  'Status',
  'Affiliate code',
  'Form version',
  'Reviewed',
  'Rejection reason',
  'Reference',
] as const

export type Question = Pick<FormField, 'id' | 'kind'> & { title: string }

/**
 * Every question that was ever asked, once, by its last words; two that read alike are told apart by a number. Business
 * name and email have columns of their own.
 */
export function listQuestions(newestFirst: readonly Pick<StoredVersion, 'fields'>[]): Question[] {
  const known = new Map<string, FormField>()
  for (const { fields } of newestFirst) for (const field of fields) if (!known.has(field.id)) known.set(field.id, field)
  const taken = new Set<string>(submissionColumns)
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

export function submissionFacts(row: WholeSubmission) {
  return {
    submittedAt: row.submittedAt.toISOString(),
    businessName: row.businessName,
    email: row.email,
    emailConfirmed: row.isProved,
    status: row.status,
    affiliateCode: row.affiliateCode,
    formVersion: row.formVersion,
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    rejectionReason: row.rejectionReason,
    reference: referenceOf(row.id),
  }
}

/** In the order of `questions`; a picture is its address, several options stand in one cell. */
export function answersOf(row: WholeSubmission, questions: readonly Question[], baseUrl: string): string[] {
  const given = new Map(row.answers.map(({ fieldId, value }) => [fieldId, value]))
  return questions.map(({ id, kind }) => {
    const value = given.get(id) ?? ''
    return kind === 'image' && value !== '' ? `${baseUrl}${imageUrl(value)}` : answerText(kind, value)
  })
}
