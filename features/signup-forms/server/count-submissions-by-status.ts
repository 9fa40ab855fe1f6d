import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { SubmissionCountsInput } from '../inbox/contract'
import { signupFormPermissions } from '../permissions'
import { countSubmissions } from './submission-counts-store'

export async function countSubmissionsByStatus(ctx: Context, { formId }: SubmissionCountsInput) {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  return countSubmissions(ctx.db, formId)
}
