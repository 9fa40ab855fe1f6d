import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
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

const procedures = implement(signInContract).$context<Context>()

export const signInRouter = procedures.router({
  withPassword: procedures.withPassword.handler(({ context, input }) => signInWithPassword(context, input)),
  requestLink: procedures.requestLink.handler(({ context, input }) => requestSignInLink(context, input)),
  checkLink: procedures.checkLink.handler(({ context, input }) => checkLink(context, input)),
  completeLink: procedures.completeLink.handler(({ context, input }) => completeSignIn(context, input)),
  setPassword: procedures.setPassword.handler(({ context, input }) => setPassword(context, input)),
  checkUserExists: procedures.checkUserExists.handler(({ context, input }) => checkUserExists(context, input)),
  requestActivationCode: procedures.requestActivationCode.handler(({ context, input }) =>
    requestActivationCode(context, input),
  ),
  setupAccount: procedures.setupAccount.handler(({ context, input }) => setupAccount(context, input)),
  requestPasswordReset: procedures.requestPasswordReset.handler(({ context, input }) =>
    requestPasswordReset(context, input),
  ),
  resetPassword: procedures.resetPassword.handler(({ context, input }) => resetPassword(context, input)),
  reauthenticate: procedures.reauthenticate.handler(({ context, input }) => reauthenticate(context, input)),
  requestReauthenticationCode: procedures.requestReauthenticationCode.handler(({ context }) =>
    requestReauthenticationCode(context),
  ),
  beginPasskeyReauthentication: procedures.beginPasskeyReauthentication.handler(({ context }) =>
    beginPasskeyReauthentication(context),
  ),
  changePassword: procedures.changePassword.handler(({ context, input }) => changePassword(context, input)),
  completeSecondStep: procedures.completeSecondStep.handler(({ context, input }) => completeSecondStep(context, input)),
  secondFactor: procedures.secondFactor.handler(({ context }) => getSecondFactor(context)),
  beginSecondFactor: procedures.beginSecondFactor.handler(({ context }) => beginSecondFactor(context)),
  confirmSecondFactor: procedures.confirmSecondFactor.handler(({ context, input }) =>
    confirmSecondFactor(context, input),
  ),
  turnOffSecondFactor: procedures.turnOffSecondFactor.handler(({ context, input }) =>
    turnOffSecondFactor(context, input),
  ),
  renewRecoveryCodes: procedures.renewRecoveryCodes.handler(({ context, input }) => renewRecoveryCodes(context, input)),
  singleSignOn: procedures.singleSignOn.handler(({ context }) => findSingleSignOn(context)),
  unlinkSingleSignOn: procedures.unlinkSingleSignOn.handler(({ context }) => unlinkSingleSignOn(context)),
  requestEmailChange: procedures.requestEmailChange.handler(({ context, input }) => requestEmailChange(context, input)),
  confirmEmailChange: procedures.confirmEmailChange.handler(({ context, input }) => confirmEmailChange(context, input)),
  passkeys: procedures.passkeys.handler(({ context }) => listPasskeys(context)),
  beginPasskey: procedures.beginPasskey.handler(({ context }) => beginPasskey(context)),
  addPasskey: procedures.addPasskey.handler(({ context, input }) => addPasskey(context, input)),
  renamePasskey: procedures.renamePasskey.handler(({ context, input }) => renamePasskey(context, input)),
  removePasskey: procedures.removePasskey.handler(({ context, input }) => removePasskey(context, input)),
  beginPasskeySignIn: procedures.beginPasskeySignIn.handler(({ context }) => beginPasskeySignIn(context)),
  withPasskey: procedures.withPasskey.handler(({ context, input }) => signInWithPasskey(context, input)),
})
