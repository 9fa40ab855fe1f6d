import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { requireRecentSignIn } from '@quaff/features/sessions/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { inTransaction } from '@quaff/platform/server/transaction'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import type { SingleSignOn } from '../contract'
import { singleSignOnRefusals } from '../refusals'
import { singleSignOnUnlinkedMail } from './single-sign-on-emails'
import { deleteLink, findLink } from './single-sign-on-store'

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
