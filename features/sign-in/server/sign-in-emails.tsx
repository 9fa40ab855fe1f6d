import { MailCode, MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'

/** Each mail is a component with its subject line. The person is not named: whoever typed the address chose that name too. */
export function SignInLinkEmail({ url }: { url: string }) {
  return (
    <>
      <p>Use this link to sign in to {product.name}. It works once, for ten minutes.</p>
      <MailLink href={url}>Sign in</MailLink>
    </>
  )
}
SignInLinkEmail.subject = `Sign in to ${product.name}`

export function PasswordResetEmail({ url }: { url: string }) {
  return (
    <>
      <p>Use this link to choose a new {product.name} password. It works once, for ten minutes, and signs you out everywhere.</p>
      <MailLink href={url}>Choose a new password</MailLink>
    </>
  )
}
PasswordResetEmail.subject = `Reset your ${product.name} password`

export function ActivationCodeEmail({ code }: { code: string }) {
  return (
    <>
      <p>Enter this code to activate your {product.name} account. It is valid for ten minutes.</p>
      <MailCode code={code} />
    </>
  )
}
ActivationCodeEmail.subject = `Your ${product.name} activation code`
