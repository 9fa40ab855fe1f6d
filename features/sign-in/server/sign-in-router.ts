import { routerOf } from '@quaff/platform/server/router'
import { signInContract } from '../contract'
import { emailVerificationContract } from '../email-verification-contract'
import { addPasskey, beginPasskey, listPasskeys, removePasskey, renamePasskey } from '../passkeys/server/passkeys'
import { beginPasskeySignIn, signInWithPasskey } from '../passkeys/server/sign-in-with-passkey'
import {
  beginSecondFactor,
  confirmSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
  turnOffSecondFactor,
} from '../second-factor/server/second-factor'
import { completeSecondStep } from '../second-factor/server/second-step'
import { findSingleSignOn, unlinkSingleSignOn } from '../single-sign-on/server/single-sign-on-link'
import { requestActivationCode, setupAccount } from './activate-account'
import { confirmEmailChange, requestEmailChange } from './change-email'
import { changePassword, setPassword } from './change-password'
import { checkUserExists } from './check-user-exists'
import { checkEmailCode, sendEmailCode } from './email-verification'
import { beginPasskeyReauthentication, reauthenticate, requestReauthenticationCode } from './reauthenticate'
import { requestPasswordReset, resetPassword } from './reset-password'
import { checkLink, completeSignIn, requestSignInLink } from './sign-in-with-link'
import { signInWithPassword } from './sign-in-with-password'

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
