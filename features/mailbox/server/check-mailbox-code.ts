import { checkCode, issueSecret, consumeSecret } from '@quaff/features/one-time-secrets/server'
import type { Context } from '@quaff/platform/server/context'
import { takeFromLimit } from '@quaff/platform/server/rate-limits'
import { inTransaction } from '@quaff/platform/server/transaction'
import { refuse } from '@quaff/platform/shared/refusal'
import { mailboxLimits, type CheckCodeInput } from '../contract'
import { mailboxRefusals } from '../refusals'

/** Each code gives one proof. Refuses with BAD_REQUEST, reason CODE, whatever is wrong with it. */
export async function checkMailboxCode(
  ctx: Context,
  input: CheckCodeInput,
): Promise<{ token: string; expiresAt: Date }> {
  await takeFromLimit(ctx, 'mailboxCheckPerNetwork', ctx.request.network, 'Too many attempts. Try again later.')
  const { email, purpose } = input
  const codes = {
    holder: { subject: email },
    purpose: `mailbox:${purpose}`,
    attempts: mailboxLimits.codeTries,
  } as const
  const open = await checkCode(ctx, codes, { code: input.code, boundTo: [email] })
  if (!open) throw refuse(mailboxRefusals, 'CODE')
  const token = ctx.secrets.newToken()
  const proof = {
    purpose: `proof:${purpose}`,
    secret: token,
    subject: email,
    lifetimeMs: mailboxLimits.proofMs,
  } as const
  const { expiresAt } = await inTransaction(ctx, async (tx) => {
    if (!(await consumeSecret(tx, open.id, ctx.clock.now()))) throw refuse(mailboxRefusals, 'CODE')
    return issueSecret(ctx, tx, proof)
  })
  return { token, expiresAt }
}
