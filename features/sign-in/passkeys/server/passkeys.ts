import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { describeDevice } from '@quaff/features/sessions/rules'
import { requireRecentSignIn } from '@quaff/features/sessions/server'
import {
  type Context,
  inTransaction,
  platformRefusals,
  product,
  publishLive,
  queueMail,
  recordAudit,
  refuse,
  requireUser,
} from '@quaff/platform/server'
import { checkCreation, describeCreation } from '@quaff/platform/server/web-authn'
import { throttlePasskeyChange } from '../../server/sign-in-throttle'
import {
  type AddPasskeyInput,
  type Creation,
  type Passkey,
  passkeyLimits,
  type RemovePasskeyInput,
  type RenamePasskeyInput,
} from '../contract'
import { passkeyRefusals } from '../refusals'
import { firstName, mayAddPasskey } from '../rules'
import { newChallenge, requireRelyingParty, takeChallenge } from './check-passkey'
import { passkeyAddedMail, passkeyRemovedMail } from './passkey-emails'
import { deletePasskey, insertPasskey, listCredentialsOf, listPasskeysOf, savePasskeyName } from './passkey-store'

export async function listPasskeys(ctx: Context): Promise<Passkey[]> {
  const { userId } = requireUser(ctx.actor)
  return listPasskeysOf(ctx.db, userId)
}

/** Authenticators that hold one of this account are named, so that none makes a second. */
export async function beginPasskey(ctx: Context): Promise<Creation> {
  const { userId, sessionId, email, displayName } = requireRecentSignIn(ctx)
  await throttlePasskeyChange(ctx, userId)
  const party = { ...requireRelyingParty(ctx), name: product.name }
  const existing = await listCredentialsOf(ctx.db, userId)
  const verdict = mayAddPasskey(existing.length)
  if (!verdict.ok) throw refuse(passkeyRefusals, verdict.reason)
  const challenge = await newChallenge(ctx, { for: 'adding', userId, sessionId })
  const user = { id: userId, name: email, displayName: displayName ?? email }
  return describeCreation(party, user, { challenge, timeoutMs: passkeyLimits.challengeMs, existing })
}

/** The challenge proves that this session began after a recent sign-in, so that is not checked twice. */
export async function addPasskey(ctx: Context, { challenge, credential }: AddPasskeyInput): Promise<Passkey> {
  const { userId, sessionId } = requireUser(ctx.actor)
  await throttlePasskeyChange(ctx, userId)
  const party = requireRelyingParty(ctx)
  if (!(await takeChallenge(ctx, { for: 'adding', userId, sessionId }, challenge)))
    throw refuse(passkeyRefusals, 'PASSKEY_TOO_LATE')
  const made = await checkCreation(party, challenge, credential)
  if (!made) throw refuse(passkeyRefusals, 'PASSKEY_NOT_ADDED')
  const { aaguid, ...key } = made
  return inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    if (!account) throw refuse(platformRefusals, 'SIGNED_OUT')
    const others = await listPasskeysOf(tx, userId)
    const verdict = mayAddPasskey(others.length)
    if (!verdict.ok) throw refuse(passkeyRefusals, verdict.reason)
    const name = firstName(
      aaguid,
      describeDevice(ctx.request.userAgent),
      others.map((other) => other.name),
    )
    const id = ctx.ids.newId('pky')
    const added = await insertPasskey(tx, { id, userId, name, ...key, createdAt: ctx.clock.now() })
    if (!added) throw refuse(passkeyRefusals, 'PASSKEY_NOT_ADDED')
    await publishLive(tx, { topic: 'user', subjectId: userId })
    await addUserActivity(ctx, tx, { userId, action: 'passkey_added', details: { device: name } })
    await recordAudit(ctx, tx, { action: 'add_passkey', targetType: 'user', targetId: userId })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...passkeyAddedMail(name) })
    return added
  })
}

export async function renamePasskey(ctx: Context, input: RenamePasskeyInput): Promise<{ success: true }> {
  const { userId } = requireUser(ctx.actor)
  await inTransaction(ctx, async (tx) => {
    if (!(await savePasskeyName(tx, { id: input.passkeyId, userId }, input.name)))
      throw refuse(passkeyRefusals, 'NO_PASSKEY')
    await recordAudit(ctx, tx, { action: 'rename_passkey', targetType: 'user', targetId: userId })
  })
  return { success: true }
}

/**
 * A stolen session cannot remove its owner's sign-in method. Sessions opened by the passkey continue; each can be
 * ended separately.
 */
export async function removePasskey(ctx: Context, { passkeyId }: RemovePasskeyInput): Promise<{ success: true }> {
  const { userId } = requireRecentSignIn(ctx)
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, userId)
    if (!account) throw refuse(platformRefusals, 'SIGNED_OUT')
    const name = await deletePasskey(tx, { id: passkeyId, userId })
    if (name === null) throw refuse(passkeyRefusals, 'NO_PASSKEY')
    await publishLive(tx, { topic: 'user', subjectId: userId })
    await addUserActivity(ctx, tx, { userId, action: 'passkey_removed', details: { device: name } })
    await recordAudit(ctx, tx, { action: 'remove_passkey', targetType: 'user', targetId: userId })
    const to = { to: account.email, isPlaceholder: account.emailIsPlaceholder }
    await queueMail(ctx, tx, { ...to, ...passkeyRemovedMail(name) })
  })
  return { success: true }
}
