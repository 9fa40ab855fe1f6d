import { isolated, type MailContent, product } from '@quaff/platform/server'

const wasItYou = `Wasn’t you? Remove it in your security settings and contact a ${product.name} administrator right away.`

export function passkeyAddedMail(name: string): MailContent {
  return {
    isWarning: true,
    template: 'passkey_added',
    subject: `Passkey added to your ${product.name} account`,
    body: (
      <>
        <p>
          You can now sign in to {product.name} with the passkey “{isolated(name)}”.
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
    subject: `Passkey removed from your ${product.name} account`,
    body: (
      <>
        <p>The passkey “{isolated(name)}” no longer works. Your other sign-in methods haven’t changed.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function passkeysTakenAwayMail(): MailContent {
  return {
    isWarning: true,
    template: 'passkeys_taken_away',
    subject: `An administrator removed your ${product.name} passkeys`,
    body: (
      <>
        <p>You were signed out everywhere. Sign in with your password or an email link, then add a new passkey.</p>
        <p>Didn’t ask for this? Contact a {product.name} administrator right away.</p>
      </>
    ),
  }
}

export function passkeyCopiedMail(name: string): MailContent {
  return {
    isWarning: true,
    template: 'passkey_copied',
    subject: `We blocked a ${product.name} passkey`,
    body: (
      <>
        <p>The passkey “{isolated(name)}” may have been copied. We blocked the sign-in and disabled the passkey.</p>
        <p>
          Sign in another way, remove it in your security settings and add a new one. Didn’t copy it? Contact an
          administrator.
        </p>
      </>
    ),
  }
}
