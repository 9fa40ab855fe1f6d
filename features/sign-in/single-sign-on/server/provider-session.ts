import type { Context, Transaction } from '@quaff/platform/server/context'
import type { ProvenIdentity } from '@quaff/platform/server/ports'
import { singleSignOnPaths } from '../contract'
import { findProviderSession, insertProviderSession } from './provider-session-store'
import { openIdToken, sealIdToken } from './sealed-id-token'

/** Beside the session that was opened, or the second step that stands in for it. */
export async function keepProviderSession(
  ctx: Context,
  tx: Transaction,
  { issuer, subject, sessionId: providerSessionId, idToken }: ProvenIdentity,
  stays: { sessionId: string } | { challengeId: string },
): Promise<void> {
  const id = ctx.ids.newId('sso')
  const idTokenSealed = sealIdToken(ctx.fieldCipher, id, idToken)
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
  return provider.findSignOutUrl({ returnTo, idToken: openIdToken(ctx.fieldCipher, kept) })
}
