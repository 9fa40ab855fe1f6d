import { checkFirstText, checkSentText } from '@quaff/platform/console/forms/error-text'
import { createApi } from '@quaff/platform/console/rpc'
import type { webhooksContract } from '../contract'

export const webhooksApi = createApi<typeof webhooksContract>('webhooks', {
  create: checkFirstText,
  rotate: checkFirstText,
  sendTest: checkSentText,
  replay: checkSentText,
  replayFailed: checkSentText,
})
