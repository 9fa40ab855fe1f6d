import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

const wasItYou = `If this was not you, sign in, remove what you do not know under Settings, Security, and tell an administrator of ${product.name} at once.`

export function passkeyAddedMail(name: string): MailContent {
  return {
    isWarning: true,
    template: 'passkey_added',
    subject: `A passkey was added to your ${product.name} account`,
    body: (
      <>
        <p>
          The passkey “{name}” signs in to your {product.name} account from now on, without a password.
        </p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function passkeyRemovedMail(name: string): MailContent {
  return {
    isWarning: true,
    template: 'passkey_removed',
    subject: `A passkey of your ${product.name} account was removed`,
    body: (
      <>
        <p>
          The passkey “{name}” no longer signs in to your {product.name} account. Your other ways to sign in stay as
          they are.
        </p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function passkeysTakenAwayMail(): MailContent {
  return {
    isWarning: true,
    template: 'passkeys_taken_away',
    subject: `The passkeys of your ${product.name} account were taken away`,
    body: (
      <>
        <p>
          An administrator took all passkeys of your {product.name} account away, and you were signed out everywhere.
          Sign in with your password or a mailed link; you can add a new passkey then.
        </p>
        <p>If you did not ask for this, tell an administrator of {product.name} at once.</p>
      </>
    ),
  }
}

export function passkeyCopiedMail(name: string): MailContent {
  return {
    isWarning: true,
    template: 'passkey_copied',
    subject: `A passkey of your ${product.name} account was stopped`,
    body: (
      <>
        <p>
          Somebody tried to sign in with the passkey “{name}” in a way that shows that there may be a second copy of it.
          Nobody was let in, and this passkey opens nothing any more.
        </p>
        <p>
          Sign in another way, remove it under Settings, Security, and add a new one. Tell an administrator of{' '}
          {product.name} if you have not copied it yourself.
        </p>
      </>
    ),
  }
}
