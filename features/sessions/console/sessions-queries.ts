import { createApi } from '@quaff/platform/console/rpc'
import type { sessionsContract } from '../contract'

export const sessionsApi = createApi<typeof sessionsContract>('sessions')
