import { blankAccount } from '@quaff/features/accounts/server'
import { forgetApplicant } from '@quaff/features/merchants/server'
import { merchantScope } from '@quaff/features/sessions/server'
import { authorize } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { normalizeEmail } from '@quaff/platform/shared/text'
import { userActionRefusals } from '../access-refusals'
import { decideUserAction } from '../access-rules'
import { userPermissions } from '../permissions'
import { userRefusals } from '../refusals'
import { listOwnedMerchants, lockAdministration } from './access-store'
import { publishUser } from './publish-user'
import { lockTarget, type Target } from './target-person'

export type EraseAccountInput = { userId: string; version: number; confirmEmail: string }
export type ErasedAccount = Pick<Target, 'merchantIds'> & { email: string; role: string; status: string }

/** Never mailed (G29), and nobody's: the domain cannot exist. */
export const erasedAddress = (userId: string) => `${userId.replaceAll('_', '-').toLowerCase()}@erased.invalid`

/** The part of an erasure that belongs to people; what the person was goes back to whoever takes the rest away. */
export async function eraseAccount(ctx: Context, tx: Transaction, input: EraseAccountInput): Promise<ErasedAccount> {
  const actor = authorize(ctx.actor, userPermissions, 'user.erase')
  const scope = merchantScope(actor)
  const now = ctx.clock.now()
  await lockAdministration(tx)
  // Before the person, as the onboarding locks them.
  await forgetApplicant(tx, input.userId, now)
  const target = await lockTarget(tx, scope, input)
  const { user, facts, merchantIds } = target
  const verdict = decideUserAction('erase', actor, facts)
  if (!verdict.ok) {
    const owned = (await listOwnedMerchants(tx, scope, user.id)).map(({ name }) => name)
    throw refuse(userActionRefusals, verdict.reason, 'erase', owned)
  }
  if (normalizeEmail(input.confirmEmail) !== user.email) throw refuse(userRefusals, 'CONFIRM_EMAIL', 'erase them')
  await blankAccount(tx, user.id, { placeholder: erasedAddress(user.id), now })
  await publishUser(tx, user.id, merchantIds)
  return { email: user.email, role: facts.role, status: user.status, merchantIds }
}
