import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListSubmissionsInput, SubmissionRow } from '../inbox/contract'
import { signupFormPermissions } from '../permissions'
import { listSubmissionPage } from './submission-store'

/** Newest first. */
export async function listSubmissions(ctx: Context, input: ListSubmissionsInput): Promise<Page<SubmissionRow>> {
  authorize(ctx.actor, signupFormPermissions, 'submission.view')
  return listSubmissionPage(ctx, input)
}
