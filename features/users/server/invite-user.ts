import { invitedToOf } from '@quaff/features/accounts/rules'
import { insertAccount, linkApplication, replaceMemberships } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { createApplication, listKnownMerchantIds, listMerchantNames } from '@quaff/features/merchants/server'
import { merchantNotFound, merchantScope } from '@quaff/features/sessions/server'
import { loadPlatformSettings } from '@quaff/features/settings/server'
import {
  adminRole,
  authorize,
  type Context,
  inTransaction,
  recordAudit,
  refuse,
  renderMail,
  type Transaction,
  type UserActor,
  withoutControls,
  withSupport,
} from '@quaff/platform/server'
import type { InvitationOutcome, InvitationPreview, InviteUserInput, PreviewInvitationInput } from '../contract'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { assignedMerchantIds, decideInvitation, existingAccountText, readUserStatus } from '../rules'
import { inviteToMerchants } from './merchant-invitations'
import { sendInvitation, throttle } from './send-invitation'
import { readPhoneNumber } from './update-profile'
import { invitationMail } from './user-emails'
import { publishUser } from './user-presenter'
import { findUserByEmail } from './user-store'

/**
 * `createAdminUserV2` of spec §7 by an administrator or owner (G12). Missing rights are refused; what the inviter
 * can correct comes back as `error`.
 */
export async function inviteUser(ctx: Context, input: InviteUserInput): Promise<InvitationOutcome> {
  const actor = authorize(ctx.actor, userPermissions, 'user.invite')
  const problem = await checkInvitation(ctx, actor, input)
  if (problem) return { success: false, error: problem }
  await throttle(ctx, 'invitationsPerInviter', actor.userId)
  if (actor.role !== adminRole)
    return inviteToMerchants(ctx, actor, { ...invitedPerson(input), merchantIds: input.merchantIds })
  return inTransaction(ctx, async (tx) => {
    const userId = ctx.ids.newId('usr')
    const merchantIds = assignedMerchantIds(input.role, input.merchantIds)
    if (!(await insertAccount(tx, newAccount(ctx, userId, input)))) return addressTaken(tx, input.email)
    await replaceMemberships(tx, userId, merchantIds)
    const applicationId = await openVenue(ctx, tx, userId, input)
    await sendInvitation(ctx, tx, { id: userId, email: input.email, role: input.role, merchantIds })
    const details = { by: actor.userId, role: input.role }
    await addUserActivity(ctx, tx, { userId, action: 'invited', details })
    await recordAudit(ctx, tx, {
      action: input.role === adminRole ? 'grant_admin' : 'invite_user',
      targetType: 'user',
      targetId: userId,
      merchantId: merchantIds.length === 1 ? merchantIds[0] : null,
      after: { role: input.role, status: 'pending', merchantIds, applicationId },
    })
    await publishUser(tx, userId, merchantIds)
    return { success: true, userId }
  })
}

async function checkInvitation(ctx: Context, actor: UserActor, input: InviteUserInput) {
  const verdict = decideInvitation({
    inviterRole: actor.role,
    role: input.role,
    merchantIds: input.merchantIds,
    knownMerchantIds: await listKnownMerchantIds(ctx.db, merchantScope(actor), input.merchantIds),
    newVenue: input.newVenueName !== undefined,
  })
  if (verdict.ok) return null
  if (verdict.reason === 'INVITE_ROLE') throw refuse(userRefusals, 'INVITE_ROLE')
  if (verdict.reason === 'MERCHANT') throw merchantNotFound()
  return userRefusals[verdict.reason].text
}

/** To administrators, who may look the account up. */
async function addressTaken(tx: Transaction, email: string): Promise<InvitationOutcome> {
  const taken = await findUserByEmail(tx, email)
  const error = existingAccountText(readUserStatus(taken?.status ?? 'active'))
  return { success: false, error, userId: taken?.id }
}

const invitedPerson = ({ email, displayName, phoneNumber, role }: InviteUserInput) => ({
  email,
  displayName: withoutControls(displayName ?? '').trim() || null,
  phoneNumber: readPhoneNumber(phoneNumber ?? ''),
  role,
})

function newAccount(ctx: Context, id: string, input: InviteUserInput) {
  const now = ctx.clock.now()
  return { id, ...invitedPerson(input), status: 'pending', createdAt: now, updatedAt: now, statusUpdatedAt: now }
}

async function openVenue(ctx: Context, tx: Transaction, userId: string, input: InviteUserInput) {
  if (input.newVenueName === undefined) return null
  const { id: applicationId } = await createApplication(ctx, tx, {
    userId,
    venueName: withoutControls(input.newVenueName).trim(),
    email: input.email,
  })
  await linkApplication(tx, userId, applicationId)
  return applicationId
}

/** Uses the renderer of the sent email. The link is created only on sending. */
export async function previewInvitation(
  ctx: Context,
  { role, merchantIds, newVenueName }: PreviewInvitationInput,
): Promise<InvitationPreview> {
  const actor = authorize(ctx.actor, userPermissions, 'user.invite')
  const assigned = assignedMerchantIds(role, merchantIds)
  const names = await listMerchantNames(ctx.db, merchantScope(actor), assigned)
  if (names.size < assigned.length) throw merchantNotFound()
  const venues = [...names.values()].toSorted()
  const invitedTo = invitedToOf({ role, inviter: actor.displayName, venues, applied: newVenueName ?? null })
  const mail = invitationMail(`${ctx.settings.baseUrl}/auth/complete-signin?token=…`, invitedTo)
  const { subject, ...parts } = renderMail(ctx, { ...mail, isRepeatable: false })
  const { supportAddress } = await loadPlatformSettings(ctx.db)
  return { subject, html: withSupport(parts, supportAddress).html }
}
