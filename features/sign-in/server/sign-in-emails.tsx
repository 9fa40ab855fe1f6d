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
      <p>Sign in to {product.name}. This link works once and expires in 10 minutes.</p>
      <MailLink href={url}>Sign in</MailLink>
    </>
  )
}

function PasswordResetEmail({ url }: { url: string }) {
  return (
    <>
      <p>
        Choose a new {product.name} password. This link works once, expires in 10 minutes and signs you out everywhere.
      </p>
      <MailLink href={url}>Choose new password</MailLink>
    </>
  )
}

function ActivationCodeEmail({ code }: { code: string }) {
  return (
    <>
      <p>Enter this code to activate your {product.name} account. It expires in 10 minutes.</p>
      <MailCode code={code} />
    </>
  )
}

function ReauthenticationCodeEmail({ code }: { code: string }) {
  return (
    <>
      <p>Enter this code in {product.name} to confirm it’s you. It expires in 10 minutes.</p>
      <MailCode code={code} />
      <p>Never share this code.</p>
    </>
  )
}
