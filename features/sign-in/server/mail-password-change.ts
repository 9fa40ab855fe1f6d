import type { Account } from '@quaff/features/accounts/server'
import type { Context, Transaction } from '@quaff/platform/server/context'
import { queueMail } from '@quaff/platform/server/mail/outbox'
import { passwordChangedMail, type PasswordChangeKind } from './password-emails'

/** Every saved password is confirmed by email, so that the owner of the account notices a takeover. */
export async function mailPasswordChange(
  ctx: Context,
  tx: Transaction,
  { email, emailIsPlaceholder }: Pick<Account, 'email' | 'emailIsPlaceholder'>,
  kind: PasswordChangeKind,
): Promise<void> {
  await queueMail(ctx, tx, { to: email, isPlaceholder: emailIsPlaceholder, ...passwordChangedMail(kind) })
}
