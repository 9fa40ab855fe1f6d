import { resolveRole } from '@quaff/features/accounts/rules'
import {
  type Account,
  findAccountByEmail,
  findAccountForUpdate,
  insertAccount,
  saveInvitation,
  saveUser,
} from '@quaff/features/accounts/server'
import { type Context, publishLive, recordAudit, refuse, type Transaction } from '@quaff/platform/server'
import { entryRefusals, invitationRefusals, signInRefusals } from '../refusals'
import { decideInvitationLink } from '../rules'
import { findOpenInvitations, markAccepted, type OpenInvitation } from './invitation-store'

export type OpenInvitations = readonly [OpenInvitation, ...OpenInvitation[]]

/** Narrows what a query found. */
export const areInvitations = (found: readonly OpenInvitation[]): found is OpenInvitations => found.length > 0

/**
 * Accepts invitations for a verified address and returns the account to activate with their role and merchants: new,
 * pending, or a customer's. Refuses staff, who accept while signed in.
 */
export async function prepareActivation(ctx: Context, tx: Transaction, invitations: OpenInvitations): Promise<Account> {
  const now = ctx.clock.now()
  const [invitation] = invitations
  const { email, role, invitedBy } = invitation
  const existing = await lockByEmail(tx, email)
  const verdict = decideInvitationLink(existing && { ...existing, role: resolveRole(existing) }, role)
  if (!verdict.ok) throw refuse({ ...invitationRefusals, ...entryRefusals }, verdict.reason)
  const userId = existing?.id ?? (await insertPending(ctx, tx, invitation))
  if (!(await markAccepted(tx, invitations, now))) throw refuse(signInRefusals, 'INVALID_LINK')
  if (existing && existing.status !== 'pending') await saveUser(tx, userId, { status: 'pending' }, now)
  const invited = invitations.map(({ merchantId }) => merchantId)
  const merchantIds = [...new Set([...openMerchantsOf(existing), ...invited])]
  await saveInvitation(tx, { userId, role, merchantIds, invitedBy, createdAt: now })
  await recordAudit(ctx, tx, {
    action: 'accept_invitation',
    targetType: 'user',
    targetId: userId,
    merchantId: invited.length === 1 ? invited[0] : null,
    before: { status: existing?.status ?? null, role: existing && resolveRole(existing) },
    after: { role, merchantIds: invited },
  })
  for (const merchantId of invited) await publishLive(tx, { topic: 'user', subjectId: userId, merchantId })
  const account = await findAccountForUpdate(tx, userId)
  if (!account) throw refuse(signInRefusals, 'INVALID_LINK')
  return account
}

/** The same for the token of an owner's invitation that was emailed to the address. */
export async function prepareInvited(
  ctx: Context,
  tx: Transaction,
  { email, token }: { email: string; token: string },
): Promise<Account> {
  const query = { tokenHash: ctx.secrets.hash(token), email, now: ctx.clock.now() }
  const invitations = await findOpenInvitations(tx, query)
  if (!areInvitations(invitations)) throw refuse(signInRefusals, 'INVALID_LINK')
  return prepareActivation(ctx, tx, invitations)
}

async function lockByEmail(tx: Transaction, email: string) {
  const found = await findAccountByEmail(tx, email)
  const account = found && (await findAccountForUpdate(tx, found.id))
  return account?.email === email ? account : null
}

/** Merchants of an administrator's open invitation. */
const openMerchantsOf = (account: Account | null) =>
  account?.status === 'pending' && account.invitation?.used === false ? account.invitation.merchantIds : []

async function insertPending(ctx: Context, tx: Transaction, { email, role, displayName, phoneNumber }: OpenInvitation) {
  const id = ctx.ids.newId('usr')
  const now = ctx.clock.now()
  const person = { email, role, displayName, phoneNumber }
  const dates = { createdAt: now, updatedAt: now, statusUpdatedAt: now }
  // A concurrent use of the link or registration created the account; the next attempt finds it.
  if (!(await insertAccount(tx, { id, ...person, status: 'pending', ...dates })))
    throw refuse(signInRefusals, 'INVALID_LINK')
  return id
}
