import { createApi } from '@quaff/platform/console/rpc'
import type { webhooksContract } from '../contract'

export const webhooksApi = createApi<typeof webhooksContract>('webhooks')
