export { checkUserExists } from '../activation/server/check-user-exists'
export { setupAccount } from '../activation/server/setup-account'
export { addressTakenMail, changeAskedMail, changeCodeMail, emailChangedMail } from '../address/server/address-emails'
export { finishRequestedMails } from './answer-first'
export { deleteExpiredProofs } from './expired-store'
export { createLink } from '../links/server/links'
export { findInvitedTo } from '../links/server/invited-to-store'
export { forgetCredentials } from '../erasure/server/forget-credentials-store'
export {
  describeInvitations,
  findClosedInvitation,
  findOpenInvitations,
  forgetInvitations,
  markAccepted,
  type OpenInvitation,
} from '../merchant-invitations/server/invitation-store'
export { areInvitations } from '../merchant-invitations/server/prepare-activation'
export {
  passkeyAddedMail,
  passkeyCopiedMail,
  passkeyRemovedMail,
  passkeysTakenAwayMail,
} from '../passkeys/server/passkey-emails'
export { deletePasskeysOf } from '../passkeys/server/passkey-store'
export { checkPassword, type PasswordCheck } from '../passwords/server/check-password'
export { passwordChangedMail } from '../passwords/server/password-emails'
export { setPassword } from '../passwords/server/set-password'
export { findSecondFactorKeyFaults } from '../second-factor/server/keys/check-second-factor-keys'
export { rotateSecondFactorKeys } from '../second-factor/server/keys/rotate-second-factor-keys'
export { activationCodeMail, passwordResetMail, reauthenticationCodeMail, signInLinkMail } from './sign-in-emails'
export {
  recoveryCodesRenewedMail,
  recoveryCodeUsedMail,
  secondFactorOffMail,
  secondFactorOnMail,
  secondFactorRemovedMail,
} from '../second-factor/server/second-factor-emails'
export { removeFactor } from '../second-factor/server/second-factor-store'
export { beginSingleSignOn } from '../single-sign-on/server/begin-single-sign-on'
export { completeSingleSignOn } from '../single-sign-on/server/complete-single-sign-on'
export { endProviderSessions } from '../single-sign-on/server/sessions/end-provider-sessions'
export { findProviderSignOut } from '../single-sign-on/server/sessions/provider-session'
export { removeSingleSignOn } from '../single-sign-on/server/link-store'
export {
  singleSignOnLinkedMail,
  singleSignOnRemovedMail,
  singleSignOnUnlinkedMail,
} from '../single-sign-on/server/single-sign-on-emails'
export { throttleLinks } from './sign-in-throttle'
export { signInRouter } from './sign-in-router'
