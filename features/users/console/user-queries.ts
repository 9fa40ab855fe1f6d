import { createApi } from '@quaff/platform/console/rpc'
import type { usersContract } from '../contract'

export const usersApi = createApi<typeof usersContract>('users')
