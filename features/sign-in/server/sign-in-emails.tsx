import { type MailContent, product } from '@quaff/platform/server'
import { MailCode, MailLink } from '@quaff/platform/server/mail/mail-layout'
import type { EmailVerificationPurpose } from '../email-verification-contract'

export function signInLinkMail(url: string): MailContent {
  return {
    isRepeatable: true,
    template: 'sign_in_link',
    subject: `Sign in to ${product.name}`,
    body: <SignInLinkEmail url={url} />,
  }
}

export function passwordResetMail(url: string): MailContent {
  return {
    isRepeatable: true,
    template: 'password_reset',
    subject: `Reset your ${product.name} password`,
    body: <PasswordResetEmail url={url} />,
  }
}

export function activationCodeMail(code: string): MailContent {
  return {
    isRepeatable: true,
    template: 'activation_code',
    subject: `Your ${product.name} activation code`,
    body: <ActivationCodeEmail code={code} />,
  }
}

export function reauthenticationCodeMail(code: string): MailContent {
  return {
    isRepeatable: true,
    template: 'reauthentication_code',
    subject: `Your ${product.name} confirmation code`,
    body: <ReauthenticationCodeEmail code={code} />,
  }
}

/** Contains no name, because the sender of the address may have chosen it. */
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

/** Contains no name, because the recipient may not know who requested it. */
export function changeCodeMail(code: string): MailContent {
  return {
    isRepeatable: true,
    template: 'email_change_code',
    subject: `Confirm your new ${product.name} email`,
    body: (
      <>
        <p>Enter this code in {product.name} to sign in with this email from now on. It expires in 10 minutes.</p>
        <MailCode code={code} />
        <p>Never share this code.</p>
      </>
    ),
  }
}

/** Without the new address, because others may read the old mailbox. */
export function changeRequestedMail(): MailContent {
  return {
    template: 'email_change_asked',
    subject: `Your ${product.name} email is being changed`,
    isWarning: true,
    body: (
      <p>
        Someone asked to change your sign-in email. Wasn’t you? Sign in, choose “Sign out all others” and change your
        password right away.
      </p>
    ),
  }
}

export function emailChangedMail(): MailContent {
  return {
    template: 'email_changed',
    subject: `Your ${product.name} email was changed`,
    isWarning: true,
    body: (
      <p>You no longer sign in to {product.name} with this email. Wasn’t you? Contact your administrator right away.</p>
    ),
  }
}

export function addressTakenMail(): MailContent {
  return {
    template: 'email_change_taken',
    subject: `You already have a ${product.name} account`,
    isWarning: true,
    body: (
      <p>
        Someone tried to use this email for another {product.name} account. It belongs to yours, so nothing changed.
      </p>
    ),
  }
}

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

const wanted = {
  merchant_signup: `apply as a ${product.name} merchant with this email`,
  merchant_convert: `turn the ${product.name} account for this email into a merchant account`,
  signup_form: `fill in a ${product.name} form with this email`,
  registration: `register for ${product.name} with this email`,
  waitlist: `join a ${product.name} waitlist with this email`,
} as const satisfies Record<EmailVerificationPurpose, string>

/** Contains no names, because anyone may have typed the address. */
export function emailCodeMail(purpose: EmailVerificationPurpose, code: string): MailContent {
  return {
    isRepeatable: true,
    template: `mailbox_code_${purpose}`,
    subject: `Your ${product.name} verification code`,
    body: (
      <>
        <p>Someone asked to {wanted[purpose]}. If that’s you, enter this code. It expires in 10 minutes.</p>
        <MailCode code={code} />
      </>
    ),
  }
}
