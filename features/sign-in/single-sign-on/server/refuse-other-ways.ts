import type { Account } from '@quaff/features/accounts/server'
import type { Context } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import { singleSignOnRefusals } from '../refusals'
import { isProviderRequired } from '../rules'

/** At every door but the provider's, after it was proved who is there: strangers learn of no domain. */
export function refuseOtherWays({ identityProvider: provider }: Context, { email }: Pick<Account, 'email'>): void {
  if (provider && isProviderRequired(email, provider.requiredFor))
    throw refuse(singleSignOnRefusals, 'PROVIDER_REQUIRED')
}
