import { lostMailboxAnswers } from '@quaff/features/mailbox/console/lost-answers-widget'
import type { mailboxContract } from '@quaff/features/mailbox/contract'
import { checkInboxText, checkPasswordText } from '@quaff/platform/console/forms/error-text'
import { createApi } from '@quaff/platform/console/rpc'
import type { signInContract } from '../contract'

export const signInApi = createApi<typeof signInContract>('signIn', {
  setPassword: checkPasswordText,
  resetPassword: checkPasswordText,
  setupAccount: checkPasswordText,
  requestActivationCode: checkInboxText,
  requestPasswordReset: checkInboxText,
  requestReauthenticationCode: checkInboxText,
  requestEmailChange: checkInboxText,
})
export const mailboxApi = createApi<typeof mailboxContract>('mailbox', lostMailboxAnswers)
