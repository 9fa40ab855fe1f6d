import { saveUser } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import type { UserActivityAction } from '@quaff/features/activity/user-activity-contract'
import { revokeSecrets } from '@quaff/features/one-time-secrets/server'
import { endSessions, merchantScope, requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  deletePasskeysOf,
  passkeysTakenAwayMail,
  removeFactor,
  removeSingleSignOn,
  secondFactorRemovedMail,
  singleSignOnRemovedMail,
} from '@quaff/features/sign-in/server'
import {
  authorize,
  type Context,
  inTransaction,
  queueMail,
  recordAudit,
  refuse,
  type Transaction,
  type UserActor,
} from '@quaff/platform/server'
import type { RemovePasskeysInput, RemoveSecondFactorInput, UnlinkPersonInput, UserAction } from '../access-contract'
import { userPermissions } from '../permissions'
import { userActionRefusals } from '../refusals'
import { lockTarget, refuseUnlessPossible, type TargetQuery } from './target-person'
import { publishUser } from './user-presenter'

type SignInWay = {
  action: UserAction
  /** False where there is none. */
  remove(tx: Transaction, userId: string): Promise<boolean>
  activity: UserActivityAction
  audit: Pick<Parameters<typeof recordAudit>[2], 'action' | 'targetType'>
  mail(): Omit<Parameters<typeof queueMail>[2], 'to' | 'isPlaceholder'>
}

/**
 * Ends the sessions, and with them open links, codes and second steps, because the removed method may have opened
 * them.
 */
async function takeAway(
  ctx: Context,
  actor: UserActor,
  input: TargetQuery,
  way: SignInWay,
): Promise<{ success: true }> {
  requireRecentSignIn(ctx)
  await inTransaction(ctx, async (tx) => {
    const target = await lockTarget(tx, merchantScope(actor), input)
    refuseUnlessPossible(way.action, actor, target)
    const { id: userId, email: to, emailIsPlaceholder: isPlaceholder } = target.user
    if (!(await way.remove(tx, userId))) throw refuse(userActionRefusals, 'STATE', way.action)
    await saveUser(tx, userId, {}, ctx.clock.now())
    await endSessions(tx, userId)
    await revokeSecrets(tx, { userId })
    await addUserActivity(ctx, tx, { userId, action: way.activity, details: { by: actor.userId } })
    await recordAudit(ctx, tx, { ...way.audit, targetId: userId })
    await publishUser(tx, userId, target.merchantIds)
    await queueMail(ctx, tx, { to, isPlaceholder, ...way.mail() })
  })
  return { success: true }
}

/** Helps users who lost their device or do not recognize a passkey. Other sign-in methods stay. */
export async function removePasskeys(ctx: Context, input: RemovePasskeysInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removePasskeys')
  return takeAway(ctx, actor, input, {
    action: 'removePasskeys',
    remove: async (tx, userId) => (await deletePasskeysOf(tx, userId)) > 0,
    activity: 'passkey_removed',
    audit: { action: 'remove_passkeys', targetType: 'user' },
    mail: passkeysTakenAwayMail,
  })
}

/** Helps users who lost the phone and the recovery codes. Ends all sessions; the user enrols again if required. */
export async function removeSecondFactor(ctx: Context, input: RemoveSecondFactorInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.removeSecondFactor')
  return takeAway(ctx, actor, input, {
    action: 'removeSecondFactor',
    remove: removeFactor,
    activity: 'second_factor_removed',
    audit: { action: 'remove_second_factor', targetType: 'user' },
    mail: secondFactorRemovedMail,
  })
}

/** Helps users with a new account at the provider. Ends all sessions; the next sign-in there links it. */
export async function unlinkPerson(ctx: Context, input: UnlinkPersonInput): Promise<{ success: true }> {
  const actor = authorize(ctx.actor, userPermissions, 'user.unlinkSingleSignOn')
  return takeAway(ctx, actor, input, {
    action: 'unlinkSingleSignOn',
    remove: removeSingleSignOn,
    activity: 'single_sign_on_unlinked',
    audit: { action: 'remove_single_sign_on', targetType: 'user' },
    mail: singleSignOnRemovedMail,
  })
}
