import type { usersContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const usersApi = createApi<typeof usersContract>('users')
