import { createApi } from '@quaff/platform/console/rpc'
import type { sourcesContract } from '../contract'

export const sourcesApi = createApi<typeof sourcesContract>('sources')
