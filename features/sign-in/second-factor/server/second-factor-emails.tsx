import type { MailContent } from '@quaff/platform/server/mail/outbox'
import { product } from '@quaff/platform/shared/product'

const wasItYou = `If this was not you, choose a new password and tell an administrator of ${product.name} at once.`

export function secondFactorOnMail(): MailContent {
  return {
    isWarning: true,
    template: 'second_factor_on',
    subject: `Your ${product.name} account asks for a code now`,
    body: (
      <>
        <p>
          An authenticator app was set up for your {product.name} account. Every sign-in asks for its code from now on,
          and your other sessions have ended.
        </p>
        <p>Keep your recovery codes where you find them without your phone.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function secondFactorOffMail(): MailContent {
  return {
    isWarning: true,
    template: 'second_factor_off',
    subject: `The authenticator app of your ${product.name} account was turned off`,
    body: (
      <>
        <p>Signing in to {product.name} no longer asks for a code of your authenticator app.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function secondFactorRemovedMail(): MailContent {
  return {
    isWarning: true,
    template: 'second_factor_removed',
    subject: `The authenticator app of your ${product.name} account was taken away`,
    body: (
      <>
        <p>
          An administrator took the authenticator app of your {product.name} account away, and you were signed out
          everywhere. Sign in as before; where a code is required you are asked to set up an app again.
        </p>
        <p>If you did not ask for this, tell an administrator of {product.name} at once.</p>
      </>
    ),
  }
}

export function recoveryCodeUsedMail(left: number): MailContent {
  return {
    isWarning: true,
    template: 'recovery_code_used',
    subject: `A recovery code of your ${product.name} account was used`,
    body: (
      <>
        <p>
          Somebody used one of your recovery codes in place of your authenticator app. It does not work again; you have{' '}
          {left} left.
        </p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}

export function recoveryCodesRenewedMail(): MailContent {
  return {
    isWarning: true,
    template: 'recovery_codes_renewed',
    subject: `New recovery codes for your ${product.name} account`,
    body: (
      <>
        <p>New recovery codes were made for your {product.name} account. The older ones no longer work.</p>
        <p>{wasItYou}</p>
      </>
    ),
  }
}
