import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import type { ListInvitationsInput, MerchantInvitation } from '../merchant-invitations-contract'
import { userPermissions } from '../permissions'
import { listInvitationRows } from './merchant-invitation-store'

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
