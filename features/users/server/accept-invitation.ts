import { resolveRole } from '@quaff/features/accounts/rules'
import { findAccountForUpdate, saveRole } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { endSessions } from '@quaff/features/sessions/server'
import { maskedEmail } from '@quaff/features/sign-in/rules'
import {
  areInvitations,
  describeInvitations,
  findClosedInvitation,
  findOpenInvitations,
  markAccepted,
  throttleLinks,
} from '@quaff/features/sign-in/server'
import { authorize, type Context, inTransaction, recordAudit, refuse } from '@quaff/platform/server'
import type { OpenedInvitation } from '../invitations-contract'
import { decideJoin } from '../invitations-rules'
import { userPermissions } from '../permissions'
import { merchantInvitationRefusals } from '../refusals'
import { isOwnerOnRecord, listJoinedMerchants } from './merchant-invitation-store'
import { publishUser } from './user-presenter'

/** Does not use up the link. Another user learns that it is not theirs, and sees the masked email of the right account. */
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

type Accepted = { success: true; merchants: { id: string; name: string }[] }

/** The signed-in recipient joins the merchants of one link. Their other sessions end (G15); this one continues. */
export async function acceptInvitation(ctx: Context, { token }: { token: string }): Promise<Accepted> {
  const actor = authorize(ctx.actor, userPermissions, 'user.acceptInvitation')
  await throttleLinks(ctx)
  const { userId } = actor
  const now = ctx.clock.now()
  return inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    const invitations = await findOpenInvitations(tx, { tokenHash: ctx.secrets.hash(token), now })
    if (!areInvitations(invitations)) throw refuse(merchantInvitationRefusals, 'INVITATION_CLOSED')
    const [{ email, role }] = invitations
    if (account?.email !== email) throw refuse(merchantInvitationRefusals, 'OTHER_ADDRESS')
    const { merchantIds } = account
    const invited = invitations.map(({ merchantId }) => merchantId)
    const person = {
      role: resolveRole(account) ?? '',
      merchantIds,
      ownsMerchant: await isOwnerOnRecord(tx, userId),
      hasApplication: account.applicationId !== null,
    }
    const verdict = decideJoin(person, { role, merchantIds: invited })
    if (!verdict.ok) throw refuse(merchantInvitationRefusals, verdict.reason)
    if (!(await markAccepted(tx, invitations, now))) throw refuse(merchantInvitationRefusals, 'INVITATION_CLOSED')
    const all = [...new Set([...merchantIds, ...invited])]
    await saveRole(tx, userId, { role, merchantIds: all, keepsApplication: true }, now)
    await endSessions(tx, userId, actor.sessionId)
    for (const merchantId of invited)
      await addUserActivity(ctx, tx, { userId, action: 'merchants_changed', details: { by: userId, merchantId } })
    await recordAudit(ctx, tx, {
      action: 'accept_invitation',
      targetType: 'user',
      targetId: userId,
      merchantId: invited.length === 1 ? invited[0] : null,
      before: { role: person.role, merchantIds },
      after: { role, merchantIds: all },
    })
    await publishUser(tx, userId, invited)
    return { success: true, merchants: await listJoinedMerchants(tx, invited) }
  })
}
