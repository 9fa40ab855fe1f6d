import type { Context, Queryable } from '@quaff/platform/server/context'
import { Refusal } from '@quaff/platform/shared/refusal'
import type { MailboxPurpose } from '../contract'
import { proofHash } from './check-mailbox-code'
import { findMailboxProof } from './mailbox-store'

/**
 * The address whose mailbox the bearer of `token` has read within the last hour. A proof may be shown again within its
 * hour: a form that failed is sent once more without another mail. Refuses with UNAUTHORIZED, reason PROOF.
 */
export async function requireMailboxProof(
  ctx: Context,
  db: Queryable,
  { token, purpose }: { token: string; purpose: MailboxPurpose },
): Promise<string> {
  const proof = { tokenHash: proofHash(ctx, token), purpose, now: ctx.clock.now() }
  const email = await findMailboxProof(db, proof)
  if (email === null)
    throw new Refusal('UNAUTHORIZED', 'PROOF', 'Your confirmation has expired. Ask for a new code.', { field: 'code' })
  return email
}
