import type { usersContract } from '@quaff/features/users/contract'
import { createApi } from '@quaff/platform/console/rpc'
import type { personalDataContract } from '../contract'

export const personalDataApi = createApi<typeof personalDataContract>('personalData')
export const usersApi = createApi<typeof usersContract>('users')
