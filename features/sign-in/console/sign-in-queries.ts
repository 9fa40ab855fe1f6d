import { checkInboxText, checkPasswordText } from '@quaff/platform/console/forms/error-text'
import { createApi } from '@quaff/platform/console/rpc'
import type { signInContract } from '../contract'
import type { emailVerificationContract } from '../email-verification-contract'
import { lostVerificationAnswers } from './lost-answers-widget'

export const signInApi = createApi<typeof signInContract>('signIn', {
  setPassword: checkPasswordText,
  resetPassword: checkPasswordText,
  setupAccount: checkPasswordText,
  requestActivationCode: checkInboxText,
  requestPasswordReset: checkInboxText,
  requestReauthenticationCode: checkInboxText,
  requestEmailChange: checkInboxText,
})
export const mailboxApi = createApi<typeof emailVerificationContract>('mailbox', lostVerificationAnswers)
