import { issueSecret } from '@quaff/features/one-time-secrets/server'
import type { Context } from '@quaff/platform/server/context'
import type { IdentityProvider } from '@quaff/platform/server/ports'
import { isRefusal } from '@quaff/platform/shared/refusal'
import { nameBrowser } from '../../server/known-browser'
import { throttleNetwork } from '../../server/sign-in-throttle'
import { singleSignOnLimits } from '../contract'
import { loginAddress, readFrom, whyOf } from '../rules'
import { browserHashOf, callbackOf, secretsOf } from './attempt-secrets'
import { refuseFault } from './refuse-fault'

/**
 * Where to send the browser: to the provider, or back to the sign-in page with the reason. Tabs of one browser may begin
 * side by side: it keeps its name, and each attempt has a state of its own.
 */
export async function beginSingleSignOn(
  ctx: Context,
  provider: IdentityProvider,
  input: { from: string | undefined },
): Promise<string> {
  const from = readFrom(input.from)
  try {
    await throttleNetwork(ctx, 'singleSignOnPerNetwork')
    const [browser, state] = [nameBrowser(ctx), ctx.secrets.newToken()]
    const started = await provider.startSignIn(callbackOf(ctx), secretsOf(ctx, browser, state))
    if ('fault' in started) return refuseFault(ctx, started)
    await issueSecret(ctx, ctx.db, {
      purpose: 'single_sign_on_state',
      secret: state,
      subject: browserHashOf(ctx, browser),
      payload: from,
      lifetimeMs: singleSignOnLimits.attemptMs,
    })
    return started.url
  } catch (error) {
    if (!isRefusal(error)) throw error
    return loginAddress({ from, why: whyOf(error.reason) })
  }
}
