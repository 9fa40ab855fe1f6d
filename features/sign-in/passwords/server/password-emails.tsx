import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** `reset` ended every session of the account. */
export type PasswordChangeKind = 'first' | 'changed' | 'reset'

export function passwordChangedMail(kind: PasswordChangeKind): MailContent {
  const news =
    kind === 'first'
      ? `A password was set for your ${product.name} account`
      : `The password of your ${product.name} account was changed`
  return {
    isWarning: true,
    template: 'password_saved',
    subject: news,
    body: (
      <>
        <p>
          {news}. {kind === 'reset' && 'You were signed out everywhere.'}
        </p>
        <p>
          If this was not you, choose a new password with “Forgot password?” on the sign-in page, and tell an
          administrator of {product.name}.
        </p>
      </>
    ),
  }
}
