import { checkSentText } from '@quaff/platform/console/forms/error-text'
import { createApi } from '@quaff/platform/console/rpc'
import type { usersContract } from '../contract'

export const usersApi = createApi<typeof usersContract>('users', {
  resendInvitation: checkSentText,
  resendMerchantInvitation: checkSentText,
  sendPasswordReset: checkSentText,
})
