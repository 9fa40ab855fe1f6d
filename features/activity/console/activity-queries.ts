import type { activityContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const activityApi = createApi<typeof activityContract>('activity')
