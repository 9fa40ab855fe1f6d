import { isolated, type MailContent, product } from '@quaff/platform/server'

const wasItYou = `Wasn’t you? Contact a ${product.name} administrator right away.`

/** `name`: the provider’s, from our own settings. */
export function singleSignOnLinkedMail(name: string): MailContent {
  return {
    isWarning: true,
    template: 'single_sign_on_linked',
    subject: `${isolated(name)} linked to your ${product.name} account`,
    body: (
      <>
        <p>
          You can now sign in to {product.name} with {isolated(name)}. To undo this, unlink {isolated(name)} in your
          security settings.
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
    subject: `${isolated(name)} unlinked from your ${product.name} account`,
    body: (
      <>
        <p>Sign in with {isolated(name)} again to relink your account.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function singleSignOnRemovedMail(): MailContent {
  return {
    isWarning: true,
    template: 'single_sign_on_removed',
    subject: `Single sign-on unlinked from your ${product.name} account`,
    body: (
      <>
        <p>
          An administrator unlinked single sign-on and signed you out everywhere. Sign in with it again to relink your
          account.
        </p>
        <p>Didn’t ask for this? Contact a {product.name} administrator right away.</p>
      </>
    ),
  }
}
