import { createApi } from '@quaff/platform/console/rpc'
import type { signInContract } from '../contract'

export const signInApi = createApi<typeof signInContract>('signIn')
