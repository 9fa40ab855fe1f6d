export { checkUserExists } from './check-user-exists'
export { setupAccount } from './activate-account'
export { addressTakenMail, changeRequestedMail, changeCodeMail, emailChangedMail } from './sign-in-emails'
export { finishRequestedMails } from './email-links'
export { deleteExpiredProofs } from './credentials-store'
export { createLink } from './email-links'
export { findInvitedTo } from './invitation-store'
export { forgetCredentials } from './credentials-store'
export {
  deleteInvitation,
  describeInvitations,
  findClosedInvitation,
  findOpenInvitations,
  forgetInvitations,
  insertInvitations,
  isInvitationInScope,
  lockInvitation,
  markAccepted,
  saveSentAgain,
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
export { checkPassword, type PasswordCheck } from './sign-in-with-password'
export { passwordChangedMail } from './sign-in-emails'
export { setPassword } from './change-password'
export { findSecondFactorKeyErrors } from '../second-factor/server/second-factor-keys'
export { rotateSecondFactorKeys } from '../second-factor/server/second-factor-keys'
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
export { endProviderSessions } from '../single-sign-on/server/provider-sessions'
export { findProviderSignOut } from '../single-sign-on/server/provider-sessions'
export { removeSingleSignOn } from '../single-sign-on/server/single-sign-on-store'
export {
  singleSignOnLinkedMail,
  singleSignOnRemovedMail,
  singleSignOnUnlinkedMail,
} from '../single-sign-on/server/single-sign-on-emails'
export { throttleLinks } from './sign-in-throttle'
export { mailboxRouter, signInRouter } from './sign-in-router'
export { openForm } from './form-gate'
export { passGate } from './form-gate'
export { emailCodeMail } from './sign-in-emails'
export { requireVerifiedEmail } from './email-verification'
