import { findToken } from '@quaff/features/one-time-secrets/server'
import type { Context, Queryable } from '@quaff/platform/server/context'
import { refuse } from '@quaff/platform/shared/refusal'
import type { MailboxPurpose } from '../contract'
import { mailboxRefusals } from '../refusals'

type Proof = { token: string; purpose: MailboxPurpose }

/** The address that the bearer of `token` has proved within the last hour; null without one. */
export async function findProvenMailbox(
  ctx: Context,
  db: Queryable,
  { token, purpose }: Proof,
): Promise<string | null> {
  return (await findToken(ctx, db, { token, purposes: [`proof:${purpose}`] }))?.subject ?? null
}

/**
 * The address whose mailbox the bearer of `token` has read within the last hour. A proof may be shown again within its
 * hour: a form that failed is sent once more without another mail. Refuses with UNAUTHORIZED, reason PROOF.
 */
export async function requireMailboxProof(ctx: Context, db: Queryable, proof: Proof): Promise<string> {
  const email = await findProvenMailbox(ctx, db, proof)
  if (email === null) throw refuse(mailboxRefusals, 'PROOF')
  return email
}
