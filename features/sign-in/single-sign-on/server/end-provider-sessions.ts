import { addUserActivity } from '@quaff/features/activity/server'
import { deleteSecrets } from '@quaff/features/one-time-secrets/server'
import { endNamedSessions } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import type { IdentityProvider } from '@quaff/platform/server/ports'
import { inTransaction } from '@quaff/platform/server/transaction'
import { listChallengesOfProvider, listSessionsOfProvider } from './provider-session-store'
import { refuseFault } from './refuse-fault'

/** Somebody signed out at the provider, or was locked out there: their sessions that came from it end, and no other. */
export async function endProviderSessions(
  ctx: Context,
  provider: IdentityProvider,
  logoutToken: string,
): Promise<{ ended: number }> {
  const read = await provider.readLogout(logoutToken)
  if ('fault' in read) return refuseFault(ctx, read)
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
