import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

/** `reset` ended every session of the account. */
export type PasswordChangeKind = 'first' | 'changed' | 'reset'

export function passwordChangedMail(kind: PasswordChangeKind): MailContent {
  const news =
    kind === 'first' ? `Password set for your ${product.name} account` : `Your ${product.name} password was changed`
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
          Wasn’t you? Reset it with “Forgot password?” on the sign-in page and contact a {product.name} administrator.
        </p>
      </>
    ),
  }
}
