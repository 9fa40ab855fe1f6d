import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { signupFormPermissions } from '../../permissions'
import type { SubmissionCountsInput } from '../contract'
import { countSubmissions } from './submission-counts-store'

export async function countSubmissionsByStatus(ctx: Context, { formId }: SubmissionCountsInput) {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  return countSubmissions(ctx.db, formId)
}
