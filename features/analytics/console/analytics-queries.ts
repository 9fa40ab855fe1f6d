import { createApi } from '@quaff/platform/console/rpc'
import type { analyticsContract } from '../contract'

export const analyticsApi = createApi<typeof analyticsContract>('analytics')
