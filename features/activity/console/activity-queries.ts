import { createApi } from '@quaff/platform/console/rpc'
import type { activityContract } from '../contract'

export const activityApi = createApi<typeof activityContract>('activity')
