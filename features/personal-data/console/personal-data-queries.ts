import type { usersContract } from '@quaff/features/users/contract'
import type { personalDataContract } from '../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const personalDataApi = createApi<typeof personalDataContract>('personalData')
export const usersApi = createApi<typeof usersContract>('users')
