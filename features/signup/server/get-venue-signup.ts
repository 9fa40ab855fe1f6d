import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { VenueSignup } from '../contract'
import { signupPermissions } from '../permissions'
import { findVenueSignup } from './signup-store'

/** By the application that the merchant was made of. */
export async function getVenueSignup(
  ctx: Context,
  { merchantId }: { merchantId: string },
): Promise<VenueSignup | null> {
  authorize(ctx.actor, signupPermissions, 'signup.view')
  return (await findVenueSignup(ctx.db, merchantId)) ?? null
}
