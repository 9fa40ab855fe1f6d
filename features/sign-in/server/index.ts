export { checkUserExists } from './check-user-exists'
export { setupAccount } from './setup-account'
export { addressTakenMail, changeAskedMail, changeCodeMail, emailChangedMail } from './address-emails'
export { finishRequestedMails } from './answer-first'
export { deleteExpiredProofs } from './expired-store'
export { createLink } from './links'
export { findInvitedTo } from './invited-to-store'
export { forgetCredentials } from './forget-credentials-store'
export {
  describeInvitations,
  findClosedInvitation,
  findOpenInvitations,
  forgetInvitations,
  markAccepted,
  type OpenInvitation,
} from './invitation-store'
export { areInvitations } from './prepare-activation'
export {
  passkeyAddedMail,
  passkeyCopiedMail,
  passkeyRemovedMail,
  passkeysTakenAwayMail,
} from '../passkeys/server/passkey-emails'
export { deletePasskeysOf } from '../passkeys/server/passkey-store'
export { checkPassword, type PasswordCheck } from './check-password'
export { passwordChangedMail } from './password-emails'
export { setPassword } from './set-password'
export { findSecondFactorKeyFaults } from '../second-factor/server/check-second-factor-keys'
export { rotateSecondFactorKeys } from '../second-factor/server/rotate-second-factor-keys'
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
export { endProviderSessions } from '../single-sign-on/server/end-provider-sessions'
export { findProviderSignOut } from '../single-sign-on/server/provider-session'
export { removeSingleSignOn } from '../single-sign-on/server/link-store'
export {
  singleSignOnLinkedMail,
  singleSignOnRemovedMail,
  singleSignOnUnlinkedMail,
} from '../single-sign-on/server/single-sign-on-emails'
export { throttleLinks } from './sign-in-throttle'
export { signInRouter } from './sign-in-router'
