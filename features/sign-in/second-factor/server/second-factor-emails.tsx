import { type MailContent, product } from '@quaff/platform/server'

const wasItYou = `Wasn’t you? Change your password and contact a ${product.name} administrator right away.`

export function secondFactorOnMail(): MailContent {
  return {
    isWarning: true,
    template: 'second_factor_on',
    subject: `Two-factor authentication is on`,
    body: (
      <>
        <p>
          You’ll enter a code from your authenticator app each time you sign in to {product.name}. Your other sessions
          have ended.
        </p>
        <p>Keep your recovery codes where you can reach them without your phone.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function secondFactorOffMail(): MailContent {
  return {
    isWarning: true,
    template: 'second_factor_off',
    subject: `Two-factor authentication is off`,
    body: (
      <>
        <p>You now sign in to {product.name} without a code from your authenticator app.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function secondFactorRemovedMail(): MailContent {
  return {
    isWarning: true,
    template: 'second_factor_removed',
    subject: `Your two-factor authentication was reset`,
    body: (
      <>
        <p>
          An administrator removed the authenticator app from your {product.name} account. You were signed out
          everywhere. Sign in to set it up again.
        </p>
        <p>Didn’t ask for this? Contact a {product.name} administrator right away.</p>
      </>
    ),
  }
}

export function recoveryCodeUsedMail(left: number): MailContent {
  return {
    isWarning: true,
    template: 'recovery_code_used',
    subject: `A ${product.name} recovery code was used`,
    body: (
      <>
        <p>A recovery code was used to sign in to your account. You have {left} left.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function recoveryCodesRenewedMail(): MailContent {
  return {
    isWarning: true,
    template: 'recovery_codes_renewed',
    subject: `New ${product.name} recovery codes`,
    body: (
      <>
        <p>You have new recovery codes. The old ones no longer work.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}
