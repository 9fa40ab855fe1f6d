import type { MailPreview } from '@quaff/features/settings/server'
import {
  activationCodeMail,
  addressTakenMail,
  changeRequestedMail,
  changeCodeMail,
  emailChangedMail,
  passkeyAddedMail,
  passkeyCopiedMail,
  passkeyRemovedMail,
  passkeysTakenAwayMail,
  passwordChangedMail,
  passwordResetMail,
  reauthenticationCodeMail,
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorRemovedMail,
  signInLinkMail,
  singleSignOnLinkedMail,
  singleSignOnRemovedMail,
  singleSignOnUnlinkedMail,
} from '@quaff/features/sign-in/server'
import type { ExampleMessages } from './example-texts'

const holder = 'Account holder'
const examplePasskey = 'iCloud Keychain'
const exampleProvider = 'Okta'
const exampleLink = '/auth/complete-signin?token=example'

/** About signing in and one's own account. */
export function accountMails({ code }: ExampleMessages): MailPreview[] {
  return [
    {
      name: 'Sign-in link',
      receiver: 'Person signing in',
      write: ({ settings }) => signInLinkMail(`${settings.baseUrl}${exampleLink}`),
    },
    {
      name: 'Password reset',
      receiver: 'Person resetting their password',
      write: ({ settings }) => passwordResetMail(`${settings.baseUrl}${exampleLink}`),
    },
    { name: 'Password changed', receiver: holder, write: () => passwordChangedMail('changed') },
    { name: 'Activation code', receiver: 'Person activating their account', write: () => activationCodeMail(code) },
    { name: 'Confirmation code', receiver: 'Signed-in user', write: () => reauthenticationCodeMail(code) },
    { name: 'Email change: code', receiver: 'New email', write: () => changeCodeMail(code) },
    { name: 'Email change: requested', receiver: 'Current email', write: () => changeRequestedMail() },
    { name: 'Email change: done', receiver: 'Previous email', write: () => emailChangedMail() },
    { name: 'Email change: email in use', receiver: 'Account holder', write: () => addressTakenMail() },
    { name: 'Authenticator app added', receiver: holder, write: () => secondFactorOnMail() },
    { name: 'Authenticator app turned off', receiver: holder, write: () => secondFactorOffMail() },
    { name: 'Authenticator app removed by admin', receiver: holder, write: () => secondFactorRemovedMail() },
    { name: 'Recovery code used', receiver: holder, write: () => recoveryCodeUsedMail(9) },
    { name: 'Single sign-on linked', receiver: holder, write: () => singleSignOnLinkedMail(exampleProvider) },
    { name: 'Single sign-on unlinked', receiver: holder, write: () => singleSignOnUnlinkedMail(exampleProvider) },
    { name: 'Single sign-on removed by admin', receiver: holder, write: () => singleSignOnRemovedMail() },
    { name: 'Recovery codes renewed', receiver: holder, write: () => recoveryCodesRenewedMail() },
    { name: 'Passkey added', receiver: holder, write: () => passkeyAddedMail(examplePasskey) },
    { name: 'Passkey removed', receiver: holder, write: () => passkeyRemovedMail(examplePasskey) },
    { name: 'Passkeys removed by admin', receiver: holder, write: () => passkeysTakenAwayMail() },
    { name: 'Passkey disabled', receiver: holder, write: () => passkeyCopiedMail(examplePasskey) },
  ]
}
