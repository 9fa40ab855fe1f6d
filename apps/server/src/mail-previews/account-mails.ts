import type { MailPreview } from '@quaff/features/settings/server'
import {
  activationCodeMail,
  addressTakenMail,
  changeAskedMail,
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
import type { ExampleTexts } from './example-texts'

const holder = 'The holder of the account'
const examplePasskey = 'iCloud Keychain'
const exampleProvider = 'Okta'
const exampleLink = '/auth/complete-signin?token=example'

/** About signing in and one's own account. */
export function accountMails({ code }: ExampleTexts): MailPreview[] {
  return [
    {
      name: 'Sign-in link',
      receiver: 'Whoever asks for one at sign-in',
      write: ({ settings }) => signInLinkMail(`${settings.baseUrl}${exampleLink}`),
    },
    {
      name: 'Password reset',
      receiver: 'Whoever forgot the password',
      write: ({ settings }) => passwordResetMail(`${settings.baseUrl}${exampleLink}`),
    },
    { name: 'Password changed', receiver: holder, write: () => passwordChangedMail('changed') },
    { name: 'Activation code', receiver: 'Whoever activates an account', write: () => activationCodeMail(code) },
    {
      name: 'Confirmation code',
      receiver: 'Whoever confirms who they are',
      write: () => reauthenticationCodeMail(code),
    },
    { name: 'New address: code', receiver: 'The new address', write: () => changeCodeMail(code) },
    { name: 'New address: asked for', receiver: 'The present address', write: () => changeAskedMail() },
    { name: 'New address: changed', receiver: 'The former address', write: () => emailChangedMail() },
    { name: 'New address: taken', receiver: 'Whoever has that address', write: () => addressTakenMail() },
    { name: 'Authenticator app set up', receiver: holder, write: () => secondFactorOnMail() },
    { name: 'Authenticator app turned off', receiver: holder, write: () => secondFactorOffMail() },
    { name: 'Authenticator app taken away', receiver: holder, write: () => secondFactorRemovedMail() },
    { name: 'Recovery code used', receiver: holder, write: () => recoveryCodeUsedMail(9) },
    { name: 'Single sign-on linked', receiver: holder, write: () => singleSignOnLinkedMail(exampleProvider) },
    { name: 'Single sign-on unlinked', receiver: holder, write: () => singleSignOnUnlinkedMail(exampleProvider) },
    { name: 'Single sign-on removed', receiver: holder, write: () => singleSignOnRemovedMail() },
    { name: 'Recovery codes renewed', receiver: holder, write: () => recoveryCodesRenewedMail() },
    { name: 'Passkey added', receiver: holder, write: () => passkeyAddedMail(examplePasskey) },
    { name: 'Passkey removed', receiver: holder, write: () => passkeyRemovedMail(examplePasskey) },
    { name: 'Passkeys taken away', receiver: holder, write: () => passkeysTakenAwayMail() },
    { name: 'Passkey stopped', receiver: holder, write: () => passkeyCopiedMail(examplePasskey) },
  ]
}
