import { findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { describeDevice } from '@quaff/features/sessions/rules'
import { recordAudit } from '@quaff/platform/server/audit'
import { requireUser } from '@quaff/platform/server/authorize'
import type { Context } from '@quaff/platform/server/context'
import { publishLive } from '@quaff/platform/server/live'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { checkCreation } from '@quaff/platform/server/passkeys/web-authn'
import { inTransaction } from '@quaff/platform/server/transaction'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import { throttlePasskeyChange } from '../../server/sign-in-throttle'
import type { AddPasskeyInput, Passkey } from '../contract'
import { passkeyRefusals } from '../refusals'
import { firstName, mayAddPasskey } from '../rules'
import { takeChallenge } from './challenges'
import { passkeyAddedMail } from './passkey-emails'
import { insertPasskey, listPasskeysOf } from './passkey-store'
import { requireRelyingParty } from './relying-party'

/** The challenge says that this session has begun it after a recent sign-in: that is not asked twice. */
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
