import type { Context, Transaction } from '@quaff/platform/server/context'
import type { ProvenIdentity } from '@quaff/platform/server/ports'
import { singleSignOnPaths } from '../../contract'
import { findProviderSession, insertProviderSession } from './provider-session-store'

const boundTo = (id: string) => `single_sign_on_session:${id}`

/** Beside the session that was opened, or the second step that stands in for it. */
export async function keepProviderSession(
  ctx: Context,
  tx: Transaction,
  { issuer, subject, sessionId: providerSessionId, idToken }: ProvenIdentity,
  stays: { sessionId: string } | { challengeId: string },
): Promise<void> {
  const id = ctx.ids.newId('sso')
  const idTokenSealed = ctx.fieldCipher.encrypt(idToken, boundTo(id))
  const createdAt = ctx.clock.now()
  await insertProviderSession(tx, { id, ...stays, issuer, subject, providerSessionId, idTokenSealed, createdAt })
}

/** Where somebody who signs out goes on to, so that the next at this screen is asked who they are; null: nowhere. */
export async function findProviderSignOut(ctx: Context, sessionId: string): Promise<string | null> {
  const { identityProvider: provider, settings } = ctx
  if (!provider) return null
  const kept = await findProviderSession(ctx.db, sessionId)
  if (kept?.issuer !== provider.issuer) return null
  const returnTo = `${settings.baseUrl}${singleSignOnPaths.login}`
  return provider.findSignOutUrl({ returnTo, idToken: openIdToken(ctx, kept) })
}

/** Without it the provider asks the person once more. */
function openIdToken({ fieldCipher }: Context, kept: { id: string; idTokenSealed: string }): string | null {
  try {
    return fieldCipher.decrypt(kept.idTokenSealed, boundTo(kept.id))
  } catch {
    return null
  }
}
