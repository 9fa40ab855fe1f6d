import type { analyticsContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const analyticsApi = createApi<typeof analyticsContract>('analytics')
