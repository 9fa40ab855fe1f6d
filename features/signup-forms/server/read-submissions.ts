import { referenceOf } from '@quaff/features/onboarding/rules'
import { readUserStatus } from '@quaff/features/users/rules'
import { authorize, type Context, type Page, type Queryable, refuse } from '@quaff/platform/server'
import { formImagePath } from '../answering-contract'
import type {
  ListSubmissionsInput,
  SubmissionCountsInput,
  SubmissionIdInput,
  SubmissionRecord,
  SubmissionRow,
} from '../contract'
import { signupFormPermissions } from '../permissions'
import { submissionRefusals } from '../refusals'
import { approvalObstacle, approvalWay, type SubmittingAccount } from '../rules'
import { countSubmissions, findSubmission, findSubmittingAccount, listSubmissionPage } from './submission-store'
import { listUploadIds } from './upload-store'

/** Newest first. */
export async function listSubmissions(ctx: Context, input: ListSubmissionsInput): Promise<Page<SubmissionRow>> {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  return listSubmissionPage(ctx, input)
}

export async function countSubmissionsByStatus(ctx: Context, { formId }: SubmissionCountsInput) {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  return countSubmissions(ctx.db, formId)
}

export async function getSubmission(ctx: Context, { submissionId }: SubmissionIdInput): Promise<SubmissionRecord> {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  const row = await findSubmission(ctx.db, submissionId)
  if (!row) throw refuse(submissionRefusals, 'SUBMISSION')
  const { category: _, ...stored } = row
  const shown = { ...stored, reference: referenceOf(stored.id) }
  const [imageIds, account] = await Promise.all([listUploadIds(ctx.db, submissionId), readAccount(ctx.db, row.email)])
  const images = imageIds.map((id) => ({ id, url: imageUrl(id) }))
  if (row.status !== 'submitted') return { ...shown, images, obstacle: null, approval: null }
  return { ...shown, images, obstacle: approvalObstacle(account), approval: approvalWay(account) }
}

export async function readObstacle(db: Queryable, email: string): Promise<string | null> {
  return approvalObstacle(await readAccount(db, email))
}

async function readAccount(db: Queryable, email: string): Promise<SubmittingAccount | null> {
  const account = await findSubmittingAccount(db, email)
  return account ? { ...account, status: readUserStatus(account.status) } : null
}

/** Returns the root-relative URL of an answer's picture. */
export const imageUrl = (uploadId: string) => `${formImagePath}/${uploadId}`
