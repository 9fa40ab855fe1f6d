import { routerOf } from '@quaff/platform/server/router'
import { signInContract } from '../contract'
import { addPasskey } from '../passkeys/server/add-passkey'
import { beginPasskey } from '../passkeys/server/begin-passkey'
import { beginPasskeySignIn } from '../passkeys/server/begin-passkey-sign-in'
import { listPasskeys } from '../passkeys/server/list-passkeys'
import { removePasskey } from '../passkeys/server/remove-passkey'
import { renamePasskey } from '../passkeys/server/rename-passkey'
import { signInWithPasskey } from '../passkeys/server/sign-in-with-passkey'
import { beginSecondFactor } from '../second-factor/server/begin-second-factor'
import { completeSecondStep } from '../second-factor/server/complete-second-step'
import { confirmSecondFactor } from '../second-factor/server/confirm-second-factor'
import { getSecondFactor } from '../second-factor/server/get-second-factor'
import { renewRecoveryCodes } from '../second-factor/server/renew-recovery-codes'
import { turnOffSecondFactor } from '../second-factor/server/turn-off-second-factor'
import { findSingleSignOn } from '../single-sign-on/server/find-single-sign-on'
import { unlinkSingleSignOn } from '../single-sign-on/server/unlink-single-sign-on'
import { beginPasskeyReauthentication } from './begin-passkey-reauthentication'
import { changePassword } from './change-password'
import { checkLink } from './check-link'
import { checkUserExists } from './check-user-exists'
import { completeSignIn } from './complete-sign-in'
import { confirmEmailChange } from './confirm-email-change'
import { reauthenticate } from './reauthenticate'
import { requestActivationCode } from './request-activation-code'
import { requestEmailChange } from './request-email-change'
import { requestPasswordReset } from './request-password-reset'
import { requestReauthenticationCode } from './request-reauthentication-code'
import { requestSignInLink } from './request-sign-in-link'
import { resetPassword } from './reset-password'
import { setPassword } from './set-password'
import { setupAccount } from './setup-account'
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
