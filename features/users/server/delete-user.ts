import { blankAccount, deleteAccount } from '@quaff/features/accounts/server'
import { forgetApplicant, unlinkApplicant } from '@quaff/features/merchants/server'
import { endSessions, merchantScope } from '@quaff/features/sessions/server'
import { forgetInvitations } from '@quaff/features/sign-in/server'
import { authorize, type Context, inTransaction, recordAudit, refuse, type Transaction } from '@quaff/platform/server'
import { normalizeEmail } from '@quaff/platform/shared/email-address'
import type { DeleteUserInput } from '../access-contract'
import { decideUserAction } from '../access-rules'
import { userPermissions } from '../permissions'
import { userActionRefusals, userRefusals } from '../refusals'
import { listOwnedMerchants, lockAdministration } from './access-store'
import { lockTarget, type Target } from './target-person'
import { publishUser } from './user-presenter'

/**
 * `deleteUser` of spec §7; the console sends version and typed address too. Subscriptions and redemptions stay, without a
 * person; the audit log keeps the id and never the address.
 */
export async function deleteUser(
  ctx: Context,
  input: { userId: string } & Partial<Pick<DeleteUserInput, 'version' | 'confirmEmail'>>,
): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.delete')
  const scope = merchantScope(actor)
  await inTransaction(ctx, async (tx) => {
    await lockAdministration(tx)
    // Before the person, as the steps of the onboarding lock them: two that wait for each other would both fail.
    await unlinkApplicant(tx, input.userId, ctx.clock.now())
    const target = await lockTarget(tx, scope, input)
    const verdict = decideUserAction('delete', actor, target.details)
    if (!verdict.ok) {
      const owned = (await listOwnedMerchants(tx, scope, target.user.id)).map(({ name }) => name)
      throw refuse(userActionRefusals, verdict.reason, 'delete', owned)
    }
    refuseUnconfirmed(target, input.confirmEmail)
    await removeAccount(ctx, tx, target, 'delete_user')
  })
  return { success: true }
}

function refuseUnconfirmed({ user }: Target, typed: string | undefined) {
  if (typed === undefined || normalizeEmail(typed) === user.email) return
  throw refuse(userRefusals, 'CONFIRM_EMAIL', 'delete the account')
}

/** Deletes the account's dependent rows and closes its streams. */
export async function removeAccount(
  ctx: Context,
  tx: Transaction,
  { user, merchantIds }: Target,
  action: 'delete_user' | 'cancel_invitation',
) {
  await endSessions(tx, user.id)
  await deleteAccount(tx, user.id)
  if (action === 'delete_user') await forgetInvitations(tx, [user.email])
  await recordAudit(ctx, tx, {
    action,
    targetType: 'user',
    targetId: user.id,
    before: { role: user.effectiveRole ?? user.role, status: user.status, merchantIds },
  })
  await publishUser(tx, user.id, merchantIds)
}

type EraseAccountInput = { userId: string; version: number; confirmEmail: string }
type ErasedAccount = Pick<Target, 'merchantIds'> & { email: string; role: string; status: string }

/** Never receives email (G29): the domain cannot exist. */
export const erasedAddress = (userId: string) => `${userId.replaceAll('_', '-').toLowerCase()}@erased.invalid`

/** Erases the account's part and returns its former identity to the caller, who erases the rest. */
export async function eraseAccount(ctx: Context, tx: Transaction, input: EraseAccountInput): Promise<ErasedAccount> {
  const actor = authorize(ctx.actor, userPermissions, 'user.erase')
  const scope = merchantScope(actor)
  const now = ctx.clock.now()
  await lockAdministration(tx)
  // Before the person, as the onboarding locks them.
  await forgetApplicant(tx, input.userId, now)
  const target = await lockTarget(tx, scope, input)
  const { user, details, merchantIds } = target
  const verdict = decideUserAction('erase', actor, details)
  if (!verdict.ok) {
    const owned = (await listOwnedMerchants(tx, scope, user.id)).map(({ name }) => name)
    throw refuse(userActionRefusals, verdict.reason, 'erase', owned)
  }
  if (normalizeEmail(input.confirmEmail) !== user.email) throw refuse(userRefusals, 'CONFIRM_EMAIL', 'erase them')
  await blankAccount(tx, user.id, { placeholder: erasedAddress(user.id), now })
  await publishUser(tx, user.id, merchantIds)
  return { email: user.email, role: details.role, status: user.status, merchantIds }
}
