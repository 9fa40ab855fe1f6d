import type { Context } from '@quaff/platform/server/context'
import { takeFromLimit } from '@quaff/platform/server/rate-limits'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { mailboxLimits, type CheckCodeInput } from '../contract'
import { mailboxRefusals } from '../refusals'
import { hashMailboxCode } from './hash-mailbox-code'
import { insertMailboxProof, takeMailboxTry, useMailboxCode } from './mailbox-store'

/** Each code gives one proof. Refuses with BAD_REQUEST, reason CODE, whatever is wrong with it. */
export async function checkMailboxCode(
  ctx: Context,
  input: CheckCodeInput,
): Promise<{ token: string; expiresAt: Date }> {
  await takeFromLimit(ctx, 'mailboxCheckPerNetwork', ctx.request.network, 'Too many attempts. Try again later.')
  const now = ctx.clock.now()
  const open = await takeMailboxTry(ctx.db, { ...input, tries: mailboxLimits.codeTries, now })
  if (open?.codeHash !== hashMailboxCode(ctx, input, input.code)) throw refuse(mailboxRefusals, 'CODE')
  const token = ctx.secrets.newToken()
  const expiresAt = new Date(now.getTime() + mailboxLimits.proofMs)
  await inTransaction(ctx, async (tx) => {
    if (!(await useMailboxCode(tx, open.id, now))) throw refuse(mailboxRefusals, 'CODE')
    const { email, purpose } = input
    await insertMailboxProof(tx, { tokenHash: proofHash(ctx, token), email, purpose, createdAt: now, expiresAt })
  })
  return { token, expiresAt }
}

export const proofHash = ({ secrets }: Pick<Context, 'secrets'>, token: string) => secrets.hash(`proof:${token}`)
