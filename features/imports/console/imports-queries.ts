import { createApi } from '@quaff/platform/console/rpc'
import type { importsContract } from '../contract'

export const importsApi = createApi<typeof importsContract>('imports')
