import type { Account } from '@quaff/features/accounts/server'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { singleSignOnRefusals } from '../refusals'
import { isProviderRequired } from '../rules'

type Person = Pick<Account, 'email'>

const isBound = ({ identityProvider: provider }: Context, email: string) =>
  provider ? isProviderRequired(email, provider.requiredFor) : false

/** At every door but the provider's, after it was proved who is there: strangers learn of no domain. */
export function refuseOtherWays(ctx: Context, { email }: Person): void {
  if (isBound(ctx, email)) throw refuse(singleSignOnRefusals, 'PROVIDER_REQUIRED')
}

/** Whoever leaves the company would else keep the account, by an address that was changed in time. */
export function refuseForeignAddress(ctx: Context, { email }: Person, newEmail: string): void {
  if (isBound(ctx, email) && !isBound(ctx, newEmail)) throw refuse(singleSignOnRefusals, 'COMPANY_ADDRESS')
}
