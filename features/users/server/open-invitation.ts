import { maskedEmail } from '@quaff/features/sign-in/rules'
import {
  areInvitations,
  describeInvitations,
  findClosedInvitation,
  findOpenInvitations,
  throttleLinks,
} from '@quaff/features/sign-in/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { OpenedInvitation } from '../merchant-invitations-contract'
import { userPermissions } from '../permissions'

/** Uses nothing up. Another person learns that the invitation is not theirs, and a masked address to find the right account by. */
export async function openInvitation(ctx: Context, { token }: { token: string }): Promise<OpenedInvitation> {
  const actor = authorize(ctx.actor, userPermissions, 'user.acceptInvitation')
  await throttleLinks(ctx)
  const tokenHash = ctx.secrets.hash(token)
  const found = await findOpenInvitations(ctx.db, { tokenHash, now: ctx.clock.now() })
  if (!areInvitations(found))
    return { state: await findClosedInvitation(ctx.db, tokenHash), isYours: false, address: null, invitedTo: null }
  const [{ email }] = found
  const isYours = email === actor.email
  return {
    state: 'open',
    isYours,
    address: maskedEmail(email),
    invitedTo: isYours ? await describeInvitations(ctx.db, found) : null,
  }
}
