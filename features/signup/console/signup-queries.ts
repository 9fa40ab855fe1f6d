import { createApi } from '@quaff/platform/console/rpc'
import type { signupContract } from '../contract'

export const signupApi = createApi<typeof signupContract>('signup')
