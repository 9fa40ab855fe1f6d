import type { signupContract } from '../../contract'
import { createApi } from '@quaff/platform/console/rpc'

export const signupApi = createApi<typeof signupContract>('signup')
