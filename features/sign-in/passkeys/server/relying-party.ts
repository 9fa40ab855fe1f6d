import type { Context } from '@quaff/platform/server/context'
import type { RelyingParty } from '@quaff/platform/server/passkeys/web-authn'
import { refuse } from '@quaff/platform/shared/refusal'
import { passkeyRefusals } from '../refusals'
import { relyingPartyOf } from '../rules'

export function requireRelyingParty(ctx: Context): RelyingParty {
  const party = relyingPartyOf(new URL(ctx.settings.baseUrl))
  if (!party) throw refuse(passkeyRefusals, 'PASSKEYS_OFF')
  return party
}
