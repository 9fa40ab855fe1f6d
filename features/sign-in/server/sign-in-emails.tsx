import { MailCode, MailLink } from '@quaff/platform/server/mail/mail-layout'
import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

export function signInLinkMail(url: string): MailContent {
  return { template: 'sign_in_link', subject: `Sign in to ${product.name}`, body: <SignInLinkEmail url={url} /> }
}

export function passwordResetMail(url: string): MailContent {
  return {
    template: 'password_reset',
    subject: `Reset your ${product.name} password`,
    body: <PasswordResetEmail url={url} />,
  }
}

export function activationCodeMail(code: string): MailContent {
  return {
    template: 'activation_code',
    subject: `Your ${product.name} activation code`,
    body: <ActivationCodeEmail code={code} />,
  }
}

export function reauthenticationCodeMail(code: string): MailContent {
  return {
    template: 'reauthentication_code',
    subject: `Your ${product.name} confirmation code`,
    body: <ReauthenticationCodeEmail code={code} />,
  }
}

/** Nobody is named in these: whoever typed the address may have chosen the name too. */
function SignInLinkEmail({ url }: { url: string }) {
  return (
    <>
      <p>Use this link to sign in to {product.name}. It works once, for ten minutes.</p>
      <MailLink href={url}>Sign in</MailLink>
    </>
  )
}

function PasswordResetEmail({ url }: { url: string }) {
  return (
    <>
      <p>
        Use this link to choose a new {product.name} password. It works once, for ten minutes, and signs you out
        everywhere.
      </p>
      <MailLink href={url}>Choose a new password</MailLink>
    </>
  )
}

function ActivationCodeEmail({ code }: { code: string }) {
  return (
    <>
      <p>Enter this code to activate your {product.name} account. It is valid for ten minutes.</p>
      <MailCode code={code} />
    </>
  )
}

function ReauthenticationCodeEmail({ code }: { code: string }) {
  return (
    <>
      <p>
        Enter this code in {product.name} to confirm that it is you. It is valid for ten minutes, in the window that
        asked for it only.
      </p>
      <MailCode code={code} />
      <p>Nobody from {product.name} will ever ask you for it.</p>
    </>
  )
}
