import type { Account } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { recordAudit } from '@quaff/platform/server/audit'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import type { ProvenIdentity } from '@quaff/platform/server/ports'
import { refuse } from '@quaff/platform/shared/refusal'
import { singleSignOnRefusals } from '../refusals'
import { insertLink } from './link-store'
import { singleSignOnLinkedMail } from './single-sign-on-emails'

/** Once for each account; from here on the address at the provider says nothing any more. */
export async function linkAccount(
  ctx: Context,
  tx: Transaction,
  account: Account,
  { issuer, subject }: ProvenIdentity,
): Promise<void> {
  const isLinked = await insertLink(tx, { issuer, subject, userId: account.id, now: ctx.clock.now() })
  if (!isLinked) throw refuse(singleSignOnRefusals, 'ATTEMPT_OVER')
  await addUserActivity(ctx, tx, { userId: account.id, action: 'single_sign_on_linked' })
  await recordAudit(ctx, tx, {
    action: 'link_single_sign_on',
    targetType: 'user',
    targetId: account.id,
    after: { issuer },
  })
  await publishLive(tx, { topic: 'user', subjectId: account.id })
  const name = ctx.identityProvider?.name ?? new URL(issuer).hostname
  await queueMail(ctx, tx, {
    to: account.email,
    isPlaceholder: account.emailIsPlaceholder,
    ...singleSignOnLinkedMail(name),
  })
}
