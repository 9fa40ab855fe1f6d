import { routerOf } from '@quaff/platform/server'
import { signInContract } from '../contract'
import { emailVerificationContract } from '../email-verification-contract'
import { beginPasskeySignIn, signInWithPasskey } from '../passkeys/server/check-passkey'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from '../passkeys/server/passkeys'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../second-factor/server/second-factor'
import { completeSecondStep } from '../second-factor/server/second-step'
import { findSingleSignOn, unlinkSingleSignOn } from '../single-sign-on/server/begin-single-sign-on'
import { requestActivationCode, setupAccount } from './activate-account'
import { confirmEmailChange, requestEmailChange } from './change-email'
import { changePassword, setPassword } from './change-password'
import { checkUserExists } from './check-user-exists'
import { checkEmailCode, sendEmailCode } from './email-verification'
import { beginPasskeyReauthentication, reauthenticate, requestReauthenticationCode } from './reauthenticate'
import { requestPasswordReset, resetPassword } from './reset-password'
import { checkLink, completeSignIn, requestSignInLink } from './sign-in-with-link'
import { signInWithPassword } from './sign-in-with-password'

export { checkUserExists } from './check-user-exists'
export { setupAccount } from './activate-account'
export {
  addressTakenMail,
  changeRequestedMail,
  changeCodeMail,
  emailChangedMail,
  passwordChangedMail,
  activationCodeMail,
  passwordResetMail,
  reauthenticationCodeMail,
  signInLinkMail,
  emailCodeMail,
} from './sign-in-emails'
export { finishRequestedMails, createLink } from './email-links'
export { deleteExpiredProofs, forgetCredentials } from './credentials-store'
export {
  findInvitedTo,
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
export { setPassword } from './change-password'
export { findSecondFactorKeyErrors, rotateSecondFactorKeys } from '../second-factor/server/second-factor-keys'
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
export { endProviderSessions, findProviderSignOut } from '../single-sign-on/server/provider-sessions'
export { removeSingleSignOn } from '../single-sign-on/server/single-sign-on-store'
export {
  singleSignOnLinkedMail,
  singleSignOnRemovedMail,
  singleSignOnUnlinkedMail,
} from '../single-sign-on/server/single-sign-on-emails'
export { throttleLinks } from './sign-in-throttle'
export { openForm, passGate } from './form-gate'
export { requireVerifiedEmail } from './email-verification'

export const signInRouter = routerOf(signInContract, {
  withPassword: signInWithPassword,
  requestLink: requestSignInLink,
  checkLink,
  completeLink: completeSignIn,
  setPassword,
  checkUserExists,
  requestActivationCode,
  setupAccount,
  requestPasswordReset,
  resetPassword,
  reauthenticate,
  requestReauthenticationCode,
  beginPasskeyReauthentication,
  changePassword,
  completeSecondStep,
  secondFactor: getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  turnOffSecondFactor,
  renewRecoveryCodes,
  singleSignOn: findSingleSignOn,
  unlinkSingleSignOn,
  requestEmailChange,
  confirmEmailChange,
  passkeys: listPasskeys,
  beginPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  beginPasskeySignIn,
  withPasskey: signInWithPasskey,
})

export const mailboxRouter = routerOf(emailVerificationContract, {
  requestCode: sendEmailCode,
  checkCode: checkEmailCode,
})
