import { createApi } from '@quaff/platform/console/rpc'
import type { notificationsContract } from '../contract'

export const notificationsApi = createApi<typeof notificationsContract>('notifications')
