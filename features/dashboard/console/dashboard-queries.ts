import type { dashboardContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const dashboardApi = createApi<typeof dashboardContract>('dashboard')
