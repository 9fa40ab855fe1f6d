import { routerOf } from '@quaff/platform/server/router'
import { checkUserExists } from '../activation/server/check-user-exists'
import { requestActivationCode } from '../activation/server/request-activation-code'
import { setupAccount } from '../activation/server/setup-account'
import { confirmEmailChange } from '../address/server/confirm-email-change'
import { requestEmailChange } from '../address/server/request-email-change'
import { signInContract } from '../contract'
import { checkLink } from '../links/server/check-link'
import { completeSignIn } from '../links/server/complete-sign-in'
import { requestSignInLink } from '../links/server/request-sign-in-link'
import { addPasskey } from '../passkeys/server/add-passkey'
import { beginPasskey } from '../passkeys/server/begin-passkey'
import { beginPasskeySignIn } from '../passkeys/server/begin-passkey-sign-in'
import { listPasskeys } from '../passkeys/server/list-passkeys'
import { removePasskey } from '../passkeys/server/remove-passkey'
import { renamePasskey } from '../passkeys/server/rename-passkey'
import { signInWithPasskey } from '../passkeys/server/sign-in-with-passkey'
import { changePassword } from '../passwords/server/change-password'
import { requestPasswordReset } from '../passwords/server/request-password-reset'
import { resetPassword } from '../passwords/server/reset-password'
import { setPassword } from '../passwords/server/set-password'
import { signInWithPassword } from '../passwords/server/sign-in-with-password'
import { beginPasskeyReauthentication } from '../reauthentication/server/begin-passkey-reauthentication'
import { reauthenticate } from '../reauthentication/server/reauthenticate'
import { requestReauthenticationCode } from '../reauthentication/server/request-reauthentication-code'
import { beginSecondFactor } from '../second-factor/server/begin-second-factor'
import { confirmSecondFactor } from '../second-factor/server/confirm-second-factor'
import { getSecondFactor } from '../second-factor/server/get-second-factor'
import { renewRecoveryCodes } from '../second-factor/server/renew-recovery-codes'
import { turnOffSecondFactor } from '../second-factor/server/turn-off-second-factor'
import { completeSecondStep } from '../second-step/server/complete-second-step'
import { findSingleSignOn } from '../single-sign-on/server/find-single-sign-on'
import { unlinkSingleSignOn } from '../single-sign-on/server/unlink-single-sign-on'

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
