import { resolveRole } from '@quaff/features/accounts/rules'
import type { Account } from '@quaff/features/accounts/server'
import type { Session } from '@quaff/features/sessions/contract'
import { type OpenedSession, presentSession, resolveActor } from '@quaff/features/sessions/server'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { entryRefusals } from '../refusals'
import { singleSignOnRefusals } from '../single-sign-on/refusals'
import { isProviderRequired } from '../single-sign-on/rules'

/**
 * After the commit: reads the new session through the gate that every later request passes, and only then hands the
 * cookie out. An account that changed in between gets none.
 */
export async function enter(ctx: Context, opened: OpenedSession): Promise<Session> {
  const actor = await resolveActor(ctx, opened.token)
  if (actor.kind === 'anonymous') throw refuse(entryRefusals, 'ACCESS_DENIED')
  ctx.cookies.setSession(opened.token, opened.expiresAt)
  return presentSession(ctx, actor)
}

/** Returns the account details that this feature's rules need. */
export function detailsOf(account: Account) {
  return { status: account.status, role: resolveRole(account), invitation: account.invitation }
}

type Person = Pick<Account, 'email'>

const isBound = ({ identityProvider: provider }: Context, email: string) =>
  provider ? isProviderRequired(email, provider.requiredFor) : false

/**
 * Applies to all methods except the provider's, after proof of identity, so that anonymous callers learn of no
 * domain.
 */
export function refuseOtherWays(ctx: Context, { email }: Person): void {
  if (isBound(ctx, email)) throw refuse(singleSignOnRefusals, 'PROVIDER_REQUIRED')
}

/** A former employee could otherwise keep the account under another address. */
export function refuseForeignAddress(ctx: Context, { email }: Person, newEmail: string): void {
  if (isBound(ctx, email) && !isBound(ctx, newEmail)) throw refuse(singleSignOnRefusals, 'COMPANY_ADDRESS')
}
