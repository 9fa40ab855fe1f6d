import { createApi } from '@quaff/platform/console/rpc'
import type { dashboardContract } from '../contract'

export const dashboardApi = createApi<typeof dashboardContract>('dashboard')
