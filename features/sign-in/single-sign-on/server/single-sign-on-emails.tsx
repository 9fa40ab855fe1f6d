import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

const wasItYou = `If this was not you, tell an administrator of ${product.name} at once.`

/** `name`: the provider’s, from our own settings. */
export function singleSignOnLinkedMail(name: string): MailContent {
  return {
    isWarning: true,
    template: 'single_sign_on_linked',
    subject: `Your ${product.name} account is linked with ${name}`,
    body: (
      <>
        <p>
          You signed in to {product.name} with {name}, and can do so from now on. Your other ways to sign in stay as
          they are; you can unlink {name} in the security settings.
        </p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function singleSignOnUnlinkedMail(name: string): MailContent {
  return {
    isWarning: true,
    template: 'single_sign_on_unlinked',
    subject: `Your ${product.name} account is no longer linked with ${name}`,
    body: (
      <>
        <p>
          Your {product.name} account was unlinked from {name}. Signing in with {name} links it again, as long as it
          vouches for your address.
        </p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function singleSignOnRemovedMail(): MailContent {
  return {
    isWarning: true,
    template: 'single_sign_on_removed',
    subject: `Your ${product.name} account was unlinked`,
    body: (
      <>
        <p>
          An administrator unlinked your {product.name} account from the service that you sign in with, and you were
          signed out everywhere. Sign in there as before: your account is linked again, as long as it vouches for your
          address.
        </p>
        <p>If you did not ask for this, tell an administrator of {product.name} at once.</p>
      </>
    ),
  }
}
