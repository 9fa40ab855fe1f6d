import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { Page } from '@quaff/platform/shared/pagination'
import type { ListSignupsInput, SignupRow } from '../contract'
import { signupPermissions } from '../permissions'
import { listSignupPage } from './signup-store'

/** Newest first; found by business, contact, address or reference. */
export async function listSignups(ctx: Context, input: ListSignupsInput): Promise<Page<SignupRow>> {
  authorize(ctx.actor, signupPermissions, 'signup.view')
  return listSignupPage(ctx, input)
}
