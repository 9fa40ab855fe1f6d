import type { subscriptionsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const subscriptionsApi = createApi<typeof subscriptionsContract>('subscriptions')
