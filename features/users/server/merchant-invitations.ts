import { merchantScope } from '@quaff/features/sessions/server'
import { signInLimits } from '@quaff/features/sign-in/contract'
import {
  areInvitations,
  deleteInvitation,
  describeInvitations,
  insertInvitations,
  isInvitationInScope,
  lockInvitation,
  type OpenInvitation,
  saveSentAgain,
} from '@quaff/features/sign-in/server'
import {
  authorize,
  type Context,
  inTransaction,
  queueMail,
  recordAudit,
  refuse,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import type { InvitationOutcome, InviteUserInput } from '../contract'
import type { ListInvitationsInput, MerchantInvitation } from '../invitations-contract'
import { userPermissions } from '../permissions'
import { invitationProblems, merchantInvitationRefusals } from '../refusals'
import { assignedMerchantIds } from '../rules'
import { findStatusOnTeam, listInvitationRows } from './merchant-invitation-store'
import { throttle } from './send-invitation'
import { invitationMail } from './user-emails'
import { publishUser } from './user-presenter'

/** Invitations of the caller's merchants that were not accepted. A foreign merchant has none. */
export async function listInvitations(ctx: Context, input: ListInvitationsInput): Promise<MerchantInvitation[]> {
  const actor = authorize(ctx.actor, userPermissions, 'user.list')
  const isViewer = actor.role === 'merchant_viewer'
  const now = ctx.clock.now()
  const rows = await listInvitationRows(ctx.db, merchantScope(actor), input)
  return rows.map(({ id, email, role, merchantId, merchantName, sentAt, expiresAt }) => ({
    id,
    email,
    role,
    merchant: { id: merchantId, name: merchantName },
    isExpired: expiresAt <= now,
    sentAt: isViewer ? null : sentAt,
    expiresAt: isViewer ? null : expiresAt,
  }))
}

/** The link no longer accepts it; other invitations of the same email stay open. */
export async function revokeInvitation(
  ctx: Context,
  { invitationId }: { invitationId: string },
): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.cancelInvitation')
  await inTransaction(ctx, async (tx) => {
    const invitation = await deleteInvitation(tx, merchantScope(actor), invitationId)
    if (!invitation) throw refuse(merchantInvitationRefusals, 'INVITATION')
    const { merchantId, role } = invitation
    await recordAudit(ctx, tx, {
      action: 'cancel_invitation',
      targetType: 'invitation',
      targetId: invitationId,
      merchantId,
      before: { role },
    })
    await publishUser(tx, invitationId, [merchantId])
  })
  return { success: true }
}

/** A new link and three more days, also for an expired invitation. */
export async function resendMerchantInvitation(
  ctx: Context,
  { invitationId }: { invitationId: string },
): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.resendInvitation')
  const scope = merchantScope(actor)
  const isThere = await isInvitationInScope(ctx.db, scope, invitationId)
  if (!isThere) throw refuse(merchantInvitationRefusals, 'INVITATION')
  await throttle(ctx, 'resendPerUser', invitationId)
  await inTransaction(ctx, async (tx) => {
    const invitation = await lockInvitation(tx, scope, invitationId)
    if (!invitation) throw refuse(merchantInvitationRefusals, 'INVITATION')
    const { token, stored } = newInvitationToken(ctx)
    const sent = { ...stored, invitedBy: actor.userId }
    await saveSentAgain(tx, invitationId, sent)
    await mailMerchantInvitation(ctx, tx, { token, invitations: [{ ...invitation, ...sent }] })
    const { merchantId } = invitation
    await recordAudit(ctx, tx, {
      action: 'resend_invitation',
      targetType: 'invitation',
      targetId: invitationId,
      merchantId,
    })
    await publishUser(tx, invitationId, [merchantId])
  })
  return { success: true }
}

/** A new token, and what an invitation keeps of it. Only the email has the token itself. */
function newInvitationToken(ctx: Context) {
  const sentAt = ctx.clock.now()
  const token = ctx.secrets.newToken()
  const expiresAt = new Date(sentAt.getTime() + signInLimits.invitationLinkMs)
  return { token, stored: { tokenHash: ctx.secrets.hash(token), sentAt, expiresAt } }
}

/** Sends the same email to every address, so it does not reveal if an account exists. */
async function mailMerchantInvitation(
  ctx: Context,
  tx: Transaction,
  { token, invitations }: { token: string; invitations: readonly OpenInvitation[] },
) {
  if (!areInvitations(invitations)) return
  const url = `${ctx.settings.baseUrl}/auth/complete-signin?token=${token}`
  const invitedTo = await describeInvitations(tx, invitations)
  await queueMail(ctx, tx, { to: invitations[0].email, ...invitationMail(url, invitedTo) })
}

type InvitedPerson = Pick<InviteUserInput, 'email' | 'role' | 'merchantIds'> &
  Pick<OpenInvitation, 'displayName' | 'phoneNumber'>

/**
 * The invitation of an owner, already authorized and checked. It looks no account up but those that the list of the team
 * shows, so that answer and time are the same for every address.
 */
export async function inviteToMerchants(
  ctx: Context,
  actor: UserActor,
  { merchantIds: chosen, ...person }: InvitedPerson,
): Promise<InvitationOutcome> {
  const { email, role } = person
  await throttle(ctx, 'invitationsPerAddress', ctx.secrets.hash(email))
  const merchantIds = assignedMerchantIds(role, chosen)
  return inTransaction(ctx, async (tx) => {
    const status = await findStatusOnTeam(tx, merchantScope(actor), { email, merchantIds })
    if (status !== undefined)
      return { success: false, error: invitationProblems[status === 'pending' ? 'invited' : 'onTeam'] }
    const { token, stored } = newInvitationToken(ctx)
    const invitations = merchantIds.map((merchantId) => ({
      id: ctx.ids.newId('inv'),
      ...person,
      merchantId,
      invitedBy: actor.userId,
      createdAt: stored.sentAt,
      ...stored,
    }))
    if (!(await insertInvitations(tx, invitations))) return { success: false, error: invitationProblems.invited }
    await mailMerchantInvitation(ctx, tx, { token, invitations })
    const [{ id } = { id: '' }] = invitations
    // Without the address: the log outlives an erasure.
    await recordAudit(ctx, tx, {
      action: 'invite_to_merchant',
      targetType: 'invitation',
      targetId: id,
      merchantId: merchantIds.length === 1 ? merchantIds[0] : null,
      after: { role, merchantIds },
    })
    await publishUser(tx, id, merchantIds)
    return { success: true }
  })
}
