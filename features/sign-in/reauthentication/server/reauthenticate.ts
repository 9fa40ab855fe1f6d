import { type Account, findAccountByEmail, findAccountForUpdate } from '@quaff/features/accounts/server'
import { addUserActivity } from '@quaff/features/activity/server'
import { markAuthenticated } from '@quaff/features/sessions/server'
import type { UserActor } from '@quaff/platform/server/actor'
import { requireSignedIn } from '@quaff/platform/server/authorize'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { inTransaction } from '@quaff/platform/server/transaction'
import { platformRefusals, refuse } from '@quaff/platform/shared/refusal'
import { consumeCode, takeCodeTry } from '../../codes/server/code-store'
import { hashCode } from '../../codes/server/hash-code'
import { signInLimits, type ReauthenticateInput } from '../../contract'
import { signInRefusals } from '../../refusals'
import { throttleReauthentication } from '../../server/sign-in-throttle'

/** G22: whoever is signed in proves it once more; the sign-in of this session, and of no other, counts as recent again. */
export async function reauthenticate(ctx: Context, input: ReauthenticateInput): Promise<{ success: true }> {
  const actor = requireSignedIn(ctx.actor)
  await throttleReauthentication(ctx, actor.userId)
  const proof =
    'password' in input ? await checkPassword(ctx, actor, input.password) : await checkCode(ctx, actor, input)
  await inTransaction(ctx, async (tx) => {
    const account = await findAccountForUpdate(tx, actor.userId)
    await proof.confirm(tx, account)
    if (!(await markAuthenticated(tx, actor.sessionId, ctx.clock.now()))) throw refuse(platformRefusals, 'SIGNED_OUT')
    await addUserActivity(ctx, tx, {
      userId: actor.userId,
      action: 'reauthenticated',
      details: { method: proof.method },
    })
  })
  return { success: true }
}

/** Confirmed under the lock of the account: hashing and typing take long enough for it to have changed. */
type Proof = { method: 'password' | 'code'; confirm(tx: Transaction, account: Account | null): Promise<void> }

async function checkPassword(ctx: Context, actor: UserActor, password: string): Promise<Proof> {
  const known = (await findAccountByEmail(ctx.db, actor.email))?.passwordHash ?? null
  const isRight = await ctx.passwords.verify(password, known)
  if (!isRight || known === null) throw refuse(signInRefusals, 'WRONG_PASSWORD')
  return {
    method: 'password',
    async confirm(_, account) {
      if (account?.passwordHash !== known) throw refuse(signInRefusals, 'WRONG_PASSWORD')
    },
  }
}

async function checkCode(ctx: Context, actor: UserActor, { code }: { code: string }): Promise<Proof> {
  const known = await takeCodeTry(ctx.db, {
    userId: actor.userId,
    purpose: 'reauthentication',
    tries: signInLimits.codeTries,
    now: ctx.clock.now(),
  })
  if (known?.codeHash !== hashCode(ctx, 'reauthentication', actor.sessionId, code))
    throw refuse(signInRefusals, 'INVALID_CODE')
  return {
    method: 'code',
    async confirm(tx, account) {
      // Somebody who has set a password since is asked for that.
      if (account?.passwordHash !== null || !(await consumeCode(tx, known.id, ctx.clock.now())))
        throw refuse(signInRefusals, 'INVALID_CODE')
    },
  }
}
