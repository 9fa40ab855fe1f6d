import { implement } from '@orpc/server'
import type { Context } from '@quaff/platform/server/context'
import { signInContract } from '../contract'
import { checkUserExists } from './activation/check-user-exists'
import { requestActivationCode } from './activation/request-activation-code'
import { setupAccount } from './activation/setup-account'
import { checkLink } from './links/check-link'
import { completeSignIn } from './links/complete-sign-in'
import { requestSignInLink } from './links/request-sign-in-link'
import { changePassword } from './passwords/change-password'
import { requestPasswordReset } from './passwords/request-password-reset'
import { resetPassword } from './passwords/reset-password'
import { setPassword } from './passwords/set-password'
import { signInWithPassword } from './passwords/sign-in-with-password'

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
  changePassword: procedures.changePassword.handler(({ context, input }) => changePassword(context, input)),
})
