import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { issueSecret } from '@quaff/features/one-time-secrets/server'
import { requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  type AttemptSecrets,
  type Context,
  type IdentityError,
  type IdentityProvider,
  inTransaction,
  isRefusal,
  platformRefusals,
  publishLive,
  queueMail,
  recordAudit,
  refuse,
} from '@quaff/platform/server'
import { nameBrowser } from '../../server/enter'
import { throttleNetwork } from '../../server/sign-in-throttle'
import { singleSignOnLimits, singleSignOnPaths, type SingleSignOn } from '../contract'
import { singleSignOnRefusals } from '../refusals'
import { loginAddress, readFrom, whyOf } from '../rules'
import { singleSignOnUnlinkedMail } from './single-sign-on-emails'
import { deleteLink, findLink } from './single-sign-on-store'

/**
 * Returns the address for the browser: the provider, or the sign-in page with the reason. Tabs of one browser may run
 * in parallel, because each attempt has its own state.
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
    if ('error' in started) return refuseError(ctx, started)
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

/** Neither the address nor the cookie alone is enough to derive them. */
export function secretsOf(ctx: Context, browser: string, state: string): AttemptSecrets {
  const derive = (kind: string) => ctx.secrets.hash(`single_sign_on_${kind}:${JSON.stringify([browser, state])}`)
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

/** Binds an attempt to the browser that began it. */
export const browserHashOf = ({ secrets }: Context, browser: string) =>
  secrets.hash(`single_sign_on_browser:${browser}`)

/** From our settings; the request's host is not trusted. */
export const callbackOf = ({ settings }: Pick<Context, 'settings'>) =>
  `${settings.baseUrl}${singleSignOnPaths.callback}`

const reasons = { AWAY: 'PROVIDER_AWAY', ANSWER: 'PROVIDER_ANSWER', CANCELLED: 'SIGN_IN_CANCELLED' } as const

/** A canceled sign-in is not logged as an error. */
export function refuseError({ log, request: { requestId } }: Context, { error, code }: IdentityError): never {
  if (error !== 'CANCELLED') log.warn('single_sign_on_failed', { requestId, error, code })
  throw refuse(singleSignOnRefusals, reasons[error])
}

/** Anonymous callers see the name for the button, signed-in users also their link. */
export async function findSingleSignOn({ actor, db, identityProvider }: Context): Promise<SingleSignOn | null> {
  if (!identityProvider) return null
  const { name, issuer } = identityProvider
  const link = actor.kind === 'user' ? await findLink(db, actor.userId, issuer) : null
  return { name, link: link && { linkedAt: link.linkedAt, lastUsedAt: link.lastUsedAt } }
}

/** Ends no session. The next single sign-on links again. */
export async function unlinkSingleSignOn(ctx: Context): Promise<{ success: true }> {
  const { userId } = requireRecentSignIn(ctx)
  const { identityProvider: provider } = ctx
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    if (!account) throw refuse(platformRefusals, 'SIGNED_OUT')
    if (!provider || !(await deleteLink(tx, userId, provider.issuer))) throw refuse(singleSignOnRefusals, 'NOT_LINKED')
    await publishLive(tx, { topic: 'user', subjectId: userId })
    await addUserActivity(ctx, tx, { userId, action: 'single_sign_on_unlinked' })
    await recordAudit(ctx, tx, {
      action: 'unlink_single_sign_on',
      targetType: 'user',
      targetId: userId,
      before: { issuer: provider.issuer },
    })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...singleSignOnUnlinkedMail(provider.name) })
  })
  return { success: true }
}
