import { z } from 'zod'
import { formSchema, schemasOf } from '@quaff/platform/shared/fields/field-schemas'
import { reason } from '@quaff/platform/shared/fields/form-fields'
import { pageInput, pageOf } from '@quaff/platform/shared/pagination'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'
import { formFieldsSchema, submittedAnswerSchema } from './fields-contract'
import { submissionFilters } from './filter-contract'
import { approvalWays, submissionStatuses } from './inbox-rules'

export { approvalWays, submissionStatuses, type ApprovalWay, type SubmissionStatus } from './inbox-rules'

export const submissionRowSchema = z.object({
  id: z.string(),
  /** What the sender was told to keep. */
  reference: z.string(),
  formId: z.string(),
  formName: z.string(),
  businessName: z.string(),
  email: z.string(),
  /** The sender has shown the code that was mailed to the address; else anybody may have typed it. */
  isProved: z.boolean(),
  status: z.enum(submissionStatuses),
  affiliateCode: z.string().nullable(),
  submittedAt: z.date(),
  version: z.int(),
})
export type SubmissionRow = z.infer<typeof submissionRowSchema>

export const submissionRecordSchema = submissionRowSchema.extend({
  formVersion: z.int(),
  /** The questions as they were asked. */
  fields: formFieldsSchema,
  answers: z.array(submittedAnswerSchema),
  /** Pictures by the id that stands in the answer. */
  images: z.array(z.object({ id: z.string(), url: z.string() })),
  userId: z.string().nullable(),
  rejectionReason: z.string().nullable(),
  reviewedAt: z.date().nullable(),
  /** The administrator's name or address. */
  reviewedBy: z.string().nullable(),
  /** Why it cannot be approved: the address has an account that works already. */
  obstacle: z.string().nullable(),
  /** What approving does for the address; null where it cannot be approved. */
  approval: z.enum(approvalWays).nullable(),
})
export type SubmissionRecord = z.infer<typeof submissionRecordSchema>

export const submissionFilter = z.strictObject(schemasOf(submissionFilters))
export type SubmissionFilter = z.infer<typeof submissionFilter>
export const listSubmissionsInput = submissionFilter.extend(pageInput.shape)
export type ListSubmissionsInput = z.infer<typeof listSubmissionsInput>
export const submissionCountsInput = submissionFilter.pick({ formId: true })
export type SubmissionCountsInput = z.infer<typeof submissionCountsInput>
export const submissionIdInput = z.strictObject({ submissionId: idSchema })
export type SubmissionIdInput = z.infer<typeof submissionIdInput>
const versioned = submissionIdInput.extend({ version: z.int().min(1) })
export const approveSubmissionInput = versioned
export type ApproveSubmissionInput = z.infer<typeof approveSubmissionInput>
export const rejectSubmissionInput = versioned.extend({ reason: formSchema(reason()) })
export type RejectSubmissionInput = z.infer<typeof rejectSubmissionInput>
/** Of one form: every question of every version is a column. */
export const exportSubmissionsInput = z.strictObject({
  formId: idSchema,
  format: z.enum(['csv', 'json']),
  status: z.enum(submissionStatuses).optional(),
})
export type ExportSubmissionsInput = z.infer<typeof exportSubmissionsInput>

const get = route('GET', 'Merchant signup forms')
const post = route('POST', 'Merchant signup forms')
const success = z.object({ success: z.literal(true) })

/** For administrators. */
export const inboxContract = {
  /** Newest first. */
  submissions: get('/signup-submissions', 'Submissions of merchant signup forms')
    .input(listSubmissionsInput)
    .output(pageOf(submissionRowSchema)),
  submissionCounts: get('/signup-submission-counts', 'Counts of submissions')
    .input(submissionCountsInput)
    .output(z.object({ all: z.int(), submitted: z.int(), approved: z.int(), rejected: z.int() })),
  submission: get('/signup-submissions/{submissionId}', 'Submission with its answers')
    .input(submissionIdInput)
    .output(submissionRecordSchema),
  /** Invites the address as owner of a new venue, with an application filled from the answers. Audit `approve_submission`. */
  approve: post('/signup-submissions/{submissionId}/approval', 'Approve a submission')
    .input(approveSubmissionInput)
    .output(success),
  /** Mails the reason. Audit `reject_submission`. */
  reject: post('/signup-submissions/{submissionId}/rejection', 'Reject a submission')
    .input(rejectSubmissionInput)
    .output(success),
}
