import { addUserActivity } from '@quaff/features/activity/server'
import { deleteSecrets } from '@quaff/features/one-time-secrets/server'
import { endNamedSessions } from '@quaff/features/sessions/server'
import {
  type Context,
  type FieldCipher,
  type IdentityProvider,
  inTransaction,
  type ProvenIdentity,
  recordAudit,
  type Transaction,
} from '@quaff/platform/server'
import { singleSignOnPaths } from '../contract'
import { refuseError } from './begin-single-sign-on'
import {
  findProviderSession,
  insertProviderSession,
  listChallengesOfProvider,
  listSessionsOfProvider,
} from './single-sign-on-store'

/** Ends only the sessions that were opened by the given provider session. */
export async function endProviderSessions(
  ctx: Context,
  provider: IdentityProvider,
  logoutToken: string,
): Promise<{ ended: number }> {
  const read = await provider.readLogout(logoutToken)
  if ('error' in read) return refuseError(ctx, read)
  const of = { issuer: provider.issuer, ...read.ended }
  return inTransaction(ctx, async (tx) => {
    await deleteSecrets(tx, await listChallengesOfProvider(tx, of))
    const ended = await endNamedSessions(tx, await listSessionsOfProvider(tx, of))
    for (const { sessionId, userId } of ended) {
      const details = { method: 'single_sign_on' }
      await addUserActivity(ctx, tx, { userId, action: 'sign_out', details })
      await recordAudit(ctx, tx, {
        action: 'end_session',
        targetType: 'user',
        targetId: userId,
        after: { sessionId, issuer: provider.issuer },
      })
    }
    return { ended: ended.length }
  })
}

/** Stored with the session, or the second step before it. */
export async function keepProviderSession(
  ctx: Context,
  tx: Transaction,
  { issuer, subject, sessionId: providerSessionId, idToken }: ProvenIdentity,
  stays: { sessionId: string } | { challengeId: string },
) {
  const id = ctx.ids.newId('sso')
  const idTokenSealed = sealIdToken(ctx.fieldCipher, id, idToken)
  const createdAt = ctx.clock.now()
  await insertProviderSession(tx, { id, ...stays, issuer, subject, providerSessionId, idTokenSealed, createdAt })
}

/** Returns where a sign-out continues, so that the next user of the device must sign in; null for nowhere. */
export async function findProviderSignOut(ctx: Context, sessionId: string): Promise<string | null> {
  const { identityProvider: provider, settings } = ctx
  if (!provider) return null
  const stored = await findProviderSession(ctx.db, sessionId)
  if (stored?.issuer !== provider.issuer) return null
  const returnTo = `${settings.baseUrl}${singleSignOnPaths.login}`
  return provider.findSignOutUrl({ returnTo, idToken: openIdToken(ctx.fieldCipher, stored) })
}

const boundTo = (id: string) => `single_sign_on_session:${id}`

/** `id`: of the row that it lies in; in another one it stays shut. */
function sealIdToken(cipher: FieldCipher, id: string, idToken: string) {
  return cipher.encrypt(idToken, boundTo(id))
}

/** Null if no key opens it; the provider then asks the user to confirm. */
function openIdToken(cipher: FieldCipher, stored: { id: string; idTokenSealed: string }) {
  try {
    return cipher.decrypt(stored.idTokenSealed, boundTo(stored.id))
  } catch {
    return null
  }
}
