import { checkFirstText } from '@quaff/platform/console/forms/error-text'
import { createApi } from '@quaff/platform/console/rpc'
import type { apiKeysContract } from '../contract'

export const apiKeysApi = createApi<typeof apiKeysContract>('apiKeys', {
  create: checkFirstText,
  rotate: checkFirstText,
})
